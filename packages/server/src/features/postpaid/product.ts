// Bills for the mechanism that sells everything: how a payment reaches the utility and how it is looked up.
import { type Bututs, type PostpaidPayment, postpaidPayment } from '@flexpower/contract'
import { mapAccepted } from '../../gateways/outcome.ts'
import {
  type Bill,
  type BillPayment,
  describeRecord,
  nameSeen,
  type PaidBill,
  type UtilityGateway,
} from '../../gateways/utility.ts'
import { accounts } from '../../ledger/accounts.ts'
import type { OpenSale } from '../../ledger/book.ts'
import {
  asDalasi,
  asInstant,
  asNumber,
  asText,
  detail,
  detailInDalasi,
  receiptNumberColumn,
  type ShownColumns,
} from '../../sales/shown-columns.ts'
import type { Terms } from '../../sales/terms.ts'
import type { Delivery, Product, SaleRow } from '../../sales/product.ts'
import { formatReceiptNumber } from '../../sales/reference.ts'

/** Whose bill is paid. */
export type PostpaidTerms = Terms<Bill>

interface Details {
  utilityTransaction: string
  receipt: string
  serviceAddress: string
  /** Null when nobody told. */
  dueAfter: Bututs | null
  paidAt: Date
}

export function createPostpaid(utility: UtilityGateway, utilityName: string): Product {
  return {
    name: 'postpaid',
    floatKind: 'electricity',
    payee: accounts.utility,
    counterpart: utilityName,
    subjectName: 'account',
    send: async (sale) =>
      mapAccepted(await utility.payBill(paymentOf(sale)), (paid) => deliveryOf(sale, paid)),
    find: async (sale) =>
      mapAccepted(await utility.findBillPayment(paymentOf(sale), sale.createdAt), (found) =>
        found === null || 'kind' in found ? found : deliveryOf(sale, found),
      ),
    readSeen: async (sale, seen) =>
      mapAccepted(await utility.readTransaction(nameSeen(seen, sale.createdAt)), (record) => ({
        // A bill has no meter: a record that names one is about something else, whatever its account.
        record: describeRecord(record, record.meter || record.account),
        delivery: deliveryOf(sale, {
          customerName: record.customerName || billOf(sale).customerName,
          utilityTransaction: record.utilityTransaction,
          receipt: record.receipt,
          dueAfter: record.accountBalance,
          paidAt: record.paidAt ?? sale.createdAt,
        }),
      })),
    nameOn: (quote) => (quote as PostpaidTerms).quote.customerName,
    deliveredByWord: (sale) =>
      deliveryOf(sale, {
        customerName: billOf(sale).customerName,
        utilityTransaction: '',
        receipt: '',
        dueAfter: null,
        paidAt: sale.createdAt,
      }),
  }
}

const billOf = ({ quote }: OpenSale) => (quote as PostpaidTerms).quote

const paymentOf = (sale: OpenSale): BillPayment => ({
  reference: sale.reference,
  account: sale.subject,
  amount: sale.tendered,
  phone: sale.phone,
  bill: billOf(sale),
})

type Known = Omit<PaidBill, 'dueAfter'> & { dueAfter: Bututs | null }

/** A bill has no token: its receipt stands where a token would, and is not one of a meter's. */
function deliveryOf(sale: OpenSale, { customerName, ...paid }: Known): Delivery {
  const details: Details = { ...paid, serviceAddress: billOf(sale).serviceAddress }
  return { customerName, tokens: [], details }
}

export function shownPayment(row: SaleRow): PostpaidPayment {
  const details = row.details as Details
  return {
    id: row.id,
    at: row.at,
    customerName: row.customer_name,
    accountReference: row.subject,
    tendered: row.tendered,
    vended: row.vended,
    receiptToken: details.receipt,
    cashierName: row.cashier_name,
    location: row.location,
    transactionId: row.transaction_id,
    receiptNumber: formatReceiptNumber(row),
    serviceAddress: details.serviceAddress,
    dueAfter: details.dueAfter,
  }
}

/** The same for the lists, where PostgreSQL writes it; a test holds the two together. */
const columns: ShownColumns<PostpaidPayment> = {
  id: asNumber('id'),
  at: asInstant('at'),
  customerName: asText('customer_name'),
  accountReference: asText('subject'),
  tendered: asDalasi('tendered'),
  vended: asDalasi('vended'),
  receiptToken: detail('receipt'),
  cashierName: asText('cashier_name'),
  location: asText('location'),
  transactionId: asText('transaction_id'),
  receiptNumber: receiptNumberColumn,
  serviceAddress: detail('serviceAddress'),
  dueAfter: detailInDalasi('dueAfter'),
}

export const shownPayments = {
  product: 'postpaid',
  row: postpaidPayment,
  columns,
  unshown: ['fee', 'transaction_id'],
} as const
