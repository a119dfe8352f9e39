// Post paid at the counter: whose bill it is and what is due, and the payment itself.
import type { Api } from '@flexpower/contract'
import type { Call, Handlers } from '../../http/handle.ts'
import { requireOwnId } from '../../identity/claimed-id.ts'
import { listSales, readStatus, sellProduct, verifySale } from '../../sales/counter.ts'
import type { PostpaidTerms } from './product.ts'

type Calls = Api['postpaid']

export const postpaid: Handlers['postpaid'] = { verify, pay, status, list }

const NOT_YOURS = 'You can take payments only in your own name. Nothing was paid.'

async function verify(call: Call<Calls['verify']>) {
  const { accountReference, amount, claimedUser } = call.input
  requireOwnId(call.caller, claimedUser, NOT_YOURS)
  const terms = await verifySale(call, call.context.products.postpaid, accountReference, amount)
  const { customerName, serviceAddress, due } = (terms as PostpaidTerms).quote
  return {
    status: 'success' as const,
    message: 'Account verified successfully!',
    bill: { customerName, serviceAddress, accountReference, due },
  }
}

async function pay(call: Call<Calls['pay']>) {
  const { accountReference: subject, phone, amount: tendered, claimedUser } = call.input
  requireOwnId(call.caller, claimedUser, NOT_YOURS)
  return sellProduct(call, call.context.products.postpaid, { subject, phone, tendered })
}

async function status(call: Call<Calls['status']>) {
  return readStatus(call, call.context.products.postpaid, call.input.reference)
}

async function list(call: Call<Calls['list']>) {
  return listSales(call, call.context.products.postpaid)
}
