// Till sessions: one open session for each cashier, the cash that moves in it, its count and its close. Each step is a
// conditional write that happens once; docs/ledger.md says in which order, and why a sale can never miss its count.
import { type Bututs, bututs, EPOCH_LETTERS, type Pieces } from '@flexpower/contract'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { selectFigures, sumFloatMoves } from './till-figures.ts'

export type TillSession = Selectable<Schema['till_session']>
export type TillMovement = Selectable<Schema['till_movement']>

const SLIP_DIGITS = 5

/**
 * `A-00012`: the epoch's letters (`formatEpoch`), because each epoch begins at 1. Null: it has no slip yet. In SQL,
 * because lists and statements search it. `session` is the name of the table in the query.
 */
export function slipNumber(session: string): RawBuilder<string | null> {
  const [epoch, number] = [sql.ref(`${session}.epoch`), sql.ref(`${session}.number`)]
  const letters = sql.lit(EPOCH_LETTERS)
  return sql`(
    with recursive named (rest, letters) as (
      select ${epoch}::int, ''
      union all
      select (rest - 1) / length(${letters}), substr(${letters}, (rest - 1) % length(${letters}) + 1, 1) || letters
        from named where rest > 0)
    select letters || '-' || lpad(${number}::text, greatest(${SLIP_DIGITS}, length(${number}::text)), '0')
      from named where rest = 0)`
}

