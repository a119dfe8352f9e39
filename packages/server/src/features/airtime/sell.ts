// Air power at the counter: the number, the operator, the amount; nobody has to be asked first.
import { type Api, bututs, localPhone } from '@flexpower/contract'
import type { Context } from '../../runtime/context.ts'
import type { Handler } from '../../http/handle.ts'
import { requireOwnId } from '../../identity/claimed-id.ts'
import { Refusal, wrongField } from '../../refusal.ts'
import { answerOf, endOfReference } from '../../sales/answer.ts'
import { salesList } from '../../sales/list.ts'
import { percentOf } from '../../sales/pricing.ts'
import { type AirtimeDetails, type AirtimeTerms, shownAirtime, shownTopUps } from './product.ts'

type Calls = Api['airtime']

export const sell: Handler<Calls['sell']> = async ({ context, input, caller, origin }) => {
  requireOwnId(caller, input.claimedUser, 'You can sell only in your own name. Nothing was sold.')
  if (context.airtime === null)
    throw new Refusal(
      'refused',
      'Airtime is not sold here: no mobile operator is connected. Nothing was sold.',
    )
  const phone = requireLocal(input.phone)
  const end = await context.vending.sell({
    seller: { ...caller, sellsOnTheHouse: caller.type === 'Admin' },
    key: origin.idempotencyKey,
    product: context.products.airtime,
    subject: phone,
    phone,
    tendered: input.amount,
    terms: termsOf(context, input),
  })
  return answerOf(context, 'airtime', end, shownAirtime)
}

/** C-05 The discount is the provider's revenue; what the caller believes it to be does not count. */
function termsOf(
  { config }: Context,
  { amount, operator }: Parameters<typeof sell>[0]['input'],
): AirtimeTerms {
  const discount = percentOf(amount, config.airtimeDiscount)
  return {
    fee: discount,
    vended: bututs(amount - discount),
    commission: bututs(0),
    chargeId: null,
    quote: { operator },
  }
}

function requireLocal(given: string): string {
  const phone = localPhone(given)
  if (!/^\d{7}$/.test(phone)) throw wrongField('mobile_number', 'A mobile number in The Gambia has 7 digits')
  return phone
}

export const status: Handler<Calls['status']> = async ({ context, input, caller }) =>
  answerOf(
    context,
    'airtime',
    await endOfReference(context, caller, 'airtime', input.reference),
    shownAirtime,
  )

export const list: Handler<Calls['list']> = async ({ context, caller }) =>
  salesList(context, { ...shownTopUps, userId: caller.type === 'Admin' ? null : caller.userId })

/** Nobody is kept from selling because the aggregator cannot be asked: then the order itself is refused, or not. */
export const offers: Handler<Calls['offers']> = async ({ context: { airtime } }) => {
  const outcome = await airtime?.operators()
  return outcome?.kind === 'accepted' ? outcome.value : null
}

export const cost: Handler<Calls['cost']> = async ({ context: { db }, input }) => {
  const sale = await db
    .selectFrom('any_sale')
    .select('details')
    .where('id', '=', input.id)
    .where('product', '=', 'airtime')
    .executeTakeFirst()
  if (!sale) throw new Refusal('not_found', 'There is no such sale.')
  return (sale.details as AirtimeDetails).cost ?? null
}
