// Whether sales can be booked at this moment: tried with a committed write, on a separate connection, so that a busy
// pool does not look like a lost database. It has a time limit, because a commit that waits for a missing standby never
// ends.
import type pg from 'pg'
import { DatabaseSilent, describeAway, isDatabaseAway } from './away.ts'
import { connect, within } from './connection.ts'

/** Null: it works; otherwise why not, as a sentence. */
export type NotReady = string | null

export interface Readiness {
  /** Many may ask at once: there is one try at a time, and its answer is valid for a moment. */
  check(): Promise<NotReady>
  close(): Promise<void>
}

const GOOD_FOR_MS = 1_000

/** A message in the write-ahead log leaves no row behind; the table is read because a sale is written there. */
const TRY = `select pg_logical_emit_message(true, 'flexpower', 'ready'), exists (select from vend)`

export interface ReadinessOptions {
  withinMs: number
  goodForMs?: number
  /** Called when the connection died silently: those that were opened before this moment may be dead too. */
  onSilent?: (since: number) => void
}

export function watchReadiness(
  url: string,
  { withinMs, goodForMs = GOOD_FOR_MS, onSilent = () => {} }: ReadinessOptions,
): Readiness {
  const settings = { application_name: 'flexpower readiness', witness: null, onSilent }
  let connection: pg.Client | null = null
  let trying: Promise<NotReady> | null = null
  let last: { notReady: NotReady; at: number } = { notReady: null, at: Number.NEGATIVE_INFINITY }

  async function tryWrite(): Promise<NotReady> {
    try {
      if (connection === null) {
        const opened = await connect(url, settings, within(withinMs))
        opened.on('end', () => {
          if (connection === opened) connection = null
        })
        connection = opened
      }
      await connection.query(TRY)
      return null
    } catch (error) {
      return explain(error, withinMs)
    }
  }

  async function tryOnce(): Promise<NotReady> {
    const notReady = await tryWrite()
    last = { notReady, at: performance.now() }
    trying = null
    return notReady
  }

  return {
    check: async () => {
      if (performance.now() - last.at < goodForMs) return last.notReady
      return (trying ??= tryOnce())
    },
    close: async () => {
      await trying
      await connection?.end()
    },
  }
}

function explain(error: unknown, withinMs: number): string {
  if (error instanceof DatabaseSilent)
    return `The database did not confirm a write within ${withinMs / 1000} s: it is cut off, frozen, or waits for its standby.`
  return isDatabaseAway(error)
    ? `The database cannot be reached or written to (${describeAway(error)}).`
    : `The database refused a write (${describeAway(error)}).`
}
