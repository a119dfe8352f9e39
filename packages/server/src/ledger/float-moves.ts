// Moves float without a sale: back to the bank, to another cashier, or as the correction of a load. One statement takes
// it only if it is there, gives it, and writes the transfer.
import { type Bututs, bututs } from '@flexpower/contract'
import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'
import { statementIn } from '../db/db.ts'
import type { FloatKind } from '../db/schema.ts'
import { after, DAY_MS } from '../runtime/clock.ts'
import { accounts, floatAccount } from './accounts.ts'

export interface FloatMove {
  /** Of its row in `float_move`. */
  id: number
  kind: FloatKind
  /** Whose float it leaves and whose it reaches; null: the bank. */
  sourceId: number | null
  targetId: number | null
  amount: Bututs
}

const moveSql = `
with debited as (
  update float_balance set balance = balance - $5
    where user_id = $2 and kind = $4 and balance >= $5
    returning user_id
), allowed as (
  select where $2::bigint is null or exists (select from debited)
), credited as (
  insert into float_balance (user_id, kind, balance) select $3, $4, $5::bigint from allowed where $3::bigint is not null
    on conflict (user_id, kind) do update set balance = float_balance.balance + excluded.balance
)
insert into transfer (entry_id, leg, source, destination, amount) select $1, 6, $6, $7, $5 from allowed
  returning entry_id`

/** False: there is less in the float, and nothing was written. */
export async function moveFloat(tx: Tx, move: FloatMove): Promise<boolean> {
  const { id, kind, sourceId, targetId, amount } = move
  const account = (userId: number | null) => (userId === null ? accounts.bank : floatAccount(kind, userId))
  const written = await statementIn(tx, moveSql, [
    id,
    sourceId,
    targetId,
    kind,
    amount,
    account(sourceId),
    account(targetId),
  ])
  return written.length > 0
}

/** A move before it has a row. */
type PlannedMove = Omit<FloatMove, 'id'>

/**
 * What the limit for a second Admin looks at, so that it cannot be passed in steps: for more on a load the whole load
 * (`loadTotal`), for other moves also what the same Admin moved alone the same way within a day.
 */
export async function weighMove(
  tx: Tx,
  { kind, sourceId, targetId, amount, loadTotal = amount }: PlannedMove & { loadTotal?: Bututs },
  { by, now }: { by: number; now: Date },
): Promise<Bututs> {
  if (sourceId === null) return loadTotal
  const { before } = await tx
    .selectFrom('float_move')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('amount'), sql<number>`0`).as('before'))
    .where('source_user_id', '=', sourceId)
    .where('target_user_id', 'is not distinct from', targetId)
    .where('kind', '=', kind)
    .where('asked_by', '=', by)
    .where('state', '=', 'done')
    .where('needs_two', '=', false)
    .where('decided_at', '>', after(now, -DAY_MS))
    .executeTakeFirstOrThrow()
  return bututs(amount + before)
}

interface AskedMove extends PlannedMove {
  /** The load that it corrects. */
  creditId?: number | null
  reason: string
  by: number
  at: Date
  /** It waits for a second Admin, and nothing moves yet. */
  needsTwo: boolean
  /** Of the caller, and what was asked for with it. */
  key?: { key: string | null; key_input: string | null }
}

/** The row of a move, which `moveFloat` does. */
export async function writeMove(tx: Tx, asked: AskedMove): Promise<number> {
  const { by, at, needsTwo } = asked
  const { id } = await tx
    .insertInto('float_move')
    .values({
      kind: asked.kind,
      source_user_id: asked.sourceId,
      target_user_id: asked.targetId,
      amount: asked.amount,
      credit_id: asked.creditId ?? null,
      reason: asked.reason,
      asked_by: by,
      created_at: at,
      needs_two: needsTwo,
      state: needsTwo ? 'waiting' : 'done',
      decided_by: needsTwo ? null : by,
      decided_at: needsTwo ? null : at,
      key: null,
      key_input: null,
      ...asked.key,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
