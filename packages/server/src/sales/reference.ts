// What a sale is called: its own number as people read it, and the number of its receipt.
import { dayOf } from '@flexpower/contract'
import type { SaleRow } from './line.ts'

export const referenceOf = (id: number, at: Date): string =>
  `${dayOf(at).slice(2).replaceAll('-', '')}-${String(id).padStart(5, '0')}`

/** As it is printed. */
export const receiptNumberOf = ({ receipt_number: number }: SaleRow): string =>
  `R-${String(number).padStart(7, '0')}`

/** The number of the sale that a reference names, or null for anything that is no reference of ours. */
export function idOfReference(reference: string): number | null {
  const digits = /^\d{6}-(\d{5,15})$/.exec(reference)?.[1]
  return digits === undefined ? null : Number(digits)
}
