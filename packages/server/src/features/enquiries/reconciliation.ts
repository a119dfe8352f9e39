// The days that were compared with the utility's books, what did not agree, and an Admin's word on it.
import { type Api, dayOf } from '@flexpower/contract'
import { sql } from 'kysely'
import { inTransaction } from '../../db/db.ts'
import type { Handler } from '../../http/handle.ts'
import { recordAct } from '../../ledger/acts.ts'
import { Refusal, wrongField } from '../../refusal.ts'
import { compareDay, readComparisons, whileComparing } from './compare-day.ts'

type Calls = Api['enquiries']

const DIFFERENCES_SHOWN = 500

export const reconciliation: Handler<Calls['reconciliation']> = async ({ context }) => {
  const [days, rows] = await Promise.all([
    readComparisons(context),
    context.db
      .selectFrom('difference')
      .leftJoin('users', 'users.id', 'difference.settled_by')
      .selectAll('difference')
      .select('users.name')
      // What is still to be settled first, whatever its age.
      .orderBy(sql`settled_at is not null`)
      .orderBy('day', 'desc')
      .orderBy('difference.id', 'desc')
      .limit(DIFFERENCES_SHOWN)
      .execute(),
  ])
  return {
    days,
    differences: rows.map((row) => ({
      ...row,
      foundAt: row.found_at,
      settledAt: row.settled_at,
      settledBy: row.name,
    })),
  }
}

export const compare: Handler<Calls['compare']> = async (call) => {
  const { context } = call
  const { day } = call.input
  if (day > dayOf(context.clock.now())) throw wrongField('day', 'This day has not begun yet.')
  const compared = await whileComparing(context, () => compareDay(context, day))
  if (compared === null)
    throw new Refusal('conflict', 'A comparison is under way. Nothing was changed; look again in a minute.')
  await inTransaction(context.db, (tx) =>
    recordAct(tx, call, {
      deed: 'compared a day with the utility',
      record: `comparison/${day}`,
      title: day,
      after: { ours: compared.ours, theirs: compared.theirs, differences: compared.differences },
    }),
  )
  return compared
}

export const settle: Handler<Calls['settle']> = async (call) => {
  const { context, input, caller } = call
  await inTransaction(context.db, async (tx) => {
    const difference = await tx
      .selectFrom('difference')
      .selectAll()
      .where('id', '=', input.id)
      .forUpdate()
      .executeTakeFirst()
    if (!difference) throw new Refusal('not_found', 'There is no such difference.')
    if (difference.settled_at !== null)
      throw new Refusal('conflict', 'This difference is settled already. Nothing was changed.')
    await tx
      .updateTable('difference')
      .set({ settled_at: context.clock.now(), settled_by: caller.userId, note: input.note })
      .where('id', '=', input.id)
      .execute()
    await recordAct(tx, call, {
      deed: 'settled a difference',
      record: `difference/${input.id}`,
      title: `${difference.kind}: ${difference.reference} of ${difference.day}`,
      before: { settled: false },
      after: { settled: true, note: input.note },
    })
  })
  return { message: 'The difference is settled.' }
}
