// A statement as a list, and its sums, of whatever it is read from. The days of a window are the days of its statement:
// the first line in it continues from their opening balance.
import { bututs, type Day, firstOfMonth, lineKinds, toDay } from '@flexpower/contract'
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import {
  type Days,
  type PlacedLine,
  selectStatement,
  type Source,
  sumStatement,
} from '../ledger/statement.ts'
import { wrongField } from '../refusal.ts'
import { after, DAY_MS, startOfDay } from '../runtime/clock.ts'
import type { List } from './list.ts'
import { shownChoice, shownGmd, shownInstant, shownLines } from './shown-text.ts'
import { tableList } from './table-list.ts'

export function statementList(db: Db, source: Source, today: Day): List<ReturnType<typeof showLine>> {
  const listDays = async (days: Days) => {
    const lines = await selectStatement(source, days)
    return tableList({
      query: db.selectFrom(lines.as<'line'>('line')).selectAll(),
      place: sql`line.place`,
      at: sql`line.at`,
      text: shownLines(
        shownInstant(sql`line.at`),
        shownChoice(sql`line.what`, lineKinds),
        sql`line.reference`,
        sql`line.about`,
        shownGmd(sql`line.amount`),
        shownGmd(sql`line.balance`),
      ),
      amount: sql`line.amount`,
      show: showLine,
    })
  }
  return {
    window: async ({ from, to, ...asked }) => (await listDays({ from, to })).window(asked),
    // Month by month, so that a long statement is read once.
    batches: async function* batches() {
      const first = await source.readFirstDay()
      if (first === null) return
      for (let to: Day | undefined, from = firstOfMonth(today); ; ) {
        for await (const rows of (await listDays({ from, to })).batches()) yield rows
        if (from <= first) return
        to = dayBefore(from)
        from = firstOfMonth(to)
      }
    },
  }
}

export async function readSums(db: Db, source: Source, days: Days) {
  requireOrder(days)
  return sumStatement(db, source, days)
}

/** The lines of these days, oldest first; at most so many. */
export async function readLines(db: Db, source: Source, days: Days, limit: number) {
  requireOrder(days)
  const lines = await selectStatement(source, days)
  const rows = await db
    .selectFrom(lines.as<'line'>('line'))
    .selectAll()
    .orderBy('place')
    .limit(limit)
    .execute()
  return rows.map(showLine)
}

function requireOrder({ from, to }: Days): void {
  if (from !== undefined && to !== undefined && from > to)
    throw wrongField('from', 'The first day cannot be after the last.')
}

const dayBefore = (day: Day): Day => toDay(after(startOfDay(day), -DAY_MS / 2))

const showLine = ({ place, at, what, product, reference, about, amount, balance }: PlacedLine) => ({
  id: place,
  at,
  what,
  product,
  reference,
  about,
  amount: bututs(amount),
  balance: bututs(balance),
})
