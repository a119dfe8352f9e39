// How the screen writes a band: its amounts, its fee, its state.
import { type Bututs, type Charge, formatAmount, formatGmd } from '@flexpower/contract'

/** `GMD 5.00`, `1.50 %` */
export const feeText = ({ kind, fee }: Pick<Charge, 'kind' | 'fee'>): string =>
  kind === 'fixed' ? formatGmd(fee as Bututs) : `${formatAmount(fee as Bututs)} %`

interface Range {
  start: Bututs
  /** Null: no upper end. */
  end: Bututs | null
}

/** `GMD 100.00 to GMD 499.99`, `GMD 20,000.01 and above` */
export const rangeText = ({ start, end }: Range): string =>
  end === null ? `${formatGmd(start)} and above` : `${formatGmd(start)} to ${formatGmd(end)}`

/** `100.00 to 499.99`, where the currency is clear. */
export const shortRange = ({ start, end }: Range): string =>
  end === null ? `${formatAmount(start)} and above` : `${formatAmount(start)} to ${formatAmount(end)}`

export const statusText = (active: boolean): string => (active ? 'Active' : 'Inactive')

/** The whole band in one line: `GMD 100.00 to GMD 499.99, GMD 5.00, fixed, Active` */
export const bandText = (charge: Charge): string =>
  [rangeText(charge), feeText(charge), charge.kind, statusText(charge.active)].join(', ')
