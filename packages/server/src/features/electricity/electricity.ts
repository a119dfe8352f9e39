// Cash power: the counter, the lists of sales, and a cashier's own figures. A Cashier sees only their own sales; others
// do not exist for them. How a sale happens exactly once is in sales/.
import { type Api, bututs } from '@flexpower/contract'
import type { Call, Handlers } from '../../http/handle.ts'
import { requireOwnId } from '../../identity/claimed-id.ts'
import { Refusal } from '../../refusal.ts'
import { countFloatDays, readSoldLately } from '../../runway.ts'
import { after, HOUR_MS } from '../../runtime/clock.ts'
import type { Context } from '../../runtime/context.ts'
import { lacksTillSession, readStatus, sellProduct, verifySale } from '../../sales/counter.ts'
import { salesList } from '../../sales/list.ts'
import { listPauses } from '../../sales/pause-selling.ts'
import type { PricedQuote } from './product.ts'

type Calls = Api['electricity']

const PRODUCT = 'electricity'

export const electricity: Handlers['electricity'] = { verify, sell, status, list, listOf, counter }

const NOT_YOURS = 'You can sell only in your own name. Nothing was sold.'

async function verify(call: Call<Calls['verify']>) {
  const { context, input, caller } = call
  const { meter, amount } = input
  requireOwnId(caller, input.claimedUser, NOT_YOURS)
  const terms = await verifySale(call, context.products.electricity, meter, amount)
  const { quote, ...price } = terms as PricedQuote
  return {
    status: 'success' as const,
    message: 'Account verified successfully!',
    quote: {
      customerName: quote.customerName,
      serviceAddress: quote.serviceAddress,
      tariff: quote.tariff,
      meter,
      tendered: amount,
      vended: price.vended,
      fee: price.fee,
      units: quote.units,
      priceLines: quote.priceLines,
      debtPaid: quote.debtPaid,
      accountBalance: quote.accountBalance,
      debtOnly: quote.debtOnly,
      recentSale: await findRecentSale(context, meter),
    },
  }
}

async function findRecentSale({ db, clock }: Context, meter: string) {
  const row = await db
    .selectFrom('sale')
    .select(['at', 'tendered'])
    .where('subject', '=', meter)
    .where('product', '=', PRODUCT)
    .where('at', '>', after(clock.now(), -HOUR_MS))
    .orderBy('at', 'desc')
    .executeTakeFirst()
  return row ?? null
}

async function sell(call: Call<Calls['sell']>) {
  const { meter: subject, phone, amount: tendered, claimedUser } = call.input
  requireOwnId(call.caller, claimedUser, NOT_YOURS)
  return sellProduct(call, call.context.products.electricity, { subject, phone, tendered })
}

async function status(call: Call<Calls['status']>) {
  return readStatus(call, call.context.products.electricity, call.input.reference)
}

async function list({ context }: Call<Calls['list']>) {
  return listCashPower(context, { userId: null, unshown: ['location'] })
}

async function listOf({ context, input: { userId }, caller }: Call<Calls['listOf']>) {
  const isSeen = userId === caller.userId || (caller.type === 'Admin' && (await isUser(context, userId)))
  if (!isSeen) throw new Refusal('not_found', 'There is no such user.')
  return listCashPower(context, { userId, unshown: [] })
}

const listCashPower = (context: Context, whose: { userId: number | null; unshown: 'location'[] }) =>
  salesList(context, { ...context.products.electricity.listed, product: PRODUCT, ...whose })

/** Deleted ones too: their sales stay. */
const isUser = async ({ db }: Context, id: number) =>
  (await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

async function counter({ context, caller }: Call<Calls['counter']>) {
  const { db, clock, utility, products } = context
  const { userId } = caller
  const [floats, sold, latest, needsShift, pauses] = await Promise.all([
    db.selectFrom('float_balance').select(['kind', 'balance']).where('user_id', '=', userId).execute(),
    readSoldLately(db, clock.now(), userId),
    db
      .selectFrom('sale')
      .select(['at', 'customer_name', 'tendered'])
      .where('user_id', '=', userId)
      .where('product', '=', PRODUCT)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirst(),
    lacksTillSession(context, caller),
    listPauses(db),
  ])
  const day = sold.find(({ product }) => product === PRODUCT)
  const findFloat = (kind: string) => floats.find((row) => row.kind === kind)?.balance ?? null
  // A Cashier without a row was never loaded credit, and sells nothing.
  const float = findFloat('electricity') ?? (caller.type === 'Admin' ? null : bututs(0))
  return {
    float,
    airtimeFloat: findFloat('airtime'),
    mayTakePostpaid: caller.mayTakePostpaid,
    soldToday: day?.tendered ?? bututs(0),
    salesToday: day?.sales ?? 0,
    commissionToday: day?.commission ?? bututs(0),
    floatLastsDays:
      float === null ? null : countFloatDays({ kind: 'electricity', balance: float }, sold, products),
    needsShift,
    lastSale: latest
      ? { at: latest.at, customerName: latest.customer_name, tendered: latest.tendered }
      : null,
    utility: utility.health(),
    pauses,
  }
}
