// Which history of the books this is. A restore, a point-in-time recovery and a failover to a standby that was behind each
// begin an epoch: references show it, and the books are compared with the other sides since the moment they went back to.
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { after, type Clock, HOUR_MS } from '../clock.ts'
import type { Db, Tx } from '../db/db.ts'
import type { Epoch } from '../db/schema.ts'
import { repeat } from '../repeat.ts'

const LOOK_EVERY_MS = 10_000
/** A standby may have been behind for some time before it took over. */
const BEHIND_MOST_MS = HOUR_MS

export interface Epochs {
  /** As of the latest look. */
  current(): number
  /** Begins an epoch when PostgreSQL's history is not the one that the newest epoch began in. */
  look(): Promise<void>
}

/** The cluster and its timeline, which changes whenever a server leaves recovery. */
const history = sql<string>`(select system_identifier || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)
  from pg_control_system())`

/** The newest; null before the first start. */
export const readEpoch = async (db: Db | Tx): Promise<Epoch | null> =>
  (await db.selectFrom('epoch').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst()) ?? null

/** Two processes may notice at once: the first of them begins it. */
export async function beginEpoch(
  db: Db | Tx,
  { last, at, cause, booksUntil }: { last: Epoch | null; at: Date; cause: Epoch['cause']; booksUntil: Date },
): Promise<void> {
  await db
    .insertInto('epoch')
    .values({
      number: (last?.number ?? 0) + 1,
      started_at: at,
      cause,
      books_until: booksUntil,
      caught_up_at: cause === 'installed' ? at : null,
      history,
    })
    .onConflict((conflict) => conflict.column('number').doNothing())
    .execute()
}

export function createEpochs({ db, clock, log }: { db: Db; clock: Clock; log: Logger }): Epochs {
  let current = 1
  return {
    current: () => current,
    async look() {
      const at = clock.now()
      const last = await readEpoch(db)
      if (last === null) return beginEpoch(db, { last, at, cause: 'installed', booksUntil: at })
      current = last.number
      const { rows } = await sql<{ now: string; newest: Date | null }>`
        select ${history} as now, (select max(created_at) from vend) as newest`.execute(db)
      const [found] = rows
      if (!found || found.now === last.history) return
      const booksUntil = after(found.newest ?? at, -BEHIND_MOST_MS)
      await beginEpoch(db, { last, at, cause: 'went back', booksUntil })
      current = last.number + 1
      log.warn({ epoch: current, booksUntil }, 'the history of the database is not the one of before')
    },
  }
}

/** A failover happens while the server runs. */
export const startEpochWatch = (epochs: Epochs, log: Logger): (() => Promise<void>) =>
  repeat({
    pauseMs: () => LOOK_EVERY_MS,
    run: () => epochs.look(),
    onFailure: (error) => log.warn({ err: error }, 'the history of the database could not be read'),
  })
