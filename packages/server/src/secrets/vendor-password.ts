// The password of our account at the utility, once an Admin has changed it: sealed with a key that is not in the
// database. During a change both the new and the old are stored, so that no crash can leave us without the right one.
import type { Context } from '../runtime/context.ts'
import type { Db, Tx } from '../db/db.ts'
import { PURPOSES, seal, type SecretKeys, unseal } from './sealing.ts'

export const sealPasswords = (passwords: readonly string[], keys: SecretKeys): Buffer =>
  seal(JSON.stringify(passwords), keys, PURPOSES.vendorPassword)

/** Null: another key sealed it, or it is damaged. */
export function unsealPasswords(sealed: Buffer, keys: SecretKeys): string[] | null {
  const text = unseal(sealed, keys, PURPOSES.vendorPassword)
  return text === null ? null : (JSON.parse(text) as string[])
}

export type Kept = { sealed: Buffer; changed_at: Date } | null

export const readKept = async (db: Pick<Db, 'selectFrom'>): Promise<Kept> =>
  (await db.selectFrom('vendor_secret').select(['sealed', 'changed_at']).executeTakeFirst()) ?? null

/** In the order in which they are tried; none if nobody has changed the configured one. */
export async function keptPasswords({
  db,
  config,
  log,
}: Pick<Context, 'db' | 'config' | 'log'>): Promise<string[]> {
  const kept = await readKept(db)
  if (kept === null) return []
  const passwords = unsealPasswords(kept.sealed, config)
  if (passwords === null)
    log.error(
      'the stored vendor password cannot be opened with FLEXPOWER_SECRET_KEY; only the configured one is tried',
    )
  return passwords ?? []
}

export async function keep(db: Db | Tx, kept: Kept): Promise<void> {
  if (kept === null) await db.deleteFrom('vendor_secret').execute()
  else
    await db
      .insertInto('vendor_secret')
      .values(kept)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(kept))
      .execute()
}
