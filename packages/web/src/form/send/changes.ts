// A form whose record somebody else changed meanwhile. Fields that the user changed keep the typed value, the others
// take the newer one, so that nothing is lost on either side. A form holds its record as text.
export type FormTexts<Field extends string> = Record<Field, string>

export interface Clash<Field extends string> {
  field: Field
  /** The value when the form was opened, and the current one. */
  before: string
  now: string
  /** The value in this form, if the user changed it too. */
  typed: string | null
}

interface ThreeStates<Field extends string> {
  seen: FormTexts<Field>
  typed: FormTexts<Field>
  newer: FormTexts<Field>
}

/** Every field that somebody else changed since it was loaded here. */
export function findClashes<Field extends string>({
  seen,
  typed,
  newer,
}: ThreeStates<Field>): Clash<Field>[] {
  const isOwnChange = (field: Field) => typed[field] !== seen[field] && typed[field] !== newer[field]
  return (Object.keys(seen) as Field[])
    .filter((field) => seen[field] !== newer[field])
    .map((field) => ({
      field,
      before: seen[field],
      now: newer[field],
      typed: isOwnChange(field) ? typed[field] : null,
    }))
}

export function mergeTexts<Field extends string>({
  seen,
  typed,
  newer,
}: ThreeStates<Field>): FormTexts<Field> {
  const merged = { ...newer }
  for (const field of Object.keys(seen) as Field[])
    if (typed[field] !== seen[field]) merged[field] = typed[field]
  return merged
}
