// A credit token is sold once. Whoever learns a token from somewhere else than the answer to an order asks here first.
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
