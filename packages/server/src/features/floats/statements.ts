// The statement of a float, for its cashier and for Admins.
import { type Api, bututs, type Day, firstOfMonth, lineKinds, toDay } from '@flexpower/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import type { Call, Handlers } from '../../http/handle.ts'
import { readFloat } from '../../ledger/float-lines.ts'
import {
  type Days,
  type PlacedLine,
  selectStatement,
  type Source,
  sumStatement,
} from '../../ledger/statement.ts'
import type { List } from '../../lists/list.ts'
import { shownChoice, shownGmd, shownInstant, shownLines } from '../../lists/shown-text.ts'
import { tableList } from '../../lists/table-list.ts'
import { Refusal } from '../../refusal.ts'
import { after, DAY_MS, startOfDay } from '../../runtime/clock.ts'
import { findOwner } from './owner.ts'

type Calls = Api['floats']

export const statementCalls = { statement, sums } satisfies Partial<Handlers['floats']>

async function statement({ context: { db, clock }, input, caller }: Call<Calls['statement']>) {
  const { id: userId } = await findOwner(db, caller, input.userId)
  return statementList(db, readFloat(db, { userId, kind: input.kind }), toDay(clock.now()))
}

async function sums({ context: { db }, input, caller }: Call<Calls['sums']>) {
  const { id: userId, name } = await findOwner(db, caller, input.userId)
  if (input.from !== undefined && input.to !== undefined && input.from > input.to)
    throw new Refusal('invalid', 'The first day cannot be after the last.', {
      errors: { from: ['The first day cannot be after the last.'] },
    })
  return { name, ...(await sumStatement(db, readFloat(db, { userId, kind: input.kind }), input)) }
}

/** The days of a window are the days of its statement: the first line in it continues from their opening balance. */
function statementList(db: Db, source: Source, today: Day): List<ReturnType<typeof showLine>> {
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
