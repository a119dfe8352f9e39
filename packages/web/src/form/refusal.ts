// What the server said when it said no: in words for the person, and under the fields that it is about.
import { CallRefused } from '@flexpower/contract'
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'

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
