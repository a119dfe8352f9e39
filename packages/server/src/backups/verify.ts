// A backup is one only when it has been restored: into a database beside the living one, which is audited and thrown away.
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

/** Throws what stands in the way of a restore; answers what the restored books break. */
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
    // What is left all the same, because the database is away, is swept up later.
    await dropScratch(url).catch(() => undefined)
  }
}

/** While a check is under way, and after one that was broken off with its process. */
export async function hasScratch(db: Db, url: string): Promise<boolean> {
  const { rows } = await sql`select from pg_database where datname = ${nameScratch(url).name}`.execute(db)
  return rows.length > 0
}

export const dropScratch = (url: string): Promise<void> =>
  tellServer(url, `drop database if exists "${nameScratch(url).name}" with (force)`)

/** On a connection that no stopping breaks off: what was begun is also cleared away. */
async function tellServer(url: string, statement: string): Promise<void> {
  const server = await openCopying(url)
  try {
    await server.query(statement)
  } finally {
    await server.close()
  }
}

const NAME_MOST = 63

/** Of a fixed name beside the living one: there is one check at a time. */
function nameScratch(living: string): { url: string; name: string } {
  const name = `${readDatabaseName(living).slice(0, NAME_MOST - 13)}_backup_check`
  return { url: inDatabase(living, name), name }
}
