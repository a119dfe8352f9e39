// One page of a list of sales: the rows from a given place, through an index, and one more to know whether there are
// others.
import { type Bututs, bututs, type ProductName } from '@flexpower/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '../runtime/clock.ts'
import type { Db, Tx } from '../db/db.ts'
import { inOrder, type TimeOrder } from './time-order.ts'

export interface Json {
  json: string
}

export interface Part {
  db: Db
  clock: Clock
  listed: { product: ProductName; userId: number | null }
  /** A row's JSON. */
  shown: RawBuilder<unknown>
  /** Which rows belong to this list at all. */
  ofList: RawBuilder<unknown>
  unshown: readonly Unshown[]
}

/** What some lists of sales show and others do not. */
export type Unshown = 'fee' | 'location' | 'transaction_id'

/** What a window reads from. */
export interface Looking {
  order: TimeOrder
  limit: number
  where: RawBuilder<unknown>
  /** Where it begins; empty at the beginning of the list. */
  cursor: RawBuilder<unknown>
  isContinued: boolean
}

export interface Page {
  rows: Json
  count: number
  tendered: Bututs
  fees: Bututs
  /** Where the next page begins, or null. */
  next: number | null
}

interface PageRow {
  id: number
  json: string
  tendered: number
  fee: number
}

/** `from` can be a part of the table; `also` is a condition beside belonging to the list. */
export async function readPage(
  { db, shown }: Part,
  looking: Looking,
  {
    also = sql``,
    from = sql`sale`,
    on = db,
  }: { also?: RawBuilder<unknown>; from?: RawBuilder<unknown>; on?: Db | Tx } = {},
): Promise<Page> {
  const { where, cursor, limit, order } = looking
  // The JSON is built for the page alone, not for everything that a search sorts to find it.
  const { rows } = await sql<PageRow>`
    select id, tendered, fee, ${shown} as json from (
      select * from ${from} where ${where}${cursor}${also} ${inOrder(order)} limit ${limit + 1}) sale
      ${inOrder(order)}`.execute(on)
  const kept = rows.slice(0, limit)
  const sum = (of: (row: PageRow) => number) => bututs(kept.reduce((total, row) => total + of(row), 0))
  return {
    rows: { json: kept.map(({ json }) => json).join(',') },
    count: kept.length,
    tendered: sum(({ tendered }) => tendered),
    fees: sum(({ fee }) => fee),
    next: rows.length > limit ? (kept.at(-1)?.id ?? null) : null,
  }
}
