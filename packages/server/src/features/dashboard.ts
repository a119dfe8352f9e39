// The owner's figures, from the rollups: equally fast at any number of sales. Cash power figures count confirmed
// electricity sales only, by tendered amount.
import {
  type Answer,
  type Api,
  bututs,
  type Bututs,
  type Day,
  toDay,
  firstOfMonth,
  type ProductName,
} from '@flexpower/contract'
import { sql } from 'kysely'
import { after, DAY_MS } from '../runtime/clock.ts'
import type { Db } from '../db/db.ts'
import type { Call, Handlers } from '../http/handle.ts'
import { Refusal } from '../refusal.ts'
import { PACE_DAYS } from '../runway.ts'

type Calls = Api['dashboard']

export const dashboard: Handlers['dashboard'] = {
  dailySales,
  monthlySales,
  transactionCount,
  filter,
  airtimeDailySales,
  airtimeMonthlySales,
  airtimeTransactionCount,
  overview,
}

async function dailySales({ context: { db, clock } }: Call<Calls['dailySales']>) {
  const today = toDay(clock.now())
  return (await totals(db, 'electricity', today, today)).tendered
}

async function monthlySales({ context: { db, clock } }: Call<Calls['monthlySales']>) {
  const today = toDay(clock.now())
  return (await totals(db, 'electricity', firstOfMonth(today), today)).tendered
}

async function transactionCount({ context: { db, clock } }: Call<Calls['transactionCount']>) {
  const today = toDay(clock.now())
  return (await totals(db, 'electricity', today, today)).sales
}

async function filter({
  context: { db, clock },
  input,
}: Call<Calls['filter']>): Promise<Answer<Calls['filter']>> {
  if (input.day > toDay(clock.now())) throw new Refusal('refused', 'Data is not found')
  const { tendered, sales } = await totals(db, 'electricity', input.day, input.day)
  return { status: 'success', total: tendered, count: sales }
}

async function airtimeDailySales({ context: { db, clock } }: Call<Calls['airtimeDailySales']>) {
  const today = toDay(clock.now())
  return (await totals(db, 'airtime', today, today)).tendered
}

async function airtimeMonthlySales({ context: { db, clock } }: Call<Calls['airtimeMonthlySales']>) {
  const today = toDay(clock.now())
  return (await totals(db, 'airtime', firstOfMonth(today), today)).tendered
}

async function airtimeTransactionCount({ context: { db, clock } }: Call<Calls['airtimeTransactionCount']>) {
  const today = toDay(clock.now())
  return (await totals(db, 'airtime', today, today)).sales
}

async function overview({ context: { db, clock } }: Call<Calls['overview']>) {
  const now = clock.now()
  const today = toDay(now)
  const weekAgo = dayBefore(now, PACE_DAYS)
  const [days, cashiers, hours, hoursLastWeek, floats, waiting] = await Promise.all([
    dailyTotals(db, dayBefore(now, SHOWN_DAYS - 1), today),
    readCashiers(db, today),
    readHours(db, today),
    readHours(db, weekAgo),
    floatsTogether(db),
    countWaiting(db, after(now, -LETTERS_SHOWN_MS)),
  ])
  // Only whole days before today: today is not over, and a quiet morning is not a trend.
  const pace = days.filter(({ day }) => day >= weekAgo && day < today)
  const aDay = (value: (row: (typeof pace)[number]) => number) =>
    Math.round(pace.reduce((sum, row) => sum + value(row), 0) / PACE_DAYS)
  const tenderedADay = aDay(({ tendered }) => tendered)
  return {
    hours,
    hoursLastWeek,
    days: allDays(now, days),
    cashiers,
    floats,
    floatsLastDays: tenderedADay === 0 ? null : Math.round((floats * 10) / tenderedADay) / 10,
    vendedADay: bututs(aDay(({ tendered, fees }) => tendered - fees)),
    ...waiting,
    asOf: now,
  }
}

const SHOWN_DAYS = 30
const HOURS = 24
/** A failed message stays failed forever; after this time, the person who missed it has asked. */
const LETTERS_SHOWN_MS = 7 * DAY_MS

const dayBefore = (now: Date, days: number): Day => toDay(after(now, -days * DAY_MS))

interface DayRow {
  day: Day
  sales: number
  tendered: number
  fees: number
  commissions: number
}

function dailyTotals(db: Db, from: Day, to: Day): Promise<DayRow[]> {
  return db
    .selectFrom('sale_day')
    .select('day')
    .select(({ fn }) => [
      fn.sum<number>('sales').as('sales'),
      fn.sum<number>('tendered').as('tendered'),
      fn.sum<number>('fees').as('fees'),
      fn.sum<number>('commissions').as('commissions'),
    ])
    .where('product', '=', 'electricity')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('day')
    .execute()
}

