// A move of float with a key of the caller: sent again after a lost answer, it is the same move and nothing moves twice.
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../db/db.ts'
import type { Schema } from '../../db/schema.ts'
import { Refusal } from '../../refusal.ts'
import type { Deeded } from './slips.ts'

/** What was asked for, in the caller's own words: which call, and its input. */
export type AskedMove = Record<string, string | number>

/**
 * The move that has this key already, or null. Whoever sends the same key at the same moment waits here, so that the
 * second one finds the first.
 */
export async function findEarlierMove(
  tx: Tx,
  { caller, origin: { idempotencyKey: key } }: Deeded,
  asked: AskedMove,
): Promise<Selectable<Schema['float_move']> | null> {
  if (key === null) return null
  await sql`select pg_advisory_xact_lock(hashtextextended(${`float move ${caller.userId} ${key}`}, 0))`.execute(
    tx,
  )
  const earlier = await tx
    .selectFrom('float_move')
    .selectAll()
    .select(sql<boolean>`key_input = ${JSON.stringify(asked)}::jsonb`.as('is_same'))
    .where('asked_by', '=', caller.userId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (earlier && !earlier.is_same)
    throw new Refusal(
      'invalid',
      'This key was used for another move of float before. Nothing more was moved; send a new key.',
    )
  return earlier ?? null
}

/** What its row stores of it. */
export const keyColumns = ({ origin: { idempotencyKey: key } }: Deeded, asked: AskedMove) => ({
  key,
  key_input: key === null ? null : JSON.stringify(asked),
})
