// What the form of a band holds, as text, and how it meets a change that somebody else made meanwhile: what the person typed
// stays, what they left alone takes the newer value.
import {
  type Bututs,
  type Charge,
  chargeFields,
  chargeForm,
  chargeStatuses,
  type CheckedCharge,
  parseHundredths,
  toDalasi,
} from '@flexpower/contract'

export type ChargeFieldName = (typeof chargeFields)[keyof typeof chargeFields]
export type ChargeValues = Record<ChargeFieldName, string>
export type ChargeInput = Omit<Charge, 'id' | 'version'>

/** In the order of the form; the same words as on its labels. */
export const fieldLabels: Record<ChargeFieldName, string> = {
  [chargeFields.start]: 'Start Amount',
  [chargeFields.end]: 'End Amount',
  [chargeFields.kind]: 'Type',
  [chargeFields.fee]: 'Amount',
  [chargeFields.active]: 'Status',
}
export const fieldNames = Object.keys(fieldLabels) as ChargeFieldName[]

/** A new band has no type and no status until somebody chooses: both decide about money (V-CH-03). */
export function fillValues(charge: Charge | null): ChargeValues {
  return {
    [chargeFields.start]: charge ? plain(charge.start) : '',
    [chargeFields.end]: charge ? plain(charge.end) : '',
    [chargeFields.kind]: charge?.kind ?? '',
    [chargeFields.fee]: charge ? plain(charge.fee) : '',
    [chargeFields.active]: charge ? formatStatus(charge.active) : '',
  }
}

/** Hundredths as a person types them: `100`, `499.99`. */
const plain = (hundredths: number): string => String(toDalasi(hundredths as Bututs))
const formatStatus = (active: boolean): string => (active ? chargeStatuses.active : chargeStatuses.inactive)

export const buildInput = (checked: CheckedCharge): ChargeInput => ({
  start: checked[chargeFields.start],
  end: checked[chargeFields.end],
  fee: checked[chargeFields.fee],
  kind: checked[chargeFields.kind],
  active: checked[chargeFields.active],
})

/** The band that the form describes, or null while it describes none. */
export function readInput(values: ChargeValues): ChargeInput | null {
  const read = chargeForm.safeParse(values)
  return read.success ? buildInput(read.data) : null
}

/** Both amounts are filled in, and the end is not above the start. */
export function endsBelowStart(values: ChargeValues): boolean {
  const [start, end] = [chargeFields.start, chargeFields.end].map((name) => parseHundredths(values[name]))
  return typeof start === 'number' && typeof end === 'number' && end <= start
}

export function mergeValues(seen: ChargeValues, typed: ChargeValues, newer: ChargeValues): ChargeValues {
  const merged = { ...newer }
  for (const field of fieldNames) if (typed[field] !== seen[field]) merged[field] = typed[field]
  return merged
}

/** Labels of the fields that both changed, to different values. */
export const findClashes = (seen: ChargeValues, typed: ChargeValues, newer: ChargeValues): string[] =>
  fieldNames
    .filter(
      (field) =>
        seen[field] !== newer[field] && typed[field] !== seen[field] && typed[field] !== newer[field],
    )
    .map((field) => fieldLabels[field])
