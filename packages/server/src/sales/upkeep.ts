// Keeps lists fast. New rows wait in a pending list beside each search index, so that no sale pays for sorting them in.
// Emptied here every other second, it stays short enough to scan. Every night the sums of the days are compared with
// their rows.
import { type Day, toDay, toHour } from '@flexpower/contract'
import { sql } from 'kysely'
import { type Clock, MINUTE_MS } from '../runtime/clock.ts'
import { alone } from '../db/alone.ts'
import type { Db } from '../db/db.ts'
import { auditSums } from '../ledger/audit.ts'
import { repeat } from '../runtime/repeat.ts'

const FLUSH_EVERY_MS = 2_000
const LOOK_EVERY_MS = 5 * MINUTE_MS
/** When the fewest people buy. */
const QUIET_HOUR = 3

export interface Upkeep {
  db: Db
  clock: Clock
  log: { error(detail: object, text: string): void; warn(detail: object, text: string): void }
}

/** Returns how to stop. */
export function startUpkeep(upkeep: Upkeep): () => Promise<void> {
  const stopFlushing = startFlushing(upkeep)
  const night: { done: Day | null } = { done: null }
  const stopNights = repeat({
    pauseMs: () => LOOK_EVERY_MS,
    run: async () => {
      const now = upkeep.clock.now()
      if (toHour(now) !== QUIET_HOUR || night.done === toDay(now)) return
      await checkSums(upkeep)
      night.done = toDay(now)
    },
    onFailure: (error) => upkeep.log.warn({ err: error }, 'the nightly check of the sums failed'),
  })
  return async () => {
    await Promise.all([stopFlushing(), stopNights()])
  }
}

export const startFlushing = ({ db, log }: Pick<Upkeep, 'db' | 'log'>): (() => Promise<void>) =>
  repeat({
    pauseMs: () => FLUSH_EVERY_MS,
    run: () => flushSearch(db),
    onFailure: (error) => log.warn({ err: error }, 'the search index could not be brought up to date'),
  })

/** Two processes that do this at once wait for each other inside PostgreSQL. */
export const flushSearch = (db: Db) =>
  sql<{ texts: number; tokens: number }>`
    select gin_clean_pending_list('sale_search') as texts, gin_clean_pending_list('sale_by_token') as tokens`.execute(
    db,
  )

/** By one process; a person has to look at what is wrong, as with every audit. The planner's statistics are refreshed. */
export const checkSums = ({ db, clock, log }: Upkeep) =>
  alone(db, 'nightly check of the sums', async () => {
    await sql`analyze sale, archived_sale`.execute(db)
    for (const violation of await auditSums(db, clock.now()))
      log.error(
        { violation },
        'the sums of a day are not those of its sales: look at this before you trust a figure',
      )
  })
