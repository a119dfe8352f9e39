// Loads and moves of float that wait for a second Admin: each has its own table, and both are locked, decided and listed
// here in the same way.
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../db/db.ts'
import type { Schema } from '../../db/schema.ts'
import type { Call } from '../../http/handle.ts'
import { explainRefusals, requireSecondAdmin } from '../../identity/independent-admins.ts'
import { Refusal } from '../../refusal.ts'
import type { Deeded } from './slips.ts'

const tables = {
  credit_request: { name: 'load', confirmed: 'confirmed', reason: 'reason' },
  float_move: { name: 'move of float', confirmed: 'done', reason: 'decline_reason' },
} as const
type Table = keyof typeof tables

/** What the two have in common. */
interface Waits {
  state: string
  asked_by: number
  created_at: Date
}
type Row<Name extends Table> = Selectable<Schema[Name]> & Waits

type Decided = Deeded & { input: { id: number } }

/** The row as it waited, now confirmed; what was asked for is done in the same transaction. */
export async function confirmWaiting<Name extends Table>(
  tx: Tx,
  call: Decided,
  table: Name,
): Promise<Row<Name>> {
  const row = await lockWaiting(tx, call, table)
  const confirming = { userId: call.caller.userId, at: call.context.clock.now() }
  await requireSecondAdmin(tx, confirming, { askedBy: row.asked_by, askedAt: row.created_at })
  await decide(tx, call, table, tables[table].confirmed, null)
  return row
}

/** Withdrawn by the Admin who asked, or declined by another. */
export async function declineWaiting<Name extends Table>(
  tx: Tx,
  call: Decided & { input: { reason?: string | undefined } },
  table: Name,
): Promise<Row<Name>> {
  const row = await lockWaiting(tx, call, table)
  await decide(tx, call, table, 'declined', call.input.reason ?? null)
  return row
}

async function lockWaiting<Name extends Table>(tx: Tx, { input: { id } }: Decided, table: Name) {
  const { rows } = await sql<Row<Name>>`
    select * from ${sql.table(table)} where id = ${id} for update`.execute(tx)
  const [row] = rows
  const { name } = tables[table]
  if (!row) throw new Refusal('not_found', `There is no such ${name}.`)
  if (row.state !== 'waiting')
    throw new Refusal('conflict', `This ${name} is ${row.state} already. Nothing was changed.`)
  return row
}

async function decide(
  tx: Tx,
  { context, caller, input }: Decided,
  table: Table,
  state: string,
  reason: string | null,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set state = ${state}, ${sql.ref(tables[table].reason)} = ${reason},
        decided_by = ${caller.userId}, decided_at = ${context.clock.now()}
      where id = ${input.id}`.execute(tx)
}

/** For a list of what waits: whether the caller may confirm a row, and if not, why. */
export function showSecondStep({ context: { db, clock }, caller }: Pick<Call, 'context'> & Deeded) {
  const explain = explainRefusals(db, { userId: caller.userId, at: clock.now() })
  return async (row: { asked_by: number; created_at: Date; asker_name: string }) => {
    const confirmRefusal = await explain({ askedBy: row.asked_by, askedAt: row.created_at })
    return { askedBy: row.asker_name, mayConfirm: confirmRefusal === null, confirmRefusal }
  }
}
