// Forms say the contract's words: this joins react-hook-form to a form schema of the contract, so that browser and
// server refuse the same input with the same text.
import type { Codec } from '@flexpower/contract'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'

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
