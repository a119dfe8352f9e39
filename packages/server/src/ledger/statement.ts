// A statement: every movement of an account in order, with the balance after it. It is the ledger read, and not a second
// truth. Where the lines come from is the source's business, so a float and a drawer have the same statement.
import { type Bututs, bututs, type Day, type LineKind, type ProductName } from '@flexpower/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import type { Moved } from '../db/float-tables.ts'
import { endOfDay, startOfDay } from '../runtime/clock.ts'

/** From the first instant to before the second; null: from the beginning, to the end. */
export interface Period {
  from: Date | null
  to: Date | null
}

export interface Line {
  /** With the leg, the order of lines of one instant. */
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
  /** All lines of a period that begins where `readStart` told, in any order. */
  lines(period: Period): RawBuilder<Line>
  /** The day of the oldest line; null: there is none. */
  readFirstDay(): Promise<Day | null>
  /** An instant at or before the beginning of this day, and the balance then; null: only the beginning is known. */
  readStart(day: Day): Promise<Start | null>
  /** Of the newest closed day before these and of all of these that are closed, oldest first; none: no day is closed. */
  readClosings(days: Days): Promise<Closing[]>
}

interface Start {
  at: Date
  balance: Bututs
}

/** A day that is over: nothing moves in it any more. All days before a closed one are closed, or had no line. */
export interface Closing {
  day: Day
  balance: Bututs
  moved: Moved
  /** Of that, all lines that came in. */
  in: Bututs
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
  in: Bututs
  out: Bututs
  closing: Bututs
  moved: { what: LineKind; lines: number; amount: Bututs }[]
}

/** Opening + what moved = closing. Days that are closed are read from their sums, and only the others line by line. */
export async function sumStatement(db: Db | Tx, source: Source, { from, to }: Days): Promise<Sums> {
  const closings = await source.readClosings({ from, to })
  const isBefore = ({ day }: Closing) => from !== undefined && day < from
  const newest = closings.at(-1)
  const readFrom = newest ? startAfter(newest) : await readStart(source, from)
  const start = startInstant(from)
  const { rows } = await sql<{ what: LineKind; lines: number; amount: Bututs; came: Bututs; before: Bututs }>`
    select what, count(*) filter (where at >= ${start}) as lines,
        coalesce(sum(amount) filter (where at >= ${start}), 0) as amount,
        coalesce(sum(amount) filter (where at >= ${start} and amount > 0), 0) as came,
        coalesce(sum(amount) filter (where at < ${start}), 0) as before
      from (${linesSince(source, readFrom, to)}) line group by what`.execute(db)
  const closed = newest ? closings.findLast(isBefore)?.balance : readFrom?.balance
  const opening = bututs(rows.reduce((sum, { before }) => sum + before, Number(closed ?? 0)))
  const inside = closings.filter((closing) => !isBefore(closing))
  const moved = addUp([
    ...inside.flatMap((closing) => listMoved(closing.moved)),
    ...rows.filter(({ lines }) => lines > 0),
  ])
  const closing = bututs(moved.reduce((sum, { amount }) => sum + amount, Number(opening)))
  const came = [...inside.map((day) => day.in), ...rows.map((row) => row.came)]
  const cameIn = bututs(came.reduce((sum, amount) => sum + amount, 0))
  return { opening, in: cameIn, out: bututs(opening + cameIn - closing), closing, moved }
}

const listMoved = (moved: Moved): Sums['moved'] =>
  Object.entries(moved).map(([what, sums]) => ({ what: what as LineKind, ...sums }))

function addUp(parts: Sums['moved']): Sums['moved'] {
  const sums = new Map<LineKind, Sums['moved'][number]>()
  for (const { what, lines, amount } of parts) {
    const sum = sums.get(what)
    sums.set(what, {
      what,
      lines: lines + (sum?.lines ?? 0),
      amount: bututs(amount + (sum?.amount ?? 0)),
    })
  }
  return [...sums.values()].toSorted((one, other) => (one.what < other.what ? -1 : 1))
}

const startInstant = (from: Day | undefined) =>
  from === undefined ? sql`'-infinity'::timestamptz` : sql`${startOfDay(from)}::timestamptz`

/** From where the balance is known, so that nothing older is read. */
async function readLines(source: Source, { from, to }: Days) {
  const start = await readStart(source, from)
  return { opening: start?.balance ?? bututs(0), lines: linesSince(source, start, to) }
}

const readStart = async (source: Source, from: Day | undefined) =>
  from === undefined ? null : source.readStart(from)

const linesSince = (source: Source, start: Start | null, to: Day | undefined) =>
  source.lines({ from: start && start.at, to: to === undefined ? null : endOfDay(to) })

/** Where the day after a closed one begins. */
export const startAfter = ({ day, balance }: Pick<Closing, 'day' | 'balance'>): Start => ({
  at: endOfDay(day),
  balance,
})
