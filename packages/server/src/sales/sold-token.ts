// A credit token is sold once, and a number of the other side is one sale. Anyone who learns either from elsewhere than
// the answer to an order checks here first, one at a time.
import { isCredit } from '@flexpower/contract'
import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '../db/db.ts'

/** Over all processes: what is checked here cannot be written by another checker until the transaction ends. */
export const lockRecords = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('records'))`.execute(tx)

const lastInLine = new WeakMap<Db, Promise<unknown>>()

/**
 * Checks what is on record and ends a sale with it, before anybody else checks. One at a time in each process, or those
 * waiting would hold all the connections that the first one needs.
 */
export function whileRecordsAreLocked<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const run = () =>
    inTransaction(db, async (tx) => {
      await lockRecords(tx)
      return work(tx)
    })
  const done = (lastInLine.get(db) ?? Promise.resolve()).then(run, run)
  lastInLine.set(db, done)
  return done
}

/** The reference of another sale that has one of these tokens, or null. */
export async function findSaleWithToken(
  db: Db | Tx,
  tokens: readonly string[],
  exceptId = 0,
): Promise<string | null> {
  const sale = await db
    .selectFrom('any_sale')
    .select('transaction_id')
    .where(sql<boolean>`tokens && ${tokens.filter(isCredit)}::text[]`)
    .where('id', '<>', exceptId)
    .executeTakeFirst()
  return sale?.transaction_id ?? null
}

/** What the other side has on record, as far as needed to know whether we have it too. */
export interface TheirRecord {
  subject: string
  /** Their number and their receipt: answers may have either. */
  names: readonly string[]
  tokens: readonly string[]
}

/** The reference of another sale that has this record, or null. */
export async function findSaleOnRecord(
  db: Db | Tx,
  { subject, names, tokens }: TheirRecord,
  exceptId = 0,
): Promise<string | null> {
  const known = await findSaleWithToken(db, tokens, exceptId)
  if (known !== null) return known
  const told = names.filter((name) => name !== '')
  const sale = await db
    .selectFrom('any_sale')
    .select('transaction_id')
    .where('subject', '=', subject)
    .where(
      sql<boolean>`array[details ->> 'utilityTransaction', details ->> 'receipt', details ->> 'transaction'] && ${told}::text[]`,
    )
    .where('id', '<>', exceptId)
    .executeTakeFirst()
  return sale?.transaction_id ?? (await findSaleSeenAs(db, told, exceptId))
}

/** A sale that an Admin confirmed by hand has no number of theirs, but its evidence has. */
async function findSaleSeenAs(
  db: Db | Tx,
  names: readonly string[],
  exceptId: number,
): Promise<string | null> {
  const vend = await db
    .selectFrom('vend')
    .select('reference')
    .where('state', '=', 'confirmed')
    .where(wasSeenAs(names))
    .where('id', '<>', exceptId)
    .executeTakeFirst()
  return vend?.reference ?? null
}

/** Whether the evidence has one of these numbers or receipts of the other side. */
export const wasSeenAs = (names: readonly string[]) =>
  sql<boolean>`vend.evidence is not null and exists (
    select from jsonb_array_elements(vend.evidence -> 'seen') line
      where array[line ->> 'transaction', line ->> 'receipt'] && ${names}::text[])`
