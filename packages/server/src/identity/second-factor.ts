// Two-step sign-in. The secret is sealed at rest, a code works once, recovery codes are hashed slowly and work once.
import { createHash, randomBytes } from 'node:crypto'
import type { Context } from '../runtime/context.ts'
import { type Db, inTransaction, type Tx } from '../db/db.ts'
import { hashWithSalt } from './passwords.ts'
import { PURPOSES, seal, unseal } from '../secrets/sealing.ts'
import { toBase32, findStep } from './totp.ts'

const PURPOSE = PURPOSES.secondFactor
const RECOVERY_CODES = 10
/** 50 bits: ten letters in two groups, as a person copies them from paper. */
const RECOVERY_BYTES = 7
const RECOVERY_LETTERS = 10
const SALT_BYTES = 16

export interface SecondFactor {
  confirmedAt: Date | null
  codesLeft: number
}

export async function readSecondFactor(db: Db, userId: number): Promise<SecondFactor | null> {
  const row = await db
    .selectFrom('second_factor')
    .select((from) => [
      'confirmed_at',
      from
        .selectFrom('recovery_code')
        .whereRef('recovery_code.user_id', '=', 'second_factor.user_id')
        .where('used_at', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('left'))
        .as('codes_left'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? { confirmedAt: row.confirmed_at, codesLeft: row.codes_left ?? 0 } : null
}

/** Begins again: an earlier unfinished setup no longer counts. One that is on is left alone. */
export async function keepSecret(
  { db, clock, config }: Context,
  userId: number,
  secret: string,
): Promise<boolean> {
  const kept = {
    sealed: seal(secret, config, PURPOSE),
    begun_at: clock.now(),
    confirmed_at: null,
    last_step: 0,
  }
  const result = await db
    .insertInto('second_factor')
    .values({ user_id: userId, ...kept })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(kept).where('second_factor.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Whether the code is right now and was not used before; from then on it counts as used. */
export async function takeCode(
  { clock, config, log }: Context,
  db: Db | Tx,
  userId: number,
  given: string,
): Promise<boolean> {
  const code = given.replaceAll(/[\s-]/g, '').toUpperCase()
  if (code.length === RECOVERY_LETTERS) return takeRecoveryCode(db, userId, code, clock.now())
  const kept = await db
    .selectFrom('second_factor')
    .select('sealed')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const secret = kept ? unseal(kept.sealed, config, PURPOSE) : null
  if (kept && secret === null)
    log.error({ userId }, 'a second factor cannot be opened with FLEXPOWER_SECRET_KEY')
  const step = secret === null ? null : findStep(secret, code, clock.now())
  if (step === null) return false
  // Two at once with the same code: the condition lets one through.
  const taken = await db
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

async function takeRecoveryCode(db: Db | Tx, userId: number, code: string, now: Date): Promise<boolean> {
  const kept = await db
    .selectFrom('second_factor')
    .select('recovery_salt')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!kept?.recovery_salt) return false
  const taken = await db
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', await hashWithSalt(digest(code), kept.recovery_salt))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

/** Turns it on and returns the recovery codes, which nobody can read again. */
export async function confirmSecret(tx: Tx, userId: number, now: Date): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    toBase32(randomBytes(RECOVERY_BYTES)).slice(0, RECOVERY_LETTERS),
  )
  const salt = randomBytes(SALT_BYTES)
  const hashes = await Promise.all(codes.map((code) => hashWithSalt(digest(code), salt)))
  await tx
    .updateTable('second_factor')
    .set({ confirmed_at: now, recovery_salt: salt })
    .where('user_id', '=', userId)
    .execute()
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash, used_at: null })))
    .execute()
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}

/** Codes of a release that stored only their SHA-256: hashed slowly on top, so that printed codes still work. */
export async function hashOldRecoveryCodes(db: Db): Promise<void> {
  const owners = await db
    .selectFrom('second_factor')
    .select('user_id')
    .where('recovery_salt', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('recovery_code').whereRef('recovery_code.user_id', '=', 'second_factor.user_id')),
    )
    .execute()
  for (const owner of owners) await inTransaction(db, (tx) => hashOldCodesFor(tx, owner.user_id))
}

async function hashOldCodesFor(tx: Tx, userId: number): Promise<void> {
  const salt = randomBytes(SALT_BYTES)
  // Of several processes that start together, the first one does it.
  const mine = await tx
    .updateTable('second_factor')
    .set({ recovery_salt: salt })
    .where('user_id', '=', userId)
    .where('recovery_salt', 'is', null)
    .executeTakeFirst()
  if (mine.numUpdatedRows === 0n) return
  const old = await tx.selectFrom('recovery_code').select('code_hash').where('user_id', '=', userId).execute()
  for (const { code_hash: hash } of old)
    await tx
      .updateTable('recovery_code')
      .set({ code_hash: await hashWithSalt(hash, salt) })
      .where('user_id', '=', userId)
      .where('code_hash', '=', hash)
      .execute()
}

/** How many were sealed with another key. */
export async function countSealedOtherwise({ db, config }: Pick<Context, 'db' | 'config'>): Promise<number> {
  const rows = await db.selectFrom('second_factor').select('sealed').execute()
  return rows.filter(({ sealed }) => unseal(sealed, config, PURPOSE) === null).length
}

/** False if there was none. */
export async function removeSecondFactor(tx: Tx, userId: number): Promise<boolean> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  const removed = await tx.deleteFrom('second_factor').where('user_id', '=', userId).executeTakeFirst()
  return removed.numDeletedRows > 0n
}

const digest = (code: string): Buffer => createHash('sha256').update(code).digest()
