// Tells all processes what changed, many changes at once. A sale only leaves a note in memory: a notification takes a lock of
// the whole database while it commits, so there is at most one every quarter of a second, outside every sale.
import type { LiveKind } from '@flexpower/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'

export const LIVE_CHANNEL = 'flexpower_live'
const PAUSE_MS = 250
/** A notification holds 8,000 bytes. */
const WORDS_AT_ONCE = 100

export interface Teller {
  hint(kind: LiveKind, userId: number): void
  /** Also told to all processes, but not kept: for the processes themselves. */
  announce(what: object): void
  /** Tells what is left. */
  close(): Promise<void>
}

/** In the transaction of its cause, to everybody who is signed in: for what an operator does a few times a year. */
export async function tellEverybody(tx: Tx, kind: LiveKind, now: Date): Promise<void> {
  await sql`select tell_live(${[kind]}, coalesce(array_agg(distinct user_id), '{}'), true)
    from session where ended_at is null and expires_at > ${now}`.execute(tx)
}

export function createTeller(
  db: Db,
  log: { warn(detail: object, text: string): void },
  pauseMs = PAUSE_MS,
): Teller {
  let changed = new Map<LiveKind, Set<number>>()
  let announced: object[] = []
  let timer: NodeJS.Timeout | undefined
  let telling: Promise<void> = Promise.resolve()

  function begin(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      telling = telling.then(tell)
    }, pauseMs).unref()
  }

  async function tell(): Promise<void> {
    const [hints, words] = [changed, announced]
    changed = new Map()
    announced = []
    try {
      for (const [kind, users] of hints)
        await sql`select tell_live(${[kind]}, ${[...users]}, true)`.execute(db)
      for (let start = 0; start < words.length; start += WORDS_AT_ONCE) {
        const some = JSON.stringify(words.slice(start, start + WORDS_AT_ONCE))
        await sql`select pg_notify(${LIVE_CHANNEL}, ${some})`.execute(db)
      }
    } catch (error) {
      // The pages ask again by themselves from time to time.
      log.warn({ err: error }, 'what changed could not be told')
    }
  }

  return {
    hint(kind, userId) {
      const users = changed.get(kind) ?? new Set()
      changed.set(kind, users.add(userId))
      begin()
    },
    announce(what) {
      announced.push(what)
      begin()
    },
    async close() {
      clearTimeout(timer)
      await telling
      if (changed.size + announced.length > 0) await tell()
    },
  }
}
