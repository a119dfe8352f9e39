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
  { runsJobs = false, ...options }: { runsJobs?: boolean; beatMs?: number; limits?: Limits } = {},
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
    },
    ...options,
  })
  return { id, close }
}

/** Whether any process runs the jobs at this moment. */
export async function isWorkerPresent(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_present: boolean }>`
    select exists (select from pg_locks join pg_database on pg_database.oid = database and datname = current_database()
      where locktype = 'advisory' and classid = ${WORKER_CLASS} and objsubid = 2 and granted) as is_present`.execute(
    db,
  )
  return rows[0]?.is_present === true
}
