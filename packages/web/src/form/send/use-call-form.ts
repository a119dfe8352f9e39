// A form that makes a call. The contract's rules check it before it is sent, and what the server refuses is shown under
// its field. If anything goes wrong, the input stays.
import type { Codec } from '@flexpower/contract'
import { useEffect, useState } from 'react'
import { type DefaultValues, type FieldValues, useForm, type UseFormReturn } from 'react-hook-form'
import { preloadToasts, toast } from '../../ui/toast.ts'
import { formResolver, refusalText, showFieldErrors } from '../form-errors.ts'

/** `Values` as typed, `Checked` as the contract read them. */
export type CheckedForm<Values extends FieldValues, Checked> = UseFormReturn<Values, unknown, Checked>

/** Without `values` the form keeps what was typed before React loaded. */
export function useCheckedForm<Values extends FieldValues, Checked>(
  schema: Codec<Checked>,
  values?: DefaultValues<Values>,
): CheckedForm<Values, Checked> {
  // Once the network is gone, it is too late to load the code that shows the toast.
  useEffect(preloadToasts, [])
  return useForm<Values, unknown, Checked>({
    ...(values && { defaultValues: values }),
    resolver: formResolver(schema),
    mode: 'onTouched',
  })
}

interface CallFormOptions<Values extends FieldValues, Checked> {
  schema: Codec<Checked>
  values?: DefaultValues<Values>
  send: (checked: Checked) => Promise<void>
  /** The form's text about a failure; `isMarked`: a field says why. By default the server's text. */
  explain?: (error: unknown, isMarked: boolean) => string
  /** The title of a failure, which the toast repeats; without one, the text itself. */
  failed?: string | ((error: unknown) => string)
}

export function useCallForm<Values extends FieldValues, Checked>({
  schema,
  values,
  send,
  explain = (error) => refusalText(error, 'The server did not answer.'),
  failed,
}: CallFormOptions<Values, Checked>) {
  const form = useCheckedForm<Values, Checked>(schema, values)
  const [problem, setProblem] = useState<string | null>(null)
  const [title, setTitle] = useState('')
  async function run(checked: Checked): Promise<void> {
    setProblem(null)
    try {
      await send(checked)
    } catch (error) {
      const [first] = showFieldErrors(error, form)
      const text = explain(error, first !== undefined)
      const itsTitle = (typeof failed === 'function' ? failed(error) : failed) ?? text
      setProblem(text)
      setTitle(itsTitle)
      toast.error(itsTitle)
      if (first !== undefined) form.setFocus(first)
    }
  }
  return { ...form, title, problem, run, submit: form.handleSubmit(run) }
}
