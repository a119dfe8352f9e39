// Every cashier on one screen. Each figure is read by an index for each cashier or from sums of days, so it costs the
// same at any number of sales.
import {
  type Api,
  type Bututs,
  bututs,
  type Day,
  PRODUCTS,
  type ProductName,
  toDay,
} from '@flexpower/contract'
import type { WallRow } from '@flexpower/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import type { Call } from '../../http/handle.ts'
import {
  type OpenTill,
  readOpenTills,
  type OwedRefunds,
  sumInSessions,
  sumOwedRefunds,
} from '../../ledger/till-figures.ts'
import { after, DAY_MS, MINUTE_MS, startOfDay } from '../../runtime/clock.ts'
import type { Context } from '../../runtime/context.ts'
import {
  countFloatDays,
  findLevel,
  FLOAT_DAYS,
  readSoldLately,
  type SoldLately,
  type Thresholds,
} from '../../runway.ts'
import { compareRows, listAttention } from './attention.ts'

type Calls = Api['till']

const SELLING_MS = 5 * MINUTE_MS
/** A sale that was sent a moment ago is on its way and not in doubt. */
const ON_ITS_WAY_MS = MINUTE_MS
const DIFFERENCE_DAYS = 30
const WARN_BELOW: Thresholds = [{ days: FLOAT_DAYS.low }, { days: FLOAT_DAYS.veryLow }]
const STATES = { 0: 'enough', 1: 'low', 2: 'very low' } as const

export async function wall({ context }: Call<Calls['wall']>) {
  const { db, clock } = context
  const now = clock.now()
  const differencesFrom = toDay(after(now, -DIFFERENCE_DAYS * DAY_MS))
  const [tills, owed] = await Promise.all([readOpenTills(db), sumOwedRefunds(db)])
  const people = await readPeople(
    db,
    [...tills, ...owed].map(({ user_id }) => user_id),
  )
  const ids = people.map(({ id }) => id)
  const [floats, days, lastSales, openSales, differences, inSessions] = await Promise.all([
    db.selectFrom('float_balance').selectAll().orderBy('kind', 'desc').execute(),
    readSoldLately(db, now),
    readLastSales(db, ids),
    readOpenSales(db, after(now, -ON_ITS_WAY_MS)),
    readDifferences(db, ids, differencesFrom),
    sumInSessions(db, ids, startOfDay(toDay(now))),
  ])
  const found = {
    tills: byUser(tills),
    owed: byUser(owed),
    floats: Map.groupBy(floats, ({ user_id }) => user_id),
    days: Map.groupBy(days, ({ user_id }) => user_id),
    lastSales: byUser(lastSales),
    openSales: byUser(openSales),
    differences: byUser(differences),
    inSessions,
  }
  const cashiers = people.map((person) => showCashier(context, now, person, found))
  return { cashiers: cashiers.toSorted(compareRows), differencesFrom, asOf: now }
}

const byUser = <Row extends { user_id: number }>(rows: readonly Row[]): Map<number, Row> =>
  new Map(rows.map((row) => [row.user_id, row]))

/** All cashiers, and whoever else has a drawer open or owes a customer money. */
const readPeople = (db: Db, others: number[]) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'location'])
    .where(sql<boolean>`(type = 'Cashier' and deleted_at is null) or id = any(${others}::bigint[])`)
    .execute()

interface LastSale {
  user_id: number
  product: ProductName
  at: Date
  transaction_id: string
}

/** One step into the list's index for each cashier and product. */
async function readLastSales(db: Db, ids: number[]): Promise<LastSale[]> {
  const { rows } = await sql<LastSale>`
    select distinct on (user_id) user_id, product, last.at, last.transaction_id
      from unnest(${ids}::bigint[]) user_id cross join unnest(${PRODUCTS}::text[]) product cross join lateral (
        select s.at, s.id, s.transaction_id from sale s
          where s.user_id = user_id.user_id and s.product = product.product
          order by s.at desc, s.id desc limit 1) last
      order by user_id, last.at desc, last.id desc`.execute(db)
  return rows
}

interface OpenSales {
  user_id: number
  count: number
  amount: Bututs
  opened_at: Date
}

