// The list of sales as text: what a search looks through (T-03) and what a spreadsheet gets (CP-12).
import {
  dayOf,
  type ElectricitySale,
  formatDay,
  formatGmd,
  formatTime,
  formatToken,
  toDalasi,
} from '@flexpower/contract'
import { csvOf } from '../lib/csv.ts'

/** CP-10, and CP-13 for a cashier; the table and the file have the same ones, but for Action. */
export const headings = {
  at: 'Date',
  customerName: 'Customer Name',
  meter: 'Meter Number',
  tendered: 'Tendered Amount',
  vended: 'Vend Amount',
  fee: 'Fee',
  tokens: 'List Token',
  cashierName: 'Cashier',
  location: 'Location',
  transactionId: 'Transaction ID',
} as const

/** Every shown field as it is shown; digits also without their blanks, for who types them so. */
export const searchTextOf = (sale: ElectricitySale, withLocation: boolean): string =>
  [
    `${formatDay(sale.at)} ${formatTime(sale.at)}`,
    sale.customerName,
    sale.meter,
    formatGmd(sale.tendered),
    formatGmd(sale.vended),
    formatGmd(sale.fee),
    ...sale.tokens.flatMap((token) => [formatToken(token), token]),
    sale.cashierName,
    withLocation ? sale.location : '',
    sale.transactionId,
  ]
    .join('\n')
    .toLowerCase()

export const matches = (text: string, term: string): boolean => text.includes(term.trim().toLowerCase())

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
