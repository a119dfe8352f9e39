// A statement: every movement of an account in order, with the balance after it. It is the ledger read, and not a second
// truth. Where the lines come from is the source's business, so a float and a drawer have the same statement.
import { type Bututs, bututs, type Day, type LineKind, type ProductName } from '@flexpower/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import { endOfDay, startOfDay } from '../runtime/clock.ts'

/** From the first instant to before the second; null: from the beginning, to the end. */
export interface Period {
  from: Date | null
  to: Date | null
}

export interface Line {
  entry_id: number
  leg: number
  at: Date
  what: LineKind
  product: ProductName | null
  reference: string
  about: string
  /** Below zero if it left the account. */
  amount: Bututs
}

export interface PlacedLine extends Line {
  place: number
  balance: Bututs
}

export interface Source {
  /** All lines of a period, in any order. */
  lines(period: Period): RawBuilder<Line>
  /** The day of the oldest line; null: there is none. */
  readFirstDay(): Promise<Day | null>
  /** The balance at the end of the newest closed day before this one; null: the newest of all. */
  readClosing(before: Day | null): Promise<{ day: Day; balance: Bututs } | null>
}

/** Both days are included; missing ones: from the beginning, to the end. */
export interface Days {
  from?: Day | undefined
  to?: Day | undefined
}

/** The lines of these days with the balance after each, as a query; a line's place is its number among them. */
export async function selectStatement(source: Source, { from, to }: Days): Promise<RawBuilder<PlacedLine>> {
  const { opening, lines } = await readLines(source, { from, to })
  return sql<PlacedLine>`(
    select row_number() over (order by at, entry_id, leg) as place, entry_id, leg, at, what, product, reference, about, amount, balance
      from (select line.*, ${opening}::bigint + sum(amount) over (order by at, entry_id, leg) as balance
        from (${lines}) line) each
      where at >= ${startInstant(from)})`
}

export interface Sums {
  opening: Bututs
  closing: Bututs
  moved: { what: LineKind; lines: number; amount: Bututs }[]
}

/** Opening + what moved = closing, read in one statement. */
export async function sumStatement(db: Db | Tx, source: Source, { from, to }: Days): Promise<Sums> {
  const { opening: closed, lines } = await readLines(source, { from, to })
  const start = startInstant(from)
  const { rows } = await sql<{ what: LineKind; lines: number; amount: Bututs; before: Bututs }>`
    select what, count(*) filter (where at >= ${start}) as lines,
        coalesce(sum(amount) filter (where at >= ${start}), 0) as amount,
        coalesce(sum(amount) filter (where at < ${start}), 0) as before
      from (${lines}) line group by what order by what`.execute(db)
  const opening = bututs(rows.reduce((sum, { before }) => sum + before, Number(closed)))
  return {
    opening,
    closing: bututs(rows.reduce((sum, { amount }) => sum + amount, Number(opening))),
    moved: rows.flatMap(({ what, lines: count, amount }) =>
      count > 0 ? [{ what, lines: count, amount }] : [],
    ),
  }
}

const startInstant = (from: Day | undefined) =>
  from === undefined ? sql`'-infinity'::timestamptz` : sql`${startOfDay(from)}::timestamptz`

/** From the closing before the first day on, so that nothing older is read. */
async function readLines(source: Source, { from, to }: Days) {
  const closing = from === undefined ? null : await source.readClosing(from)
  const lines = source.lines({
    from: closing === null ? null : endOfDay(closing.day),
    to: to === undefined ? null : endOfDay(to),
  })
  return { opening: closing?.balance ?? bututs(0), lines }
}
