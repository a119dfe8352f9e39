// How many sales a list has and their total, from the sums of the days: the rows themselves are never counted. Past
// days change only when they go to the archive or come back, or a sale is booked for them, so their sum is cached for a
// while and only the last two days are read again.
import { bututs, type Day, toDay, type ProductName } from '@flexpower/contract'
import { sql } from 'kysely'
import { after, type Clock, DAY_MS, MINUTE_MS } from '../runtime/clock.ts'
import type { Db } from '../db/db.ts'

export interface Summed {
  product: ProductName
  /** Null: of all users. */
  userId: number | null
}

export interface Days {
  from: Day | undefined
  to: Day | undefined
}

interface Sums {
  sales: number
  tendered: number
  fees: number
}

const KEPT_MS = MINUTE_MS

/** `days` null: all of them. */
export async function sumSales(parts: { db: Db; clock: Clock }, summed: Summed, days: Days | null) {
  const sums = days ? await readSums(parts.db, summed, days) : await allSums(parts, summed)
  return {
    total: sums.sales,
    isTotalExact: true,
    tendered: bututs(sums.tendered),
    fees: bututs(sums.fees),
  }
}

const kept = new WeakMap<Db, Map<string, { until: Date; closed: Promise<Sums> }>>()

async function allSums({ db, clock }: { db: Db; clock: Clock }, summed: Summed): Promise<Sums> {
  const now = clock.now()
  // A sale of the last moment of a day may be written in the first moments of the next.
  const yesterday = toDay(after(now, -DAY_MS))
  const [changes, open] = await Promise.all([
    countChanges(db),
    readSums(db, summed, { from: yesterday, to: undefined }),
  ])
  const closed = await closedSums(db, summed, now, `${yesterday} ${changes}`)
  return {
    sales: closed.sales + open.sales,
    tendered: closed.tendered + open.tendered,
    fees: closed.fees + open.fees,
  }
}

/** A different number after every cleanup, undo and booking. */
async function countChanges(db: Db): Promise<number> {
  const row = await db
    .selectFrom('cleanup')
    .select(
      sql<number>`count(*) filter (where state = 'done') + 2 * count(*) filter (where state = 'undone')
        + (select count(*) from booking where state = 'booked')`.as('changes'),
    )
    .executeTakeFirstOrThrow()
  return row.changes
}

/** `state` differs after days were archived or came back, or a sale was booked. */
function closedSums(db: Db, summed: Summed, now: Date, state: string): Promise<Sums> {
  const ofDb = kept.get(db) ?? new Map<string, { until: Date; closed: Promise<Sums> }>()
  kept.set(db, ofDb)
  const key = `${summed.product} ${summed.userId} ${state}`
  const known = ofDb.get(key)
  if (known && known.until > now) return known.closed
  const closed = readSums(db, summed, { from: undefined, to: toDay(after(now, -2 * DAY_MS)) })
  ofDb.set(key, { until: after(now, KEPT_MS), closed })
  closed.catch(() => ofDb.delete(key))
  return closed
}

async function readSums(db: Db, { product, userId }: Summed, { from, to }: Days): Promise<Sums> {
  const row = await db
    .selectFrom('sale_day')
    .select(({ fn }) => [
      fn.sum<number | null>('sales').as('sales'),
      fn.sum<number | null>('tendered').as('tendered'),
      fn.sum<number | null>('fees').as('fees'),
    ])
    .where('product', '=', product)
    // Whole days go to the archive; their sums stay for the owner's figures, and are not part of the list.
    .where(sql<boolean>`day not in (${archivedDays(product)})`)
    .$if(userId !== null, (query) => query.where('user_id', '=', userId ?? 0))
    .$if(from !== undefined, (query) => query.where('day', '>=', from as Day))
    .$if(to !== undefined, (query) => query.where('day', '<=', to as Day))
    .executeTakeFirstOrThrow()
  return { sales: row.sales ?? 0, tendered: row.tendered ?? 0, fees: row.fees ?? 0 }
}

/** From day to day by the index, however many sales each day has. */
const archivedDays = (product: ProductName) => sql`
  with recursive archived (day) as (
    select min(day) from archived_sale where product = ${product}
    union all
    select (select min(day) from archived_sale where product = ${product} and day > archived.day)
      from archived where archived.day is not null)
  select day from archived where day is not null`
