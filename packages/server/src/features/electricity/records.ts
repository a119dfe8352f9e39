// What was sold, and what a cashier keeps in sight. A Cashier sees the own; what is somebody else's does not exist.
import { type Api, type Bututs, bututs, dayOf } from '@flexpower/contract'
import { MINUTE_MS } from '../../runtime/clock.ts'
import type { Caller, Context } from '../../runtime/context.ts'
import type { Handler } from '../../http/handle.ts'
import { Refusal } from '../../refusal.ts'
import { salesList } from '../../sales/list.ts'
import { duringDays } from '../../sales/time-order.ts'
import { shownSales } from './product.ts'

type Calls = Api['electricity']

export const list: Handler<Calls['list']> = async ({ context }) =>
  salesList(context, { ...shownSales, userId: null, unshown: ['location'] })

export const listOf: Handler<Calls['listOf']> = async ({ context, input, caller }) => {
  const { userId } = input
  const isSeen = userId === caller.userId || (caller.type === 'Admin' && (await isUser(context, userId)))
  if (!isSeen) throw new Refusal('not_found', 'There is no such user.')
  return salesList(context, { ...shownSales, userId, unshown: [] })
}

/** Deleted ones too: what they sold stays. */
const isUser = async ({ db }: Context, id: number) =>
  (await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

export const counter: Handler<Calls['counter']> = async ({ context, caller }) => {
  const { db, clock, utility } = context
  const now = clock.now()
  const own = { today: dayOf(now), userId: caller.userId }
  const [floats, day, latest, first] = await Promise.all([
    db.selectFrom('float_balance').select(['kind', 'balance']).where('user_id', '=', own.userId).execute(),
    db
      .selectFrom('sale_day')
      .select(['sales', 'tendered', 'commissions'])
      .where('product', '=', 'electricity')
      .where('day', '=', own.today)
      .where('user_id', '=', own.userId)
      .executeTakeFirst(),
    ownSales(context, caller).orderBy('at', 'desc').orderBy('id', 'desc').executeTakeFirst(),
    ownSales(context, caller)
      .where(duringDays({ from: own.today, to: own.today }))
      .orderBy('at')
      .executeTakeFirst(),
  ])
  const floatOf = (kind: string) => floats.find((row) => row.kind === kind)?.balance ?? null
  const float = floatOf('electricity')
  return {
    float,
    airtimeFloat: floatOf('airtime'),
    mayTakePostpaid: caller.mayTakePostpaid,
    soldToday: day?.tendered ?? bututs(0),
    salesToday: day?.sales ?? 0,
    commissionToday: day?.commissions ?? bututs(0),
    floatLastsMinutes:
      float === null || !day || !first ? null : minutesLeft(float, day.tendered, first.at, now),
    lastSale: latest
      ? { at: latest.at, customerName: latest.customer_name, tendered: latest.tendered }
      : null,
    utility: utility.health(),
  }
}

const ownSales = ({ db }: Context, caller: Caller) =>
  db
    .selectFrom('sale')
    .select(['at', 'customer_name', 'tendered'])
    .where('user_id', '=', caller.userId)
    .where('product', '=', 'electricity')

/** At the pace since the day's first sale; the first half hour counts as a whole one, or one early sale would alarm. */
function minutesLeft(float: Bututs, sold: Bututs, first: Date, now: Date): number {
  const minutes = Math.max(30, (now.getTime() - first.getTime()) / MINUTE_MS)
  return Math.floor(float / (sold / minutes))
}
