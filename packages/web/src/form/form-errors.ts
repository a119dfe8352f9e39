// What is wrong with a form, under its fields: a form schema of the contract joined to react-hook-form, so that browser and server
// refuse the same input with the same text, and what the server said when it refused.
import { CallRefused, type Codec } from '@flexpower/contract'
import type { FieldErrors, FieldValues, Path, Resolver, UseFormSetError } from 'react-hook-form'

/** The first problem of each field, as a form shows one text under a field. */
export function formResolver<Values extends FieldValues, Clean>(
  schema: Codec<Clean>,
): Resolver<Values, unknown, Clean> {
  return (values) => {
    const read = schema.safeParse(values)
    if (read.success) return { values: read.data, errors: {} }
    const errors: Record<string, { type: string; message: string }> = {}
    for (const issue of read.error.issues) {
      const field = issue.path.join('.')
      errors[field] ??= { type: issue.code ?? 'custom', message: issue.message }
    }
    return { values: {}, errors: errors as FieldErrors<Values> }
  }
}

// What the server said when it said no: in words for the person, and under the fields that it is about.
/** The server's own words; `otherwise` when none came, as after a dropped connection. */
export const refusalText = (error: unknown, otherwise: string): string =>
  error instanceof CallRefused && error.message !== '' ? error.message : otherwise

/** Shows the first text of each field under it; form fields are called as on the wire. */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Values>,
  fields: readonly Path<Values>[],
): void {
  if (!(error instanceof CallRefused)) return
  for (const field of fields) {
    const [message] = error.errors[field] ?? []
    if (message !== undefined) setError(field, { type: 'server', message })
  }
}
