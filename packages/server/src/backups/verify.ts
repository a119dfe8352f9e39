// A backup is one only when it has been restored: into a database beside the living one, which is audited and thrown away.
import { openCopying } from '../db/copying.ts'
import type { Violation } from '../ledger/audit.ts'
import type { ReadOptions } from './read-backup.ts'
import { auditRestored, restoreBackup } from './restore.ts'

export interface VerifyOptions extends ReadOptions {
  url: string
  onProgress?: (share: number) => void
}

/** Throws what stands in the way of a restore; answers what the restored books break. */
export async function verifyBackup(options: VerifyOptions): Promise<Violation[]> {
  const { url, signal } = options
  const scratch = scratchOf(url)
  const server = await openCopying(url, signal)
  const drop = `drop database if exists "${scratch.name}" with (force)`
  try {
    // One that a killed check left behind.
    await server.query(drop)
    await server.query(`create database "${scratch.name}"`)
    await restoreBackup({ ...options, url: scratch.url })
    return await auditRestored(scratch.url)
  } finally {
    await server.query(drop).catch(() => undefined)
    await server.close()
  }
}

const NAME_MOST = 63

/** Of a fixed name beside the living one: there is one check at a time. */
function scratchOf(living: string): { url: string; name: string } {
  const url = new URL(living)
  const name = `${decodeURIComponent(url.pathname.slice(1)).slice(0, NAME_MOST - 13)}_backup_check`
  url.pathname = `/${encodeURIComponent(name)}`
  return { url: url.href, name }
}
