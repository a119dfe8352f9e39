// The password of our account at the utility, once an Admin has changed it: sealed with a key that is not in the database.
// While a change is under way both the new and the old are kept, so that no crash can leave us without the right one.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Context } from './context.ts'
import type { Db, Tx } from './db/db.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** What is sealed is good for this purpose only. */
const PURPOSE = Buffer.from('flexpower vendor password 1')

export function seal(passwords: readonly string[], key: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(PURPOSE)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(passwords), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Null: another key sealed it, or it is damaged. */
export function unseal(sealed: Buffer, key: Buffer): string[] | null {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(PURPOSE).setAuthTag(tag)
    const text =
      decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    return JSON.parse(text) as string[]
  } catch {
    return null
  }
}

export type Kept = { sealed: Buffer; changed_at: Date } | null

export const readKept = async (db: Pick<Db, 'selectFrom'>): Promise<Kept> =>
  (await db.selectFrom('vendor_secret').select(['sealed', 'changed_at']).executeTakeFirst()) ?? null

/** In the order in which they are tried; none when nobody has changed the configured one. */
export async function keptPasswords({
  db,
  config,
  log,
}: Pick<Context, 'db' | 'config' | 'log'>): Promise<string[]> {
  const kept = await readKept(db)
  if (kept === null) return []
  const passwords = unseal(kept.sealed, config.secretKey)
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
