// Post paid: a utility bill, paid at the counter.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { list } from './list.ts'
import { soldAs } from './sales.ts'
import { amount, digitsLine, fields, gmd, id, ignored, instant, line } from './wire.ts'

export const postpaidPayment = fields({
  id: id(),
  at: ['created_at', instant],
  customerName: ['customer_name', z.string()],
  accountReference: ['account_reference', z.string()],
  tendered: ['amount', gmd],
  vended: ['vend_amount', gmd],
  /** The utility's own receipt, which is for a bill what a token is for a meter. */
  receiptToken: ['token', z.string()],
  cashierName: ['recorded_by', z.string()],
  cashierId: ['recorded_by_user', id()],
  location: z.string(),
  transactionId: ['transaction_id', z.string()],
  receiptNumber: ['receipt_number', z.string()],
  /** By which anybody can check its receipt; null: sold before there were codes. */
  receiptCode: ['receipt_code', z.nullable(z.string())],
  serviceAddress: ['service_address', z.string()],
  /** What was still owed afterwards; null if not known. */
  dueAfter: ['amount_due', z.nullable(gmd)],
})
export type PostpaidPayment = z.output<typeof postpaidPayment>

const asked = fields({
  accountReference: ['account_reference', line('Account Reference', 50)],
  amount: amount('Amount', 100, 'Amount must be at least 1'),
  phone: ['telephone', digitsLine('Mobile Number', limits.phoneLeast, limits.phoneMost)],
  claimedUser: ['user_id', ignored],
})

const bill = fields({
  customerName: ['customer_name', z.string()],
  serviceAddress: ['service_address', z.string()],
  accountReference: ['account_reference', z.string()],
  due: ['amount_due', gmd],
})
export type Bill = z.output<typeof bill>

const paidOrPending = soldAs(postpaidPayment)

export const postpaid = {
  verify: endpoint({
    method: 'POST',
    path: 'make-payment-post-paid',
    access: 'postpaid',
    failure: 'sale',
    request: asked,
    response: fields({ status: z.literal('success'), message: z.string(), bill: ['data', bill] }),
  }),
  pay: endpoint({
    method: 'POST',
    path: 'transactions-post-paid',
    access: 'postpaid',
    lane: 'sales',
    failure: 'sale',
    status: 201,
    request: asked,
    response: paidOrPending,
  }),
  /** The outcome of a payment: the same answer as the payment itself gave, or would have given. */
  status: endpoint({
    method: 'GET',
    path: 'transactions-post-paid/{reference}/status',
    access: 'postpaid',
    failure: 'sale',
    request: fields({ reference: line('Reference', 40) }),
    response: paidOrPending,
  }),
  list: list({
    path: 'transactions-post-paid',
    access: 'postpaid',
    lane: 'reading',
    row: postpaidPayment,
    envelope: 'data',
  }),
}

const typed = fields({
  accountReference: ['account_reference', z.string()],
  amount: z.string(),
  phone: ['telephone', z.string()],
  claimedUser: ['user_id', ignored],
})

/** Verifying and paying as the form sends them: as typed, because only the server checks it. */
export const postpaidAsTyped = {
  verify: { ...postpaid.verify, request: typed },
  pay: { ...postpaid.pay, request: typed },
}
