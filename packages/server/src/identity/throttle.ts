// Counters that slow down guessing and floods, in the database so that they apply to all server processes together.
import { formatDay, formatTime } from '@flexpower/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import { after, MINUTE_MS } from '../runtime/clock.ts'
import type { Context } from '../runtime/context.ts'
import { Refusal } from '../refusal.ts'

export interface Limit {
  most: number
  windowMs: number
}

/** In a transaction, what is refused later in it is not counted. */
export interface Counting {
  db: Db | Tx
  clock: Context['clock']
}

/** Of a password or a code. */
export const GUESSES: Limit = { most: 10, windowMs: 15 * MINUTE_MS }

/** Between the clocks of two server processes. */
const CLOCKS_DIFFER_MS = MINUTE_MS

/**
 * Counts first and checks afterwards, so that many attempts at once cannot get through together. Returns how many there
 * were. A window that ends too late to have begun now comes from a clock that has been set back since, and locks nobody
 * out. `tooMany` is what the refusal says before it says when to try again.
 */
export async function countAttempt(
  context: Counting,
  subject: string,
  { most, windowMs }: Limit,
  tooMany = 'Too many attempts.',
): Promise<number> {
  const { attempts, endsAt } = await countUp(context, subject, windowMs)
  if (attempts <= most) return attempts
  const seconds = Math.max(1, Math.ceil((endsAt.getTime() - context.clock.now().getTime()) / 1000))
  throw new Refusal('throttled', `${tooMany} Try again ${describeWait(seconds, endsAt)}.`, {
    retryAfter: seconds,
  })
}

/** Nobody waits for hours in front of the screen: then a time is more use. */
function describeWait(seconds: number, endsAt: Date): string {
  if (seconds > 5400) return `after ${formatDay(endsAt)}, ${formatTime(endsAt)}`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
}

/** The count in the open window, including this one. */
export async function countUp(
  { db, clock }: Counting,
  subject: string,
  windowMs: number,
): Promise<{ attempts: number; endsAt: Date }> {
  const now = clock.now()
  const isOver = sql`throttle.window_ends_at <= ${now} or throttle.window_ends_at > ${after(now, windowMs + CLOCKS_DIFFER_MS)}`
  const row = await db
    .insertInto('throttle')
    .values({ subject, attempts: 1, window_ends_at: after(now, windowMs) })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({
        attempts: sql<number>`case when ${isOver} then 1 else throttle.attempts + 1 end`,
        window_ends_at: sql<Date>`case when ${isOver} then excluded.window_ends_at else throttle.window_ends_at end`,
      }),
    )
    .returning(['attempts', 'window_ends_at'])
    .executeTakeFirstOrThrow()
  return { attempts: row.attempts, endsAt: row.window_ends_at }
}

/** After a right password or code, the guesses are cleared. */
export async function clearAttempts({ db }: { db: Db | Tx }, subject: string): Promise<void> {
  await db.deleteFrom('throttle').where('subject', '=', subject).execute()
}
