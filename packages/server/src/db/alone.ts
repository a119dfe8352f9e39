// One process at a time, for work that calls a gateway and so cannot be a transaction: an advisory lock of a connection
// that is kept for it. The database releases it when the work ends, and when the process does, however it went.
import { sql } from 'kysely'
import type { Db } from './db.ts'

const ALONE_CLASS = 7_063_203

/** Null when somebody else is at it. */
export function alone<Result>(db: Db, what: string, work: () => Promise<Result>): Promise<Result | null> {
  return db.connection().execute(async (connection) => {
    const taken = await sql<{ is_ours: boolean }>`
      select pg_try_advisory_lock(${ALONE_CLASS}, hashtext(${what})) as is_ours`.execute(connection)
    if (taken.rows[0]?.is_ours !== true) return null
    try {
      return await work()
    } finally {
      // A connection that is lost has released it by that; the work's own end is what counts.
      await sql`select pg_advisory_unlock(${ALONE_CLASS}, hashtext(${what}))`
        .execute(connection)
        .catch(() => undefined)
    }
  })
}
