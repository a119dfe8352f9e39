// A credit token is sold once, and a number of the other side's is one sale. Whoever learns either from somewhere else than the
// answer to an order asks here first.
import { isCredit } from '@flexpower/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'

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

/** What the other side has on record, as far as it tells whether we have it too. */
export interface TheirRecord {
  subject: string
  /** Their number and their receipt: answers may tell either. */
  names: readonly string[]
  tokens: readonly string[]
}

/** The reference of another sale that this record is, or null. */
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
  return sale?.transaction_id ?? null
}
