// What was told while somebody did not listen: read from the short list of hints, or known to be no longer there.
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { LiveEvent, StreamOwner } from './streams.ts'

/**
 * A hint gets its number when it is written and is told when its transaction commits, so a later number may be heard first.
 * Hints this much older than the last one heard are told again; that is harmless.
 */
const OVERLAP = sql`interval '30 seconds'`

/** The newest number that was ever given. */
export async function readNewest(db: Db): Promise<number> {
  const { rows } = await sql<{ newest: number }>`
    select case when is_called then last_value else 0 end as newest from live_event_id`.execute(db)
  return rows[0]?.newest ?? 0
}

/** The number of a new stream. */
export async function numberStream(db: Db): Promise<number> {
  const { rows } = await sql<{ number: number }>`select nextval('live_stream_id') as number`.execute(db)
  return rows[0]?.number ?? 0
}

/** Since the last one heard, of everybody or for one user; null if some of it is gone. */
export async function readMissed(db: Db, last: number, owner?: StreamOwner): Promise<LiveEvent[] | null> {
  const newest = await readNewest(db)
  if (last > newest) return null
  const { rows: known } = await sql<{ at: Date }>`
    select at from live_event where id <= ${last} order by id desc limit 1`.execute(db)
  if (!known[0]) return last === newest ? [] : null
  const { rows } = await sql<LiveEvent>`
    select id, kinds, users, admins from live_event
      where (id > ${last} or at > ${known[0].at}::timestamptz - ${OVERLAP}) and ${isFor(owner)} order by id`.execute(
    db,
  )
  return rows
}

const isFor = (owner?: StreamOwner) =>
  owner ? sql`(${owner.userId} = any(users) or (admins and ${owner.isAdmin}::boolean))` : sql`true`

/** The kinds of what changed for one user. */
export async function readMissedBy(db: Db, owner: StreamOwner, last: number): Promise<string[] | null> {
  const missed = await readMissed(db, last, owner)
  return missed && [...new Set(missed.flatMap(({ kinds }) => kinds))]
}
