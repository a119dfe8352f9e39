// What a cashier ever got of a float, with corrections and float from other cashiers: an amount far above it is asked
// about before it is given.
import { type Bututs, formatGmd, isFarAbove } from '@flexpower/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../db/db.ts'
import type { FloatKind } from '../../db/schema.ts'
import { wrongField } from '../../refusal.ts'

interface Given {
  userId: number
  kind: FloatKind
  amount: Bututs
}

/** What a load is now, with its corrections. `load` is the name of the table in the query. */
export const correctedLoad = (
  load: string,
): RawBuilder<Bututs> => sql`(${sql.ref(`${load}.amount`)} + coalesce(
  (select sum(case when m.source_user_id is null then m.amount else -m.amount end)
    from float_move m where m.credit_id = ${sql.ref(`${load}.id`)} and m.state = 'done'), 0))::bigint`

/** Every load as it is now, and what came from other cashiers. A load that was corrected to nothing was none. */
const selectGot = (userId: RawBuilder<unknown>, kind: RawBuilder<unknown>) => sql`
  (select amount from (
    select ${correctedLoad('c')} as amount from credit c where c.user_id = ${userId} and c.kind = ${kind}
    union all
    select m.amount from float_move m
      where m.target_user_id = ${userId} and m.kind = ${kind} and m.state = 'done' and m.credit_id is null) got
    where amount > 0)`

/** Null: nothing so far. */
export const largestGot = (
  userId: RawBuilder<unknown>,
  kind: RawBuilder<unknown>,
): RawBuilder<Bututs | null> => sql`(select max(amount) from ${selectGot(userId, kind)} got)`

export const countGot = (userId: RawBuilder<unknown>, kind: RawBuilder<unknown>): RawBuilder<number> =>
  sql`(select count(*) from ${selectGot(userId, kind)} got)`

export async function readLargestGot(
  db: Db | Tx,
  { userId, kind }: Pick<Given, 'userId' | 'kind'>,
): Promise<Bututs | null> {
  const { rows } = await sql<{ largest: Bututs | null }>`
    select ${largestGot(sql`${userId}::bigint`, sql`${kind}::text`)} as largest`.execute(db)
  return rows[0]?.largest ?? null
}

/** The first of all is unusual too, because nothing says what is usual. */
export const isUnusual = (amount: Bututs, largest: Bututs | null): boolean =>
  largest === null || isFarAbove(amount, largest)

/** `unchanged`: what did not happen. */
export async function refuseUnusual(
  tx: Tx,
  { userId, kind, amount }: Given,
  unchanged: string,
): Promise<void> {
  const largest = await readLargestGot(tx, { userId, kind })
  if (!isUnusual(amount, largest)) return
  const { name } = await tx
    .selectFrom('users')
    .select('name')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  throw wrongField(
    'isSure',
    `${formatGmd(amount)} is far above what ${name} ever got: ${largest === null ? 'nothing so far' : `at most ${formatGmd(largest)}`}. ${unchanged}; check the amount, then confirm that it is right.`,
  )
}
