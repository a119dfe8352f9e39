// The names of the columns of the list of sales: the table and the file have the same ones, but for Action.
import { soldHeadings } from '../sold-columns.tsx'

/** CP-10, and CP-13 for a cashier. */
export const headings = {
  at: soldHeadings.at,
  customerName: 'Customer Name',
  meter: 'Meter Number',
  tendered: soldHeadings.tendered,
  vended: soldHeadings.vended,
  fee: 'Fee',
  tokens: 'List Token',
  cashierName: soldHeadings.cashierName,
  location: soldHeadings.location,
  transactionId: 'Transaction ID',
} as const
