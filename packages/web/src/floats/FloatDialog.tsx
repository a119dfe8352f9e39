// A form about float in a modal: its fields, what the server refused, and one press that sends it.
import type { Codec } from '@flexpower/contract'
import type { ReactNode } from 'react'
import type { DefaultValues, FieldValues, Path } from 'react-hook-form'
import { failureTitle } from '../form/form-errors.ts'
import { type CheckedForm, useCallForm } from '../form/send/use-call-form.ts'
import { type OnceOptions, useOnce } from '../form/send/use-once.ts'
import { amountInput } from '../lib/amount-input.ts'
import { FormModal } from '../ui/dialog/FormModal.tsx'
import { Field } from '../ui/form/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { toast } from '../ui/toast.ts'
import { explainFailure, useReadAgain } from './use-read-again.ts'

interface FloatDialogProps<Values extends FieldValues, Checked> {
  title: string
  saveLabel: string
  /** The title of a refusal; without an answer it is not known. */
  failed: string
  schema: Codec<Checked>
  values: DefaultValues<Values>
  /** `once` makes a call that moves float happen once, however often the same is sent. */
  send: (checked: Checked, once: OnceOptions) => Promise<{ message: string; state?: string }>
  onClose: () => void
  children: (form: CheckedForm<Values, Checked>) => ReactNode
}

export function FloatDialog<Values extends FieldValues, Checked>(props: FloatDialogProps<Values, Checked>) {
  const { title, saveLabel, failed, schema, values, send, onClose, children } = props
  const readAgain = useReadAgain()
  const once = useOnce()
  const form = useCallForm<Values, Checked>({
    schema,
    values,
    failed: (error) => failureTitle(error, failed),
    explain: (error, isMarked) =>
      isMarked ? 'Nothing was changed. The marked field says why.' : explainFailure(error),
    send: async (checked) => {
      try {
        const { message, state } = await send(checked, once(checked))
        if (state === 'waiting') toast.info(message)
        else toast.success(message)
        onClose()
      } finally {
        readAgain()
      }
    },
  })
  return (
    <FormModal
      title={title}
      saveLabel={saveLabel}
      isSaving={form.formState.isSubmitting}
      onClose={onClose}
      onSave={() => void form.submit()}
    >
      {form.problem !== null && (
        <Notice tone="danger" title={form.title}>
          {form.problem}
        </Notice>
      )}
      {children(form)}
    </FormModal>
  )
}

interface FormFieldProps<Values extends FieldValues, Checked> {
  form: CheckedForm<Values, Checked>
  name: Path<Values>
  label: string
  hint?: ReactNode
}

const readError = (error: unknown): string | undefined => (error as { message?: string } | undefined)?.message

export const AmountField = <Values extends FieldValues, Checked>(props: FormFieldProps<Values, Checked>) => (
  <Field
    label={props.label}
    hint={props.hint}
    prefix="GMD"
    inputMode="decimal"
    autoComplete="off"
    error={readError(props.form.formState.errors[props.name])}
    {...props.form.register(props.name, amountInput)}
  />
)

export const LineField = <Values extends FieldValues, Checked>(props: FormFieldProps<Values, Checked>) => (
  <Field
    label={props.label}
    hint={props.hint}
    autoComplete="off"
    error={readError(props.form.formState.errors[props.name])}
    {...props.form.register(props.name)}
  />
)
