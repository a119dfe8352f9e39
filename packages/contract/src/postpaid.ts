// Post paid: a bill of the utility, paid at the counter.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { amount, digitsLine, fields, gmd, ignored, instant, line, nothing, within } from './wire.ts'

export const postpaidPayment = fields({
  at: ['created_at', instant],
  customerName: ['customer_name', z.string()],
  accountReference: ['account_reference', z.string()],
  tendered: ['amount', gmd],
  vended: ['vend_amount', gmd],
  receiptToken: ['token', z.string()],
  cashierName: ['recorded_by', z.string()],
  location: z.string(),
})
export type PostpaidPayment = z.output<typeof postpaidPayment>

const asked = fields({
  accountReference: ['account_reference', line('Account Reference', 50)],
  amount: amount('Amount', 100, 'Amount must be at least 1'),
  phone: ['telephone', digitsLine('Mobile Number', limits.phoneLeast, limits.phoneMost)],
  claimedUser: ['user_id', ignored],
})

export const postpaid = {
  verify: endpoint({
    method: 'POST',
    path: 'make-payment-post-paid',
    access: 'postpaid',
    failure: 'sale',
    request: asked,
    response: fields({
      status: z.literal('success'),
      message: z.string(),
      bill: ['data', fields({ customerName: ['customer_name', z.string()], due: ['amount_due', gmd] })],
    }),
  }),
  pay: endpoint({
    method: 'POST',
    path: 'transactions-post-paid',
    access: 'postpaid',
    failure: 'sale',
    status: 201,
    request: asked,
    response: fields({
      status: z.enum(['success', 'pending']),
      message: z.string(),
      reference: z.string(),
      payment: ['data', z.optional(postpaidPayment)],
    }),
  }),
  list: endpoint({
    method: 'GET',
    path: 'transactions-post-paid',
    access: 'postpaid',
    request: nothing,
    response: within('data', z.array(postpaidPayment)),
  }),
}
