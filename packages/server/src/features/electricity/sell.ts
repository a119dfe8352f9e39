// Cash power at the counter: what a payment buys, and the sale itself. How a sale happens exactly once is not here but in
// sales/.
import { type Api, type Bututs, formatGmd } from '@flexpower/contract'
import { after, HOUR_MS } from '../../clock.ts'
import type { Caller, Context } from '../../context.ts'
import type { Handler } from '../../http/handle.ts'
import { requireOwnId } from '../../own-id.ts'
import { Refusal } from '../../refusal.ts'
import { priceSale } from '../../sales/pricing.ts'
import { idOfReference, referenceOf, type SaleEnd } from '../../sales/vending.ts'
import { type PricedQuote, shownSale } from './line.ts'

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
    line: context.lines.electricity,
    subject: input.meter,
    phone: input.phone,
    tendered: input.amount,
    verify: async () => void (await verifyMeter(context, caller, input.meter, input.amount)),
  })
  return answerOf(context, end)
}

export const status: Handler<Calls['status']> = async ({ context, input, caller }) => {
  const id = idOfReference(input.reference)
  const vend = await context.db
    .selectFrom('vend')
    .selectAll()
    .where('id', '=', id ?? 0)
    .where('product', '=', 'electricity')
    .executeTakeFirst()
  const isTheirs = vend && (caller.type === 'Admin' || vend.user_id === caller.userId)
  if (!isTheirs || referenceOf(vend.id, vend.created_at) !== input.reference)
    throw new Refusal('not_found', 'There is no such sale.')
  return answerOf(context, await context.vending.endOf(vend))
}

function answerOf({ config }: Context, end: SaleEnd) {
  switch (end.kind) {
    case 'confirmed':
      return {
        status: 'success' as const,
        message: 'Transaction added successfully!',
        reference: end.sale.transaction_id,
        sale: shownSale(end.sale),
      }
    case 'pending':
      return {
        status: 'pending' as const,
        message: `${config.site.utilityName} has not answered yet. The money is held, not spent; this ends by itself. Do not sell it again.`,
        reference: end.reference,
      }
    case 'voided':
      throw new Refusal('refused', end.message, end.apiError === null ? {} : { apiError: end.apiError })
  }
}

/** Asks the utility, prices the sale, and remembers both for a quarter of an hour. */
async function verifyMeter(
  context: Context,
  caller: Caller,
  meter: string,
  tendered: Bututs,
): Promise<PricedQuote> {
  const { db, clock, utility, config, log } = context
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
  const outcome = await utility.quote(meter, price.vended)
  const name = config.site.utilityName
  if (outcome.kind === 'refused') throw new Refusal('refused', outcome.message, { apiError: outcome.message })
  if (outcome.kind === 'unknown') {
    log.warn({ reason: outcome.reason }, 'a meter could not be verified')
    throw new Refusal(
      'refused',
      `${name} does not answer at the moment. Nothing was sold; try again in a minute.`,
    )
  }
  const priced: PricedQuote = { ...price, band: bands[0] ?? null, quote: outcome.value }
  const kept = { quote: JSON.stringify(priced), verified_at: clock.now() }
  await db
    .insertInto('verification')
    .values({ user_id: caller.userId, product: 'electricity', subject: meter, tendered, ...kept })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'product', 'subject', 'tendered']).doUpdateSet(kept),
    )
    .execute()
  return priced
}

async function recentSale({ db, clock }: Context, meter: string) {
  const row = await db
    .selectFrom('sale')
    .select(['at', 'tendered'])
    .where('subject', '=', meter)
    .where('product', '=', 'electricity')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row && row.at > after(clock.now(), -HOUR_MS) ? row : null
}
