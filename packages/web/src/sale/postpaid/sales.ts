// The payments of bills as the server has them: where they are listed, with which columns, and how one of them ended.
import { formatGmd, postpaid, type PostpaidPayment } from '@flexpower/contract'
import { call } from '../../api/client.ts'
import type { FileColumns } from '../../list/list-table-props.ts'
import type { ProductSales } from '../product.ts'
import { soldHeadings } from '../sold-columns.tsx'
import { soldValues } from '../sold-values.ts'

export const postpaidSales: ProductSales<PostpaidPayment> = {
  lists: [postpaid.list],
  readStatus: (reference) => call(postpaid.status, { reference }),
  describe: (payment) => ({
    title: `The bill of ${payment.customerName} is paid: ${formatGmd(payment.tendered)}`,
    text: `Account ${payment.accountReference}, receipt ${payment.receiptNumber}. Give it to the customer.`,
  }),
}

/** PP-04: the table and the file have the same ones, but for Action. */
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
