// A number that belongs to this process while it lives: an advisory lock on a separate connection, which the database
// releases the moment the process is gone, for whatever reason. So the others need not wait for its answers.
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Limits } from './connection.ts'
import type { Db } from './db.ts'
import { keepConnection } from './lasting-connection.ts'

export const PRESENCE_CLASS = 7_063_202
/** Held by every process that runs the jobs. */
const WORKER_CLASS = 7_063_205
/** Held by every process, with the number of its key for backups. */
const BACKUP_KEY_CLASS = 7_063_206

interface Announced {
  runsJobs?: boolean
  /** Of `numberKey` (backups/sealed-file.ts). */
  backupKey?: number
}

export interface Presence {
  id: number
  close(): Promise<void>
}

/**
 * To the others, a lost connection looks like a dead process, so they look its sales up earlier than needed. That is
 * harmless, and it ends as soon as the database is back.
 */
export async function announcePresence(
  url: string,
  onLost: (error: Error) => void,
  { runsJobs = false, backupKey, ...options }: Announced & { beatMs?: number; limits?: Limits } = {},
): Promise<Presence> {
  const id = randomInt(1, 2 ** 31 - 1)
  const close = await keepConnection({
    url,
    name: 'flexpower presence',
    onLost,
    // Shared, because the database may not know yet that the earlier connection is dead, and it still has the lock.
    begin: async (connection) => {
      const take = 'select pg_advisory_lock_shared($1, $2)'
      await connection.query(take, [PRESENCE_CLASS, id])
      if (runsJobs) await connection.query(take, [WORKER_CLASS, id])
      if (backupKey !== undefined) await connection.query(take, [BACKUP_KEY_CLASS, backupKey])
    },
    ...options,
  })
  return { id, close }
}

/** Whether any process runs the jobs at this moment. */
export async function isWorkerPresent(db: Db): Promise<boolean> {
  return (await listHeld(db, WORKER_CLASS)).length > 0
}

/** How many processes have another key for backups at this moment. */
export async function countOtherBackupKeys(db: Db, backupKey: number): Promise<number> {
  return (await listHeld(db, BACKUP_KEY_CLASS)).filter((key) => key !== backupKey).length
}

/** The number of each process that holds one of this class. */
async function listHeld(db: Db, lockClass: number): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select objid::int4 as number from pg_locks
      join pg_database on pg_database.oid = database and datname = current_database()
      where locktype = 'advisory' and classid = ${lockClass} and objsubid = 2 and granted`.execute(db)
  return rows.map(({ number }) => number)
}
