// Counters that slow down guessing and floods, in the database so that they apply to all server processes together.
import { sql } from 'kysely'
import { after, MINUTE_MS } from '../runtime/clock.ts'
import type { Context } from '../runtime/context.ts'
import { Refusal } from '../refusal.ts'

export interface Limit {
  most: number
  windowMs: number
}

/** Of a password or a code. */
export const GUESSES: Limit = { most: 10, windowMs: 15 * MINUTE_MS }

/** Between the clocks of two server processes. */
const CLOCKS_DIFFER_MS = MINUTE_MS

/**
 * Counts first and checks afterwards, so that many attempts at once cannot get through together. Returns how many there
 * were. A window that ends too late to have begun now comes from a clock that has been set back since, and locks nobody
 * out.
 */
export async function countAttempt(
  context: Pick<Context, 'db' | 'clock'>,
  subject: string,
  { most, windowMs }: Limit,
): Promise<number> {
  const { attempts, endsAt } = await countUp(context, subject, windowMs)
  if (attempts <= most) return attempts
  const seconds = Math.max(1, Math.ceil((endsAt.getTime() - context.clock.now().getTime()) / 1000))
  throw new Refusal('throttled', `Too many attempts. Try again in ${Math.ceil(seconds / 60)} minutes.`, {
    retryAfter: seconds,
  })
}

/** The count in the open window, including this one. */
export async function countUp(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
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
export async function clearAttempts({ db }: Pick<Context, 'db'>, subject: string): Promise<void> {
  await db.deleteFrom('throttle').where('subject', '=', subject).execute()
}
