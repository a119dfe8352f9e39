// Post paid at the counter: whose bill it is and what is due, and the payment itself.
import { type Api, type Bututs, bututs } from '@flexpower/contract'
import type { Caller, Context } from '../../runtime/context.ts'
import type { Bill } from '../../gateways/utility.ts'
import type { Handler } from '../../http/handle.ts'
import { requireOwnId } from '../../identity/claimed-id.ts'
import { answerOf, endOfReference } from '../../sales/answer.ts'
import { salesList } from '../../sales/list.ts'
import { keepTerms } from '../../sales/terms.ts'
import { answerAtCounter } from '../../utility-answer.ts'
import { type PostpaidTerms, shownPayment, shownPayments } from './product.ts'

type Calls = Api['postpaid']

const NOT_YOURS = 'You can take payments only in your own name. Nothing was paid.'

export const verify: Handler<Calls['verify']> = async ({ context, input, caller }) => {
  requireOwnId(caller, input.claimedUser, NOT_YOURS)
  const { customerName, serviceAddress, due } = await verifyAccount(
    context,
    caller,
    input.accountReference,
    input.amount,
  )
  return {
    status: 'success',
    message: 'Account verified successfully!',
    bill: { customerName, serviceAddress, accountReference: input.accountReference, due },
  }
}

export const pay: Handler<Calls['pay']> = async ({ context, input, caller, origin }) => {
  requireOwnId(caller, input.claimedUser, NOT_YOURS)
  const { accountReference: account, amount, phone } = input
  const end = await context.vending.sell({
    seller: { ...caller, sellsOnTheHouse: caller.type === 'Admin' },
    key: origin.idempotencyKey,
    product: context.products.postpaid,
    subject: account,
    phone,
    tendered: amount,
    terms: async () => void (await verifyAccount(context, caller, account, amount)),
  })
  return answerOf(context, 'postpaid', end, shownPayment)
}

/** Asks the utility and remembers its word; a bill is paid without fee or commission. */
async function verifyAccount(
  context: Context,
  caller: Caller,
  account: string,
  amount: Bututs,
): Promise<Bill> {
  const bill = answerAtCounter(context, await context.utility.bill(account))
  const terms: PostpaidTerms = {
    fee: bututs(0),
    vended: amount,
    commission: bututs(0),
    chargeId: null,
    quote: bill,
  }
  await keepTerms(context, caller, 'postpaid', account, amount, terms)
  return bill
}

export const status: Handler<Calls['status']> = async ({ context, input, caller }) =>
  answerOf(
    context,
    'postpaid',
    await endOfReference(context, caller, 'postpaid', input.reference),
    shownPayment,
  )

export const list: Handler<Calls['list']> = async ({ context, caller }) =>
  salesList(context, { ...shownPayments, userId: caller.type === 'Admin' ? null : caller.userId })
