// The columns of the list of airtime sales, in the table and in its file (AP-04).
import { type AirtimeSale, dayOf, formatTime, toDalasi } from '@flexpower/contract'
import type { FileColumns } from '../shell/list-table-props.ts'

export const headings = {
  at: 'Date',
  phone: 'Mobile Number',
  operator: 'Company',
  tendered: 'Tendered Amount',
  vended: 'Vend Amount',
  cashierName: 'Cashier',
  location: 'Location',
} as const

export const fileColumns: FileColumns<AirtimeSale> = {
  [headings.at]: ({ at }) => `${dayOf(at)} ${formatTime(at)}`,
  [headings.phone]: ({ phone }) => phone,
  [headings.operator]: ({ operator }) => operator,
  [headings.tendered]: ({ tendered }) => toDalasi(tendered),
  [headings.vended]: ({ vended }) => toDalasi(vended),
  [headings.cashierName]: ({ cashierName }) => cashierName,
  [headings.location]: ({ location }) => location,
}
