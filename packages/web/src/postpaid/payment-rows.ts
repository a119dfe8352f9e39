// The list of payments as text: the names of its columns, what a search looks through (PP-05), and the file.
import { dayOf, formatDay, formatGmd, formatTime, type PostpaidPayment, toDalasi } from '@flexpower/contract'
import { csvOf } from '../lib/csv.ts'

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

/** Every shown field as it is shown; receipt and reference as well, which stand on the customer's paper. */
export const searchTextOf = (payment: PostpaidPayment): string =>
  [
    `${formatDay(payment.at)} ${formatTime(payment.at)}`,
    payment.customerName,
    payment.accountReference,
    formatGmd(payment.tendered),
    formatGmd(payment.vended),
    payment.receiptToken,
    payment.cashierName,
    payment.location,
    payment.receiptNumber,
    payment.transactionId,
  ].join('\n')

export const paymentsCsv = (payments: readonly PostpaidPayment[]): string =>
  csvOf(
    payments.map((payment) => ({
      at: `${dayOf(payment.at)} ${formatTime(payment.at)}`,
      customerName: payment.customerName,
      accountReference: payment.accountReference,
      tendered: toDalasi(payment.tendered),
      vended: toDalasi(payment.vended),
      receiptToken: payment.receiptToken,
      cashierName: payment.cashierName,
      location: payment.location,
    })),
    Object.values(headings),
  )
