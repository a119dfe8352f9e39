// What is wrong with a form, under its fields. It connects a form schema of the contract to react-hook-form, so that
// browser and server refuse the same input with the same text, and shows what the server refused.
import { CallRefused, type Codec } from '@flexpower/contract'
import type { FieldErrors, FieldValues, Path, Resolver, UseFormReturn } from 'react-hook-form'

/** The first problem of each field, because a form shows one text under a field. */
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

/** The server's text; `otherwise` when there is none, for instance after a dropped connection. */
export const refusalText = (error: unknown, otherwise: string): string =>
  error instanceof CallRefused && error.message !== '' ? error.message : otherwise

/** The server has refused: nothing was done. After any other failure that is not known. */
export const isRefused = (error: unknown): boolean => error instanceof CallRefused && error.status < 500

/** `failed` is true of a refusal only. */
export const failureTitle = (error: unknown, failed: string): string =>
  isRefused(error) ? failed : 'It is not known whether this was done'

/** Shows the first text of each field under it, and returns these fields. */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  { getValues, setError }: Pick<UseFormReturn<Values>, 'getValues' | 'setError'>,
): Path<Values>[] {
  if (!(error instanceof CallRefused)) return []
  const marked = Object.keys(getValues()).filter((field) => error.errors[field]?.[0]) as Path<Values>[]
  for (const field of marked) setError(field, { type: 'server', message: error.errors[field]?.[0] ?? '' })
  return marked
}
