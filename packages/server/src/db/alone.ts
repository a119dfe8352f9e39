// One process at a time, for work that calls a gateway and so cannot be a transaction: an advisory lock on a reserved
// connection. The database releases it when the work ends, or when the process does, for whatever reason.
import { sql } from 'kysely'
import { type Db, inSession } from './db.ts'

const ALONE_CLASS = 7_063_203

/** Null if another process is doing it. */
export function alone<Result>(db: Db, what: string, work: () => Promise<Result>): Promise<Result | null> {
  return inSession(db, async (connection) => {
    const taken = await sql<{ is_ours: boolean }>`
      select pg_try_advisory_lock(${ALONE_CLASS}, hashtext(${what})) as is_ours`.execute(connection)
    if (taken.rows[0]?.is_ours !== true) return null
    try {
      return await work()
    } finally {
      // A lost connection has released it already; the result of the work is what counts.
      await sql`select pg_advisory_unlock(${ALONE_CLASS}, hashtext(${what}))`
        .execute(connection)
        .catch(() => undefined)
    }
  })
}
