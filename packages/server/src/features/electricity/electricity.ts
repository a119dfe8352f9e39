// Cash power: the counter, the lists of sales, and a cashier's own figures. A Cashier sees only their own sales; others
// do not exist for them. How a sale happens exactly once is in sales/.
import { type Api, type Bututs, bututs, toDay } from '@flexpower/contract'
import type { Call, Handlers } from '../../http/handle.ts'
import { requireOwnId } from '../../identity/claimed-id.ts'
import { Refusal } from '../../refusal.ts'
import { after, HOUR_MS, MINUTE_MS } from '../../runtime/clock.ts'
import type { Caller, Context } from '../../runtime/context.ts'
import { readStatus, sellProduct, verifySale } from '../../sales/counter.ts'
import { salesList } from '../../sales/list.ts'
import { duringDays } from '../../sales/time-order.ts'
import type { PricedQuote } from './product.ts'

type Calls = Api['electricity']

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
    .where('product', '=', 'electricity')
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
  salesList(context, { ...context.products.electricity.listed, product: 'electricity', ...whose })

/** Deleted ones too: their sales stay. */
const isUser = async ({ db }: Context, id: number) =>
  (await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

async function counter({ context, caller }: Call<Calls['counter']>) {
  const { db, clock, utility } = context
  const now = clock.now()
  const own = { today: toDay(now), userId: caller.userId }
  const [floats, day, latest, first] = await Promise.all([
    db.selectFrom('float_balance').select(['kind', 'balance']).where('user_id', '=', own.userId).execute(),
    db
      .selectFrom('sale_day')
      // A cashier who moved today has sums for each location.
      .select(({ fn }) => [
        fn.sum<number | null>('sales').as('sales'),
        fn.sum<Bututs | null>('tendered').as('tendered'),
        fn.sum<Bututs | null>('commissions').as('commissions'),
      ])
      .where('product', '=', 'electricity')
      .where('day', '=', own.today)
      .where('user_id', '=', own.userId)
      .executeTakeFirstOrThrow(),
    selectOwnSales(context, caller).orderBy('at', 'desc').orderBy('id', 'desc').executeTakeFirst(),
    selectOwnSales(context, caller)
      .where(duringDays({ from: own.today, to: own.today }))
      .orderBy('at')
      .executeTakeFirst(),
  ])
  const findFloat = (kind: string) => floats.find((row) => row.kind === kind)?.balance ?? null
  const float = findFloat('electricity')
  return {
    float,
    airtimeFloat: findFloat('airtime'),
    mayTakePostpaid: caller.mayTakePostpaid,
    soldToday: day.tendered ?? bututs(0),
    salesToday: day.sales ?? 0,
    commissionToday: day.commissions ?? bututs(0),
    floatLastsMinutes:
      float === null || day.tendered === null || !first
        ? null
        : countMinutesLeft(float, day.tendered, first.at, now),
    lastSale: latest
      ? { at: latest.at, customerName: latest.customer_name, tendered: latest.tendered }
      : null,
    utility: utility.health(),
  }
}

const selectOwnSales = ({ db }: Context, caller: Caller) =>
  db
    .selectFrom('sale')
    .select(['at', 'customer_name', 'tendered'])
    .where('user_id', '=', caller.userId)
    .where('product', '=', 'electricity')

/** At the pace since the day's first sale. The first half hour counts as a whole one, or one early sale would alarm. */
function countMinutesLeft(float: Bututs, sold: Bututs, first: Date, now: Date): number {
  const minutes = Math.max(30, (now.getTime() - first.getTime()) / MINUTE_MS)
  return Math.floor(float / (sold / minutes))
}
