// Bills: how one is verified, paid at the utility, found again, listed and compared with the utility's books.
import {
  type Bututs,
  bututs,
  formatGmd,
  toNoon,
  type PostpaidPayment,
  postpaidPayment,
} from '@flexpower/contract'
import { mapAccepted } from '../../gateways/outcome.ts'
import {
  type UtilityBill,
  type BillPayment,
  describeRecord,
  findPhone,
  isBill,
  nameSeen,
  type PaidBill,
  type Recorded,
} from '../../gateways/utility.ts'
import { accounts } from '../../ledger/accounts.ts'
import type { HeldSale } from '../../ledger/book.ts'
import type { Context } from '../../runtime/context.ts'
import type { Delivery, KnownRecord, Product, RecordedSale, SaleRow } from '../../sales/product.ts'
import { hideMiddle } from '../../sales/receipts.ts'
import { formatReceiptNumber } from '../../sales/reference.ts'
import {
  asDalasi,
  asInstant,
  asNumber,
  asText,
  detail,
  detailInDalasi,
  receiptCodeColumn,
  receiptNumberColumn,
  type ShownColumns,
} from '../../sales/shown-columns.ts'
import type { Terms } from '../../sales/terms.ts'
import { answerAtCounter } from '../../utility-answer.ts'

/** Whose bill is paid. */
export type PostpaidTerms = Terms<UtilityBill>

interface Details {
  utilityTransaction: string
  receipt: string
  serviceAddress: string
  /** Null if it was not reported. */
  dueAfter: Bututs | null
  paidAt: Date
}

type Parts = Pick<Context, 'config' | 'log' | 'utility'>

export function createPostpaid(parts: Parts): Product<'postpaid'> {
  const { config, utility } = parts
  return {
    name: 'postpaid',
    floatKind: 'electricity',
    payee: accounts.utility,
    counterpart: config.site.utilityName,
    subjectName: 'account',
    otherSide: 'utility',
    ordered: 'vended',
    quotedName: 'customerName',
    comesWithTokens: false,
    found: { name: 'customer_name', tokens: `array_remove(array[details ->> 'receipt'], null)` },
    isSeenBy: ({ mayTakePostpaid }) => mayTakePostpaid,
    verify: async (_seller, account, amount) => ({
      // A bill is paid without fee or commission.
      fee: bututs(0),
      vended: amount,
      commission: bututs(0),
      chargeId: null,
      quote: answerAtCounter(parts, await utility.bill(account)),
    }),
    send: async (sale) =>
      mapAccepted(await utility.payBill(buildPayment(sale)), (paid) => buildDelivery(sale, paid)),
    find: async (sale) =>
      mapAccepted(await utility.findBillPayment(buildPayment(sale), sale.createdAt), (found) =>
        found === null || 'kind' in found ? found : buildDelivery(sale, found),
      ),
    readSeen: async (sale, seen) =>
      mapAccepted(await utility.readTransaction(nameSeen(seen, sale.createdAt)), (record) => ({
        // A bill has no meter: a record that names one is about something else, whatever its account.
        record: describeRecord(record, record.meter || record.account),
        delivery: buildDelivery(sale, {
          customerName: record.customerName || readBill(sale).customerName,
          utilityTransaction: record.utilityTransaction,
          receipt: record.receipt,
          dueAfter: record.accountBalance,
          paidAt: record.paidAt ?? sale.createdAt,
        }),
      })),
    deliveredByWord: (sale) =>
      buildDelivery(sale, {
        customerName: readBill(sale).customerName,
        utilityTransaction: '',
        receipt: '',
        dueAfter: null,
        paidAt: sale.createdAt,
      }),
    readRecord: (record, known) =>
      isBill(record as Recorded) ? readPaidBill(record as Recorded, known) : null,
    again: {
      what: 'receipt',
      writeSms: ({ subject, tendered, details }) => {
        const { receipt } = details as Details
        return receipt === ''
          ? null
          : `${config.site.productName}: ${formatGmd(tendered)} paid for account ${subject}, receipt ${receipt}`
      },
    },
    publicFacts: ({ subject }) => [{ label: 'Account', value: hideMiddle(subject) }],
    show,
    listed: { row: postpaidPayment, columns, unshown: ['fee', 'transaction_id'] },
  }
}

function readPaidBill(recorded: Recorded, { day }: KnownRecord): RecordedSale {
  const { utilityTransaction, receipt, serviceAddress, accountBalance: dueAfter, customerName } = recorded
  const paidAt = recorded.paidAt ?? toNoon(day)
  return {
    product: 'postpaid',
    subject: recorded.account,
    phone: findPhone(recorded.remarks),
    transaction: utilityTransaction,
    at: paidAt,
    amount: recorded.amount,
    units: null,
    cost: null,
    remarks: recorded.remarks,
    name: customerName,
    fixed: { tendered: recorded.amount, fee: bututs(0) },
    delivery: {
      customerName,
      tokens: [],
      details: { utilityTransaction, receipt, serviceAddress, dueAfter, paidAt },
    },
    quote: { account: recorded.account, customerName, serviceAddress, due: dueAfter },
  }
}

const readBill = ({ quote }: HeldSale) => (quote as PostpaidTerms).quote

const buildPayment = (sale: HeldSale): BillPayment => ({
  reference: sale.reference,
  account: sale.subject,
  amount: sale.tendered,
  phone: sale.phone,
  bill: readBill(sale),
})

type Known = Omit<PaidBill, 'dueAfter'> & { dueAfter: Bututs | null }

/** A bill has no token: its receipt is in the details. */
function buildDelivery(sale: HeldSale, { customerName, ...paid }: Known): Delivery {
  const details: Details = { ...paid, serviceAddress: readBill(sale).serviceAddress }
  return { customerName, tokens: [], details }
}

function show(row: SaleRow): PostpaidPayment {
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
    cashierId: row.user_id,
    location: row.location,
    transactionId: row.transaction_id,
    receiptNumber: formatReceiptNumber(row),
    receiptCode: row.receipt_code,
    serviceAddress: details.serviceAddress,
    dueAfter: details.dueAfter,
  }
}

const columns: ShownColumns<PostpaidPayment> = {
  id: asNumber('id'),
  at: asInstant('at'),
  customerName: asText('customer_name'),
  accountReference: asText('subject'),
  tendered: asDalasi('tendered'),
  vended: asDalasi('vended'),
  receiptToken: detail('receipt'),
  cashierName: asText('cashier_name'),
  cashierId: asNumber('user_id'),
  location: asText('location'),
  transactionId: asText('transaction_id'),
  receiptNumber: receiptNumberColumn,
  receiptCode: receiptCodeColumn,
  serviceAddress: detail('serviceAddress'),
  dueAfter: detailInDalasi('dueAfter'),
}
