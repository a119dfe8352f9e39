// Which history of the books this is. A restore, a point-in-time recovery and a failover to a standby that was behind
// each begin an epoch. References show it, and the books are compared with the other sides from the moment they went
// back to.
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { after, type Clock, HOUR_MS } from '../runtime/clock.ts'
import { type Db, inTransaction, type Tx } from '../db/db.ts'
import type { Epoch } from '../db/schema.ts'
import { repeat } from '../runtime/repeat.ts'

const LOOK_EVERY_MS = 10_000
/** A standby may have been behind for some time before it took over. */
const BEHIND_MOST_MS = HOUR_MS
/**
 * The same backup can be restored twice, and neither history knows about the other: a random step makes them differ.
 * References have room for 11,154 numbers: at least 174 restores, usually about 340.
 */
const STEP_MOST = 64

export interface Epochs {
  /** As of the latest check. */
  current(): number
  /** Begins an epoch if PostgreSQL's history is not the one that the newest epoch began in. */
  look(): Promise<void>
}

/** The cluster and its timeline, which changes whenever a server leaves recovery. */
const history = sql<string>`(select system_identifier || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)
  from pg_control_system())`

/** The newest; null before the first start. */
export const readEpoch = async (db: Db | Tx): Promise<Epoch | null> =>
  (await db.selectFrom('epoch').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst()) ?? null

/**
 * Begins the epoch after `last`, and returns the number of the newest. Two processes may notice at once: the first
 * begins it, and the second finds it.
 */
export async function beginEpoch(
  tx: Tx,
  { last, at, cause, booksUntil }: { last: Epoch | null; at: Date; cause: Epoch['cause']; booksUntil: Date },
): Promise<number> {
  await sql`lock table epoch in share row exclusive mode`.execute(tx)
  const newest = await readEpoch(tx)
  if (newest !== null && newest.number !== last?.number) return newest.number
  const number = last === null ? 1 : last.number + randomInt(1, STEP_MOST + 1)
  await tx
    .insertInto('epoch')
    .values({
      number,
      started_at: at,
      cause,
      books_until: booksUntil,
      caught_up_at: cause === 'installed' ? at : null,
      history,
    })
    .execute()
  return number
}

export function createEpochs({ db, clock, log }: { db: Db; clock: Clock; log: Logger }): Epochs {
  let current = 1
  const begin = (given: Parameters<typeof beginEpoch>[1]) => inTransaction(db, (tx) => beginEpoch(tx, given))
  return {
    current: () => current,
    async look() {
      const at = clock.now()
      const last = await readEpoch(db)
      if (last === null) {
        current = await begin({ last, at, cause: 'installed', booksUntil: at })
        return
      }
      current = last.number
      const { rows } = await sql<{ now: string; newest: Date | null }>`
        select ${history} as now, (select max(created_at) from vend) as newest`.execute(db)
      const [found] = rows
      if (!found || found.now === last.history) return
      const booksUntil = after(found.newest ?? at, -BEHIND_MOST_MS)
      current = await begin({ last, at, cause: 'went back', booksUntil })
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