/** The session of this user that is not closed yet, or null. */
export const findOpenSession = async (db: Db | Tx, userId: number): Promise<TillSession | null> =>
  (await db
    .selectFrom('till_session')
    .selectAll()
    .where('user_id', '=', userId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()) ?? null

/** Whether a sale of this user would join a session. */
export const hasTakingSession = async (db: Db, userId: number): Promise<boolean> => {
  const session = await findOpenSession(db, userId)
  return session !== null && session.counted_at === null
}

export const findSession = async (db: Db | Tx, id: number): Promise<TillSession | null> =>
  (await db.selectFrom('till_session').selectAll().where('id', '=', id).executeTakeFirst()) ?? null

/** What the cashier's last shift ended with: as counted, or as it should have been if nobody counted. Null: there is none. */
export async function readLeft(db: Db | Tx, userId: number): Promise<Bututs | null> {
  const last = await db
    .selectFrom('till_session')
    .select(({ fn }) => fn.coalesce('counted', 'expected').as('left'))
    .where('user_id', '=', userId)
    .where('closed_at', 'is not', null)
    .orderBy('closed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.left ?? null
}

/**
 * The session of this user that is not closed yet, or null, and then none is opened or closed until this transaction
 * ends: openings wait for each other here, and for a close that is being written.
 */
export async function lockBeforeOpening(tx: Tx, userId: number): Promise<TillSession | null> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const open = tx.selectFrom('till_session').selectAll().where('user_id', '=', userId)
  return (await open.where('closed_at', 'is', null).forShare().executeTakeFirst()) ?? null
}

interface Opening {
  userId: number
  opening: Bututs
  leftBefore: Bututs | null
  /** Why it differs. */
  reason: string | null
  at: Date
}

/**
 * After `lockBeforeOpening`. Null: the user was deleted meanwhile. It begins after the session before it ended, whatever
 * a clock that was set says.
 */
export async function openSession(tx: Tx, given: Opening): Promise<TillSession | null> {
  const { userId, opening, leftBefore, reason, at } = given
  const { rows } = await sql<TillSession>`
    insert into till_session (user_id, opened_at, opening, left_before, opening_reason, floats_before, moved_before)
      select u.id, greatest(${at}::timestamptz, (select max(closed_at) from till_session where user_id = u.id and closed_at is not null)), ${opening},
          ${leftBefore}::bigint, ${reason}::text,
          (select coalesce(jsonb_object_agg(kind, balance), '{}') from float_balance where user_id = u.id),
          ${sumFloatMoves(sql`u.id`)}
        from users u where u.id = ${userId} and u.deleted_at is null
        for share
      returning *`.execute(tx)
  return rows[0] ?? null
}

/** The caller's session that takes sales and movements. Locked, so that a count waits for what is being written. */
const takingSession = (userId: number) => sql`
  select id from till_session where user_id = ${userId} and closed_at is null and counted_at is null for share`

export interface Movement {
  userId: number
  kind: 'in' | 'out' | 'drop'
  amount: Bututs
  reason: string
  at: Date
  key: string
}

/** Null: no session is open, or the user has used this key before. */
export async function moveCash(tx: Tx, given: Movement): Promise<TillMovement | null> {
  const { rows } = await sql<TillMovement>`
    with till as (${takingSession(given.userId)})
    insert into till_movement (session_id, kind, amount, reason, user_id, at, key)
      select id, ${given.kind}, ${given.amount}::bigint, ${given.reason}, ${given.userId}::bigint, ${given.at}::timestamptz, ${given.key}
        from till
      on conflict (user_id, key) do nothing
      returning *`.execute(tx)
  return rows[0] ?? null
}

/**
 * Pays back a sale that was voided after its session was counted, out of the payer's own session. Null: no session is
 * open, nothing is owed to its customer, or it was paid back before. `paysForAll`: sales of others too.
 */
export async function payRefund(
  tx: Tx,
  given: { userId: number; saleId: number; paysForAll: boolean; reason: string; at: Date },
): Promise<TillMovement | null> {
  const { rows } = await sql<TillMovement>`
    with till as (${takingSession(given.userId)})
    insert into till_movement (session_id, kind, amount, reason, user_id, at, key, vend_id)
      select till.id, 'refund', d.tendered, ${given.reason}, ${given.userId}::bigint, ${given.at}::timestamptz,
          -- No caller's key has a blank.
          'refund ' || v.id, v.id
        from till, till_doubt d join vend v on v.id = d.vend_id
        where v.id = ${given.saleId} and (v.user_id = ${given.userId} or ${given.paysForAll}) and v.state = 'voided'
      on conflict do nothing
      returning *`.execute(tx)
  return rows[0] ?? null
}

export const sumPieces = (pieces: readonly Pieces[]): Bututs =>
  bututs(pieces.reduce((sum, { value, pieces: number }) => sum + value * number, 0))

/**
 * Stores the count, and nothing joins the session from now on. It is a statement of its own, committed before anything
 * expected is read: so the count is blind, it survives a crash, and the sums that are read next have every sale of the
 * session. `pieces` null: nobody counted. False if it was counted before.
 */
export async function countSession(
  db: Db,
  { id, by, pieces, at }: { id: number; by: number; pieces: Pieces[] | null; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('till_session')
    .set({
      counted_at: at,
      counted_by: by,
      pieces: pieces && JSON.stringify(pieces),
      counted: pieces && sumPieces(pieces),
    })
    .where('id', '=', id)
    .where('counted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Over all processes, one close at a time: numbers have no gaps. */
export async function lockForClose(tx: Tx, id: number): Promise<TillSession> {
  await sql`select pg_advisory_xact_lock(hashtext('z slip'))`.execute(tx)
  return tx.selectFrom('till_session').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

/** Computes what should be in the drawer, and remembers the sales in doubt, at one moment. */
export async function reckonSession(tx: Tx, id: number): Promise<TillSession> {
  const { rows } = await sql<TillSession>`
    with reckoned as (${selectFigures(id)}), carried as (
      insert into till_doubt (vend_id, session_id, tendered)
        select v.id, v.till_session_id, v.tendered
          from reckoned, jsonb_array_elements(figures -> 'inDoubt') as doubt join vend v on v.id = doubt::bigint
    )
    update till_session t set expected = r.expected, figures = r.figures
      from reckoned r where t.id = ${id} and t.counted_at is not null and t.expected is null
      returning t.*`.execute(tx)
  const [session] = rows
  if (!session) throw new Error(`till session ${id} is not counted, or was reckoned before`)
  return session
}

/** The last step: the slip gets its number, and nothing of it changes any more. */
export async function closeSession(
  tx: Tx,
  given: { id: number; by: number; reason: string | null; at: Date; epoch: number },
): Promise<TillSession> {
  return tx
    .updateTable('till_session')
    .set({
      closed_at: sql`greatest(${given.at}::timestamptz, counted_at, opened_at)`,
      closed_by: given.by,
      closed_by_name: sql`(select name from users where id = ${given.by})`,
      reason: given.reason,
      epoch: given.epoch,
      number: sql`(select coalesce(max(number), 0) + 1 from till_session where epoch = ${given.epoch})`,
    })
    .where('id', '=', given.id)
    .where('closed_at', 'is', null)
    .returningAll()
    .executeTakeFirstOrThrow()
}
