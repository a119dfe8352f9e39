// The list of sales as a file for a spreadsheet (CP-12, CP-15).
import { dayOf, type ElectricitySale, formatTime, formatToken, toDalasi } from '@flexpower/contract'
import { csvOf, downloadCsv, randomFileNumber } from '../lib/csv.ts'
import { headings } from './sale-rows.ts'

export const downloadSales = (sales: readonly ElectricitySale[], withLocation: boolean): void =>
  downloadCsv(`cash-power-${randomFileNumber()}`, salesCsv(sales, withLocation))

/** Tokens in blocks: a spreadsheet takes twenty bare digits for a number and rounds them. */
export function salesCsv(sales: readonly ElectricitySale[], withLocation: boolean): string {
  const { location: _, ...others } = headings
  const columns = withLocation ? headings : others
  const records = sales.map((sale) => ({
    at: `${dayOf(sale.at)} ${formatTime(sale.at)}`,
    customerName: sale.customerName,
    meter: sale.meter,
    tendered: toDalasi(sale.tendered),
    vended: toDalasi(sale.vended),
    fee: toDalasi(sale.fee),
    tokens: sale.tokens.map(formatToken).join(', '),
    cashierName: sale.cashierName,
    ...(withLocation && { location: sale.location }),
    transactionId: sale.transactionId,
  }))
  return csvOf(records, Object.values(columns))
}