/** Days without a sale count too. */
function allDays(now: Date, rows: DayRow[]) {
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return Array.from({ length: SHOWN_DAYS }, (_, index) => {
    const day = dayBefore(now, SHOWN_DAYS - 1 - index)
    const row = byDay.get(day)
    return {
      day,
      sales: row?.sales ?? 0,
      tendered: bututs(row?.tendered ?? 0),
      revenue: bututs((row?.fees ?? 0) - (row?.commissions ?? 0)),
    }
  })
}

async function readHours(db: Db, day: Day): Promise<Bututs[]> {
  const rows = await db
    .selectFrom('sale_day')
    .select('hours')
    .where('product', '=', 'electricity')
    .where('day', '=', day)
    .execute()
  return Array.from({ length: HOURS }, (_, hour) =>
    bututs(rows.reduce((sum, row) => sum + (row.hours[hour] ?? 0), 0)),
  )
}

async function readCashiers(db: Db, today: Day) {
  const rows = await db
    .selectFrom('sale_day')
    .innerJoin('users', 'users.id', 'sale_day.user_id')
    .leftJoin('float_balance', (join) =>
      join.onRef('float_balance.user_id', '=', 'users.id').on('float_balance.kind', '=', 'electricity'),
    )
    .select(['users.id', 'users.name', 'users.location', 'float_balance.balance'])
    .select(({ fn }) => [
      fn.sum<number | null>('sales').filterWhere('day', '=', today).as('sales'),
      fn.sum<number | null>('tendered').filterWhere('day', '=', today).as('tendered'),
      fn.sum<number>('tendered').as('month'),
    ])
    .where('product', '=', 'electricity')
    .where('day', '>=', firstOfMonth(today))
    .where('day', '<=', today)
    .groupBy(['users.id', 'float_balance.balance'])
    .orderBy('tendered', (order) => order.desc().nullsLast())
    .orderBy('month', 'desc')
    .limit(CASHIERS_SHOWN)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    location: row.location,
    sales: row.sales ?? 0,
    tendered: bututs(row.tendered ?? 0),
    month: bututs(row.month),
    float: row.balance,
  }))
}

const CASHIERS_SHOWN = 50

async function floatsTogether(db: Db): Promise<Bututs> {
  const { floats } = await db
    .selectFrom('float_balance')
    .select(({ fn }) => fn.sum<number | null>('balance').as('floats'))
    .where('kind', '=', 'electricity')
    .executeTakeFirstOrThrow()
  return bututs(floats ?? 0)
}

/** What needs an Admin; each has a partial index of the few rows that count. */
async function countWaiting(db: Db, lettersSince: Date) {
  const { rows } = await sql<{
    sales: number
    amount: number
    undecided: number
    credits: number
    applications: number
    messages: number
    letters: number
    differences: number
    failures: number
  }>`select
      (select count(*) from vend where state in ('sent', 'unknown', 'manual')) as sales,
      (select coalesce(sum(tendered), 0) from vend where state in ('sent', 'unknown', 'manual')) as amount,
      (select count(*) from vend where state = 'manual') as undecided,
      (select count(*) from credit_request where state = 'waiting') as credits,
      (select count(*) from application where state = 'waiting') as applications,
      (select count(*) from contact_message where state = 'new') as messages,
      (select count(*) from outbox where sent_at is null and failed_at > ${lettersSince}) as letters,
      (select count(*) from difference where settled_at is null) as differences,
      (select count(*) from backup where state = 'failed'
        and id > coalesce((select max(id) from backup where state = 'verified'), 0)) as failures`.execute(db)
  const row = rows[0]
  return {
    openSales: row?.sales ?? 0,
    openAmount: bututs(row?.amount ?? 0),
    undecidedSales: row?.undecided ?? 0,
    waitingCredits: row?.credits ?? 0,
    waitingApplications: row?.applications ?? 0,
    newMessages: row?.messages ?? 0,
    lettersGivenUp: row?.letters ?? 0,
    openDifferences: row?.differences ?? 0,
    failedBackups: row?.failures ?? 0,
  }
}

async function totals(
  db: Db,
  product: ProductName,
  from: Day,
  to: Day,
): Promise<{ tendered: Bututs; sales: number }> {
  const row = await db
    .selectFrom('sale_day')
    .select(({ fn }) => [
      fn.sum<number | null>('tendered').as('tendered'),
      fn.sum<number | null>('sales').as('sales'),
    ])
    .where('product', '=', product)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .executeTakeFirstOrThrow()
  return { tendered: bututs(row.tendered ?? 0), sales: row.sales ?? 0 }
}
