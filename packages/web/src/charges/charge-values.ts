// The values of a band's form, as text.
import {
  type Bututs,
  type Charge,
  chargeForm,
  chargeStatuses,
  type CheckedCharge,
  parseHundredths,
  toDalasi,
} from '@flexpower/contract'

export type ChargeFieldName = keyof CheckedCharge
export type ChargeValues = Record<ChargeFieldName, string>

/** In the order of the form, with the same text as its labels. */
export const fieldLabels: Record<ChargeFieldName, string> = {
  start: 'Start Amount',
  end: 'End Amount',
  kind: 'Type',
  fee: 'Amount',
  active: 'Status',
}

/** A new band has no type and no status until somebody chooses: both affect money (V-CH-03). */
export function fillValues(charge: Charge | null): ChargeValues {
  return {
    start: charge ? plain(charge.start) : '',
    end: charge ? plain(charge.end) : '',
    kind: charge?.kind ?? '',
    fee: charge ? plain(charge.fee) : '',
    active: charge ? formatStatus(charge.active) : '',
  }
}

/** Hundredths as a user types them: `100`, `499.99`. */
const plain = (hundredths: number): string => String(toDalasi(hundredths as Bututs))
const formatStatus = (active: boolean): string => (active ? chargeStatuses.active : chargeStatuses.inactive)

/** The band in the form, or null while the form is not valid. */
export function readInput(values: ChargeValues): CheckedCharge | null {
  const read = chargeForm.safeParse(values)
  return read.success ? read.data : null
}

/** Both amounts are filled in, and the end is not above the start. */
export function endsBelowStart(values: ChargeValues): boolean {
  const [start, end] = [values.start, values.end].map(parseHundredths)
  return typeof start === 'number' && typeof end === 'number' && end <= start
}
