// The list of airtime sales as text: the names of its columns, what a search looks through (T-03), and the file (AP-04).
import { type AirtimeSale, dayOf, formatDay, formatGmd, formatTime, toDalasi } from '@flexpower/contract'
import { csvOf } from '../lib/csv.ts'

export const headings = {
  at: 'Date',
  phone: 'Mobile Number',
  operator: 'Company',
  tendered: 'Tendered Amount',
  vended: 'Vend Amount',
  cashierName: 'Cashier',
  location: 'Location',
} as const

/** Every shown field as it is shown; the reference as well, by which an open sale was known. */
export const searchTextOf = (sale: AirtimeSale): string =>
  [
    `${formatDay(sale.at)} ${formatTime(sale.at)}`,
    sale.phone,
    sale.operator,
    formatGmd(sale.tendered),
    formatGmd(sale.vended),
    sale.cashierName,
    sale.location,
    sale.transactionId,
  ].join('\n')

export const airtimeCsv = (sales: readonly AirtimeSale[]): string =>
  csvOf(
    sales.map((sale) => ({
      at: `${dayOf(sale.at)} ${formatTime(sale.at)}`,
      phone: sale.phone,
      operator: sale.operator,
      tendered: toDalasi(sale.tendered),
      vended: toDalasi(sale.vended),
      cashierName: sale.cashierName,
      location: sale.location,
    })),
    Object.values(headings),
  )
