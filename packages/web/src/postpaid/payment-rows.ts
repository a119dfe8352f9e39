// The columns of the list of payments, in the table and in its file (PP-04).
import { dayOf, formatTime, type PostpaidPayment, toDalasi } from '@flexpower/contract'
import type { FileColumns } from '../shell/list-table-props.ts'

/** PP-04; the table and the file have the same ones, but for Action. */
export const headings = {
  at: 'Date',
  customerName: 'Customer Name',
  accountReference: 'Account Reference',
  tendered: 'Tendered Amount',
  vended: 'Vend Amount',
  receiptToken: 'Token',
  cashierName: 'Cashier',
  location: 'Location',
} as const

export const fileColumns: FileColumns<PostpaidPayment> = {
  [headings.at]: ({ at }) => `${dayOf(at)} ${formatTime(at)}`,
  [headings.customerName]: ({ customerName }) => customerName,
  [headings.accountReference]: ({ accountReference }) => accountReference,
  [headings.tendered]: ({ tendered }) => toDalasi(tendered),
  [headings.vended]: ({ vended }) => toDalasi(vended),
  [headings.receiptToken]: ({ receiptToken }) => receiptToken,
  [headings.cashierName]: ({ cashierName }) => cashierName,
  [headings.location]: ({ location }) => location,
}
