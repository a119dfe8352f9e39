// Cash power at the counter: what a payment buys, and the sale itself. How a sale happens exactly once is not here but in
// sales/.
import { type Api, type Bututs, formatGmd } from '@flexpower/contract'
import { after, HOUR_MS } from '../../runtime/clock.ts'
import type { Caller, Context } from '../../runtime/context.ts'
import type { Handler } from '../../http/handle.ts'
import { requireOwnId } from '../../identity/claimed-id.ts'
import { Refusal } from '../../refusal.ts'
import { answerOf, endOfReference } from '../../sales/answer.ts'
import { priceSale } from '../../sales/pricing.ts'
import { keepTerms } from '../../sales/terms.ts'
import { answerAtCounter } from '../../utility-answer.ts'
import { type PricedQuote, shownSale } from './product.ts'

type Calls = Api['electricity']

export const verify: Handler<Calls['verify']> = async ({ context, input, caller }) => {
  requireOwnId(caller, input.claimedUser, 'You can sell only in your own name. Nothing was sold.')
  const { quote, ...price } = await verifyMeter(context, caller, input.meter, input.amount)
  return {
    status: 'success',
    message: 'Account verified successfully!',
    quote: {
      customerName: quote.customerName,
      serviceAddress: quote.serviceAddress,
      tariff: quote.tariff,
      meter: input.meter,
      tendered: input.amount,
      vended: price.vended,
      fee: price.fee,
      units: quote.units,
      priceLines: quote.priceLines,
      debtPaid: quote.debtPaid,
      accountBalance: quote.accountBalance,
      debtOnly: quote.debtOnly,
      recentSale: await recentSale(context, input.meter),
    },
  }
}

export const sell: Handler<Calls['sell']> = async ({ context, input, caller, origin }) => {
  requireOwnId(caller, input.claimedUser, 'You can sell only in your own name. Nothing was sold.')
  const end = await context.vending.sell({
    seller: { ...caller, sellsOnTheHouse: caller.type === 'Admin' },
    key: origin.idempotencyKey,
    product: context.products.electricity,
    subject: input.meter,
    phone: input.phone,
    tendered: input.amount,
    terms: async () => void (await verifyMeter(context, caller, input.meter, input.amount)),
  })
  return answerOf(context, 'electricity', end, shownSale)
}

export const status: Handler<Calls['status']> = async ({ context, input, caller }) =>
  answerOf(
    context,
    'electricity',
    await endOfReference(context, caller, 'electricity', input.reference),
    shownSale,
  )

/** Asks the utility, prices the sale, and remembers both for a quarter of an hour. */
async function verifyMeter(
  context: Context,
  caller: Caller,
  meter: string,
  tendered: Bututs,
): Promise<PricedQuote> {
  const { db, utility } = context
  const bands = await db
    .selectFrom('charge')
    .select(['id', 'start_amount as start', 'end_amount as end', 'kind', 'fee'])
    .where('active', '=', true)
    .where('deleted_at', 'is', null)
    .where('start_amount', '<=', tendered)
    .where('end_amount', '>=', tendered)
    .execute()
  const price = priceSale(tendered, bands, caller.type === 'Admin' ? 0 : caller.commissionPercent)
  if (!price)
    throw new Refusal(
      'refused',
      `The fee for ${formatGmd(tendered)} is not below the amount. Nothing was sold; enter a larger amount.`,
    )
  const quote = answerAtCounter(context, await utility.quote(meter, price.vended))
  const priced: PricedQuote = { ...price, band: bands[0] ?? null, quote }
  await keepTerms(context, caller, 'electricity', meter, tendered, priced)
  return priced
}

async function recentSale({ db, clock }: Context, meter: string) {
  const row = await db
    .selectFrom('sale')
    .select(['at', 'tendered'])
    .where('subject', '=', meter)
    .where('product', '=', 'electricity')
    .where('at', '>', after(clock.now(), -HOUR_MS))
    .orderBy('at', 'desc')
    .executeTakeFirst()
  return row ?? null
}
