// Reads what was sold and earned in a period and in the one before, from the sums of the days: the sales themselves are
// never read, so it takes the same time at any number of them. Every sum is the sum of its rows.
import {
  bututs,
  type Day,
  type Grouping,
  type ProductName,
  PRODUCTS,
  type RevenueReport,
  type RevenueRow,
  type RevenueSums,
} from '@flexpower/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../db/db.ts'
import { wrongField } from '../../refusal.ts'
import {
  countDays,
  findBefore,
  namePart,
  type Period,
  shiftBefore,
  splitPeriod,
  type Unit,
} from './periods.ts'

export interface AskedRevenue extends Period {
  grouping: Grouping
  product?: ProductName | undefined
  cashier?: number | undefined
  location?: string | undefined
}

/** Three years and a leap day: more rows than anybody reads. */
const DAYS_MOST = 1_096

interface StoredSums {
  product: ProductName
  is_before: boolean
  /** A day, a location, or a cashier's id, as text. */
  key: string
  sales: number
  tendered: number
  fees: number
  commissions: number
}

export async function readRevenue(db: Db | Tx, asked: AskedRevenue): Promise<RevenueReport> {
  if (asked.to < asked.from) throw wrongField('to', 'End date cannot be before start date')
  if (countDays(asked) > DAYS_MOST)
    throw wrongField('to', 'A report holds at most three years. Choose fewer days.')
  const before = findBefore(asked)
  const stored = await readSums(db, asked, before.from)
  const { grouping } = asked
  const rows =
    grouping === 'cashier' || grouping === 'location'
      ? await groupByName(db, grouping, stored)
      : groupByTime(asked, grouping, stored)
  return {
    from: asked.from,
    to: asked.to,
    beforeFrom: before.from,
    beforeTo: before.to,
    rows,
    products: PRODUCTS.map((product) => ({
      product,
      ...compare(stored.filter((each) => each.product === product)),
    })),
    total: compare(stored),
  }
}

const keyColumns: Record<Grouping, RawBuilder<unknown>> = {
  day: sql`day::text`,
  week: sql`day::text`,
  month: sql`day::text`,
  cashier: sql`user_id::text`,
  location: sql`location`,
}

async function readSums(db: Db | Tx, asked: AskedRevenue, since: Day): Promise<StoredSums[]> {
  const { from, to, product, cashier, location } = asked
  const { rows } = await sql<StoredSums>`
    select product, day < ${from} as is_before, ${keyColumns[asked.grouping]} as key, sum(sales) as sales,
        sum(tendered) as tendered, sum(fees) as fees, sum(commissions) as commissions
      from sale_day
      where product = any(${product ? [product] : PRODUCTS}) and day between ${since} and ${to}
        and ${cashier === undefined ? sql`true` : sql`user_id = ${cashier}`}
        and ${location ? sql`location = ${location}` : sql`true`}
      group by 1, 2, 3`.execute(db)
  return rows
}

function groupByTime(period: Period, unit: Unit, stored: readonly StoredSums[]): RevenueRow[] {
  const parts = splitPeriod(period, unit)
  const shift = shiftBefore(period)
  const firsts = parts.map(({ from }) => from)
  const firstsBefore = firsts.map(shift)
  const groups = parts.map((): StoredSums[] => [])
  for (const each of stored) groups[findPlace(each.is_before ? firstsBefore : firsts, each.key)]?.push(each)
  return parts.map((part, index) => ({
    key: part.from,
    name: namePart(part, unit),
    ...part,
    ...compare(groups[index] ?? []),
  }))
}

/** The last one that is not after `key`: parts of the period before may be empty and then begin on the same day. */
function findPlace(firsts: readonly string[], key: string): number {
  let [low, high] = [0, firsts.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((firsts[middle] ?? '') <= key) low = middle
    else high = middle
  }
  return low
}

/** The most sold first; those who sold only in the period before are there too, so that the rows add up. */
async function groupByName(
  db: Db | Tx,
  grouping: 'cashier' | 'location',
  stored: readonly StoredSums[],
): Promise<RevenueRow[]> {
  const groups = Map.groupBy(stored, ({ key }) => key)
  const names = grouping === 'cashier' ? await readNames(db, [...groups.keys()]) : null
  return Array.from(groups, ([key, group]) => ({
    key,
    name: names?.get(key) ?? key,
    from: null,
    to: null,
    ...compare(group),
  })).toSorted(
    (a, b) =>
      b.now.tendered - a.now.tendered ||
      b.before.tendered - a.before.tendered ||
      a.name.localeCompare(b.name, 'en'),
  )
}

/** Of deleted users too: their sales stay. */
async function readNames(db: Db | Tx, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const users = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', 'in', ids.map(Number))
    .execute()
  return new Map(users.map(({ id, name }) => [String(id), name]))
}

const compare = (stored: readonly StoredSums[]): { now: RevenueSums; before: RevenueSums } => ({
  now: sumUp(stored.filter(({ is_before }) => !is_before)),
  before: sumUp(stored.filter(({ is_before }) => is_before)),
})

function sumUp(stored: readonly StoredSums[]): RevenueSums {
  const add = (column: 'sales' | 'tendered' | 'fees' | 'commissions') =>
    stored.reduce((sum, each) => sum + each[column], 0)
  const [fees, commissions] = [add('fees'), add('commissions')]
  return {
    sales: add('sales'),
    tendered: bututs(add('tendered')),
    fees: bututs(fees),
    commissions: bututs(commissions),
    revenue: bututs(fees - commissions),
  }
}
