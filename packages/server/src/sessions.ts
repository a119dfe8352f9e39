// Where somebody is signed in, and how that ends.
import type { OpenSession } from '@flexpower/contract'
import type { Db, Tx } from './db/db.ts'

const SHOWN_MOST = 100

/** The latest used first; `own` is the one that asks. */
export async function sessionsOf(db: Db, userId: number, own: number, now: Date): Promise<OpenSession[]> {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'address', 'agent', 'created_at', 'seen_at', 'remembered'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('seen_at', 'desc')
    .limit(SHOWN_MOST)
    .execute()
  return rows.map((session) => ({
    id: session.id,
    address: session.address,
    agent: session.agent,
    since: session.created_at,
    seenAt: session.seen_at,
    remembered: session.remembered,
    isOwn: session.id === own,
  }))
}

/** Ends one session of a user, or all but the caller's own; answers how many. */
export async function endSessionsOf(
  tx: Tx,
  userId: number,
  now: Date,
  except: number | null,
  only?: number,
): Promise<number> {
  const ended = await tx
    .updateTable('session')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .$if(except !== null && only === undefined, (query) => query.where('id', '<>', except ?? 0))
    .$if(only !== undefined, (query) => query.where('id', '=', only ?? 0))
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}