/** From the few sales that have no result. */
async function readOpenSales(db: Db, sentBefore: Date): Promise<OpenSales[]> {
  const doubtful = sql`state <> 'sent' or created_at < ${sentBefore}`
  const { rows } = await sql<OpenSales>`
    select user_id, count(*) filter (where ${doubtful}) as count,
        coalesce(sum(tendered) filter (where ${doubtful}), 0) as amount, max(created_at) as opened_at
      from vend where state in ('sent', 'unknown', 'manual') group by user_id`.execute(db)
  return rows
}

interface Differences {
  user_id: number
  closed: number
  short: number
  short_amount: Bututs
  over: number
  over_amount: Bututs
  missing: number
  missing_amount: Bututs
  /** The last of all, if nobody counted it. */
  not_counted: number | null
}

async function readDifferences(db: Db, ids: number[], from: Day): Promise<Differences[]> {
  const { rows } = await sql<Differences>`
    select user_id, summed.* from unnest(${ids}::bigint[]) user_id cross join lateral (
      select count(*) as closed,
          count(*) filter (where difference < 0) as short,
          coalesce(-sum(difference) filter (where difference < 0), 0) as short_amount,
          count(*) filter (where difference > 0) as over,
          coalesce(sum(difference) filter (where difference > 0), 0) as over_amount,
          count(*) filter (where opening_difference < 0) as missing,
          coalesce(-sum(opening_difference) filter (where opening_difference < 0), 0) as missing_amount,
          (select case when last.counted is null then last.id end from till_session last
            where last.user_id = user_id.user_id and last.closed_at is not null
            order by last.closed_at desc, last.id desc limit 1) as not_counted
        from till_session t where t.user_id = user_id.user_id and t.closed_at >= ${startOfDay(from)}) summed`.execute(
    db,
  )
  return rows
}

interface Found {
  tills: ReadonlyMap<number, OpenTill>
  owed: ReadonlyMap<number, OwedRefunds>
  floats: ReadonlyMap<number, { kind: 'electricity' | 'airtime'; balance: Bututs }[]>
  days: ReadonlyMap<number, SoldLately[]>
  lastSales: ReadonlyMap<number, LastSale>
  openSales: ReadonlyMap<number, OpenSales>
  differences: ReadonlyMap<number, Differences>
  /** What was sold in sessions today. */
  inSessions: ReadonlyMap<number, Bututs>
}

function showCashier(
  { products }: Context,
  now: Date,
  { id, name, location }: { id: number; name: string; location: string },
  found: Found,
): WallRow {
  const days = found.days.get(id) ?? []
  const last = found.lastSales.get(id)
  const open = found.openSales.get(id)
  const owed = found.owed.get(id)
  const differences = found.differences.get(id)
  const since = after(now, -SELLING_MS)
  const row = {
    cashier: id,
    cashierName: name,
    location,
    isSelling: (last !== undefined && last.at >= since) || (open !== undefined && open.opened_at >= since),
    session: showTill(found.tills.get(id)),
    floats: (found.floats.get(id) ?? []).map(({ kind, balance }) => {
      const lastsDays = countFloatDays({ kind, balance }, days, products)
      return { kind, balance, lastsDays, state: STATES[findLevel(balance, lastsDays, WARN_BELOW)] }
    }),
    lastSale: last ? { at: last.at, reference: last.transaction_id, product: last.product } : null,
    today: days.flatMap(({ product, sales, tendered }) => (sales > 0 ? [{ product, sales, tendered }] : [])),
    closed: differences?.closed ?? 0,
    short: showTally(differences?.short, differences?.short_amount),
    over: showTally(differences?.over, differences?.over_amount),
    missingBetween: showTally(differences?.missing, differences?.missing_amount),
    notCounted: found.tills.has(id) ? null : (differences?.not_counted ?? null),
    outside: bututs(sumTendered(days) - (found.inSessions.get(id) ?? 0)),
    refunds: { ...showTally(owed?.count, owed?.amount), session: owed?.session_id ?? null },
    inDoubt: showTally(open?.count, open?.amount),
  }
  return { ...row, attention: listAttention(row, now) }
}

const sumTendered = (days: readonly SoldLately[]): number =>
  days.reduce((sum, { tendered }) => sum + tendered, 0)

const showTally = (count = 0, amount: Bututs = bututs(0)) => ({ count, amount })

const showTill = (till: OpenTill | undefined): WallRow['session'] =>
  till
    ? {
        id: till.session_id,
        state: till.counted_at === null ? 'open' : 'counted',
        openedAt: till.opened_at,
        expected: till.expected,
        openingDifference: till.opening_difference,
      }
    : null
