// A backup counts only once it has been restored: into a database beside the live one, which is audited and dropped.
import { sql } from 'kysely'
import { inDatabase, readDatabaseName } from '../db/address.ts'
import { openCopying } from '../db/copying.ts'
import type { Db } from '../db/db.ts'
import type { Violation } from '../ledger/audit.ts'
import type { ReadBackupOptions } from './read-backup.ts'
import { auditRestored, restoreBackup } from './restore.ts'

export interface VerifyOptions extends ReadBackupOptions {
  url: string
  onProgress?: (share: number) => void
}

/** Throws what prevents a restore; returns what is broken in the restored books. */
export async function verifyBackup(options: VerifyOptions): Promise<Violation[]> {
  const { url } = options
  const scratch = nameScratch(url)
  // One that a killed check left behind.
  await dropScratch(url)
  try {
    await tellServer(url, `create database "${scratch.name}"`)
    const manifest = await restoreBackup({ ...options, url: scratch.url })
    return await auditRestored(scratch.url, manifest)
  } finally {
    // If it stays because the database is away, it is cleared later.
    await dropScratch(url).catch(() => undefined)
  }
}

/** While a check is running, and after one that was interrupted with its process. */
export async function hasScratch(db: Db, url: string): Promise<boolean> {
  const { rows } = await sql`select from pg_database where datname = ${nameScratch(url).name}`.execute(db)
  return rows.length > 0
}

export const dropScratch = (url: string): Promise<void> =>
  tellServer(url, `drop database if exists "${nameScratch(url).name}" with (force)`)

/** On a connection that a stop does not interrupt, so that it is also cleared away. */
async function tellServer(url: string, statement: string): Promise<void> {
  const server = await openCopying(url)
  try {
    await server.query(statement)
  } finally {
    await server.close()
  }
}

const NAME_MOST = 63

/** A fixed name beside the live one: there is one check at a time. */
function nameScratch(living: string): { url: string; name: string } {
  const name = `${readDatabaseName(living).slice(0, NAME_MOST - 13)}_backup_check`
  return { url: inDatabase(living, name), name }
}
