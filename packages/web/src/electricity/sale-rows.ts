// The list of sales as text: the names of its columns, and what a search looks through (T-03).
import { type ElectricitySale, formatDay, formatGmd, formatTime, formatToken } from '@flexpower/contract'

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
