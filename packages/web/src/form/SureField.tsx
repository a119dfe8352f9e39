// The box under a form whose amount the server asked about. It is ticked for what was asked about and nothing else: when
// that changes, the box is gone, and the server asks again if it has to.
import { useEffect } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { CheckboxField } from '../ui/form/Field.tsx'

interface SureFieldProps<Values extends FieldValues, Checked> {
  form: UseFormReturn<Values, unknown, Checked>
  label: string
  /** The fields that the question was about. */
  about: readonly Path<Values>[]
}

const NAME = 'isSure'

export function SureField<Values extends FieldValues, Checked>({
  form,
  label,
  about,
}: SureFieldProps<Values, Checked>) {
  const { formState, getValues, subscribe, setValue, clearErrors, register } = form
  const name = NAME as Path<Values>
  const names = about.join()
  useEffect(
    () =>
      subscribe({
        name: names.split(',') as Path<Values>[],
        formState: { values: true },
        callback: ({ type }) => {
          // Other events, such as the submission, are told here too.
          if (type !== 'change') return
          setValue(name, false as PathValue<Values, Path<Values>>)
          clearErrors(name)
        },
      }),
    [names, name, subscribe, setValue, clearErrors],
  )
  const error = formState.errors[name] as { message?: string } | undefined
  if (error === undefined && getValues(name) !== true) return null
  return <CheckboxField label={label} error={error?.message} {...register(name)} />
}
