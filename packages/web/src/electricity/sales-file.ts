// The list of sales as a file for a spreadsheet (CP-12).
import { dayOf, type ElectricitySale, formatTime, formatToken, toDalasi } from '@flexpower/contract'
import { headings } from './sale-rows.ts'

type SaleValue = (sale: ElectricitySale) => string | number

/** Tokens in blocks: a spreadsheet takes twenty bare digits for a number and rounds them. */
const columns: Readonly<Record<string, SaleValue>> = {
  [headings.at]: ({ at }) => `${dayOf(at)} ${formatTime(at)}`,
  [headings.customerName]: (sale) => sale.customerName,
  [headings.meter]: (sale) => sale.meter,
  [headings.tendered]: (sale) => toDalasi(sale.tendered),
  [headings.vended]: (sale) => toDalasi(sale.vended),
  [headings.fee]: (sale) => toDalasi(sale.fee),
  [headings.tokens]: (sale) => sale.tokens.map(formatToken).join(', '),
  [headings.cashierName]: (sale) => sale.cashierName,
  [headings.location]: (sale) => sale.location,
  [headings.transactionId]: (sale) => sale.transactionId,
}

export const saleFileColumns = (withLocation: boolean): Readonly<Record<string, SaleValue>> =>
  Object.fromEntries(
    Object.entries(columns).filter(([heading]) => withLocation || heading !== headings.location),
  )
