// A new FLEXPOWER_SECRET_KEY: what the key before sealed is sealed again with the new one, row by row, so that it can be
// broken off and repeated at any time. Servers that know both keys open everything meanwhile. Access tokens are left out:
// one that cannot be opened is replaced by a login.
import { sql } from 'kysely'
import { type Db, inTransaction } from '../db/db.ts'
import { type Actor, recordAct } from '../ledger/acts.ts'
import { isSealedBefore, PURPOSES, seal, type SecretKeys, unseal } from './sealing.ts'

const sealedTables = [
  { table: 'second_factor', key: 'user_id', purpose: PURPOSES.secondFactor },
  { table: 'vendor_secret', key: 'id', purpose: PURPOSES.vendorPassword },
  { table: 'slip_photo', key: 'request_id', purpose: PURPOSES.slipPhoto },
] as const

/** A count of rows. `shut`: neither key opens them. */
export interface Rotated {
  again: number
  already: number
  shut: number
}

export async function rotateSecretKey(
  actor: Actor & { context: { db: Db; config: SecretKeys } },
): Promise<Rotated> {
  const { db, config } = actor.context
  const rotated: Rotated = { again: 0, already: 0, shut: 0 }
  for (const { table, key, purpose } of sealedTables) {
    const { rows } = await sql<{ id: number | boolean }>`
      select ${sql.ref(key)} as id from ${sql.table(table)} order by 1`.execute(db)
    // One at a time: a photo is up to some hundred kilobytes.
    for (const { id } of rows) rotated[await sealAgain(db, config, { table, key, purpose, id })] += 1
  }
  await inTransaction(db, (tx) =>
    recordAct(tx, actor, {
      action: 'sealed the secrets with a new key',
      record: 'secrets',
      title: 'FLEXPOWER_SECRET_KEY',
      after: { ...rotated },
    }),
  )
  return rotated
}

interface SealedRow {
  table: string
  key: string
  purpose: string
  id: number | boolean
}

async function sealAgain(
  db: Db,
  keys: SecretKeys,
  { table, key, purpose, id }: SealedRow,
): Promise<keyof Rotated> {
  const { rows } = await sql<{ sealed: Buffer }>`
    select sealed from ${sql.table(table)} where ${sql.ref(key)} = ${id}`.execute(db)
  const [row] = rows
  // Deleted meanwhile.
  if (!row) return 'already'
  if (!isSealedBefore(row.sealed, keys, purpose)) return 'already'
  const text = unseal(row.sealed, keys, purpose)
  if (text === null) return 'shut'
  // Only if nobody has changed it meanwhile: who did used the new key.
  await sql`
    update ${sql.table(table)} set sealed = ${seal(text, keys, purpose)}
      where ${sql.ref(key)} = ${id} and sealed = ${row.sealed}`.execute(db)
  return 'again'
}
