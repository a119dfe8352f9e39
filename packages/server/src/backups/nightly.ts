// The nightly backup: made by the first process that checks after its time. A missed night is made up for, once there
// has been a backup at all; a failed one is tried again every hour.
import { toDay, toNoon } from '@flexpower/contract'
import { after, DAY_MS, HOUR_MS, MINUTE_MS } from '../runtime/clock.ts'
import type { Context } from '../runtime/context.ts'
import type { Db } from '../db/db.ts'
import { repeat } from '../runtime/repeat.ts'
import type { Begun } from './backups.ts'

const LOOK_EVERY_MS = MINUTE_MS
const RETRY_MS = HOUR_MS

/** `since`: when this process began, from which the first night counts. Null: nothing was due. */
export async function backUpIfDue(context: Context, since: Date): Promise<Begun | null> {
  const { backups, clock } = context
  await backups.sweep()
  const next = await nextBackup(context, since)
  return next !== null && next.at <= clock.now() ? backups.make(null, next.isRetry) : null
}

interface NextBackup {
  /** In the past for a night that was missed. */
  at: Date
  /** The last one failed, and is tried again before the next night. */
  isRetry: boolean
}

/** Null: there are no automatic ones. */
export async function nextBackup(
  { config, db, clock }: Pick<Context, 'config' | 'db' | 'clock'>,
  since: Date,
): Promise<NextBackup | null> {
  const { atMinute } = config.backups
  if (atMinute === null) return null
  const now = clock.now()
  const midnight = after(toNoon(toDay(now)), -DAY_MS / 2)
  const today = after(midnight, atMinute * MINUTE_MS)
  const lastTime = today > now ? after(today, -DAY_MS) : today
  const nextTime = after(lastTime, DAY_MS)
  const { good, failed, newest } = await lastOnes(db)
  if (good !== null && good >= lastTime) return { at: nextTime, isRetry: false }
  if (failed !== null && failed >= lastTime) return findRetry(failed, nextTime)
  return { at: (newest ?? since) < lastTime ? lastTime : nextTime, isRetry: false }
}

const findRetry = (failed: Date, nextTime: Date): NextBackup => {
  const at = after(failed, RETRY_MS)
  return at < nextTime ? { at, isRetry: true } : { at: nextTime, isRetry: false }
}

/** A running one counts as good until it is known to be bad. A failure counts from its end, which may be hours later. */
const lastOnes = (db: Db) =>
  db
    .selectFrom('backup')
    .select(({ fn }) => [
      fn.max('created_at').filterWhere('state', '<>', 'failed').as('good'),
      fn.max('finished_at').filterWhere('state', '=', 'failed').as('failed'),
      fn.max('created_at').as('newest'),
    ])
    .executeTakeFirstOrThrow()

export function startNightlyBackup(context: Context): () => Promise<void> {
  const { backups, clock, log } = context
  const since = clock.now()
  // A server that was killed during a backup is mostly the one that starts now: nobody should see it as running.
  const swept = backups
    .sweep()
    .catch((error: unknown) => log.error({ err: error }, 'what a stopped server left could not be removed'))
  const stop = repeat({
    pauseMs: () => LOOK_EVERY_MS,
    run: () => backUpIfDue(context, since),
    onFailure: (error) => log.error({ err: error }, 'the nightly backup could not be made'),
  })
  return async () => {
    await swept
    await stop()
  }
}
