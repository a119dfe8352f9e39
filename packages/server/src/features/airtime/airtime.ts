// Air power at the counter: the number, the operator, the amount; nothing has to be verified first.
import { type Api, localPhone } from '@flexpower/contract'
import type { Call, Handlers } from '../../http/handle.ts'
import { requireOwnId } from '../../identity/claimed-id.ts'
import { Refusal, wrongField } from '../../refusal.ts'
import { listSales, readStatus, sellProduct } from '../../sales/counter.ts'
import { type AirtimeDetails, priceTopUp } from './product.ts'

type Calls = Api['airtime']

export const airtime: Handlers['airtime'] = { sell, status, list, offers, cost }

async function sell(call: Call<Calls['sell']>) {
  const { context, input, caller } = call
  requireOwnId(caller, input.claimedUser, 'You can sell only in your own name. Nothing was sold.')
  if (context.airtime === null)
    throw new Refusal(
      'refused',
      'Airtime is not sold here: no mobile operator is connected. Nothing was sold.',
    )
  const phone = requireLocal(input.phone)
  return sellProduct(call, context.products.airtime, {
    subject: phone,
    phone,
    tendered: input.amount,
    terms: priceTopUp(context, input.amount, input.operator),
  })
}

function requireLocal(given: string): string {
  const phone = localPhone(given)
  if (!/^\d{7}$/.test(phone)) throw wrongField('mobile_number', 'A mobile number in The Gambia has 7 digits')
  return phone
}

async function status(call: Call<Calls['status']>) {
  return readStatus(call, call.context.products.airtime, call.input.reference)
}

async function list(call: Call<Calls['list']>) {
  return listSales(call, call.context.products.airtime)
}

/** If the aggregator cannot be asked, the sale still goes ahead: the order itself is then accepted or refused. */
async function offers({ context }: Call<Calls['offers']>) {
  const outcome = await context.airtime?.operators()
  return outcome?.kind === 'accepted' ? outcome.value : null
}

async function cost({ context: { db }, input }: Call<Calls['cost']>) {
  const sale = await db
    .selectFrom('any_sale')
    .select('details')
    .where('id', '=', input.id)
    .where('product', '=', 'airtime')
    .executeTakeFirst()
  if (!sale) throw new Refusal('not_found', 'There is no such sale.')
  return (sale.details as AirtimeDetails).cost ?? null
}
