// The columns of the list of payments, in the table and in its file (PP-04).
import type { PostpaidPayment } from '@flexpower/contract'
import { soldHeadings } from '../sold-columns.tsx'
import { soldValues } from '../sold-values.ts'
import type { FileColumns } from '../../list/columns.tsx'

/** PP-04; the table and the file have the same ones, but for Action. */
export const headings = {
  ...soldHeadings,
  customerName: 'Customer Name',
  accountReference: 'Account Reference',
  receiptToken: 'Token',
} as const

export const fileColumns: FileColumns<PostpaidPayment> = {
  [headings.at]: soldValues.at,
  [headings.customerName]: ({ customerName }) => customerName,
  [headings.accountReference]: ({ accountReference }) => accountReference,
  [headings.tendered]: soldValues.tendered,
  [headings.vended]: soldValues.vended,
  [headings.receiptToken]: ({ receiptToken }) => receiptToken,
  [headings.cashierName]: soldValues.cashierName,
  [headings.location]: soldValues.location,
}
