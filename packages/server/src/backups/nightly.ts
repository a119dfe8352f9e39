// The backup of every night: made by whichever process looks first after its time. A night that was missed is made up for,
// once there has been a backup at all.
import { dayOf, noonOf } from '@flexpower/contract'
import { after, DAY_MS, MINUTE_MS } from '../clock.ts'
import type { Context } from '../context.ts'
import { repeat } from '../repeat.ts'
import type { Begun } from './backups.ts'

const LOOK_EVERY_MS = MINUTE_MS

/** `since`: when this process began, from which the first night counts. Null: nothing was due. */
export async function backUpIfDue(context: Context, since: Date): Promise<Begun | null> {
  const { backups, clock } = context
  await backups.sweep()
  const due = await nextBackup(context, since)
  return due !== null && due <= clock.now() ? backups.make(null) : null
}

/** When the next one is due, which is in the past for a night that was missed; null: none is made by itself. */
export async function nextBackup(
  { config, db, clock }: Pick<Context, 'config' | 'db' | 'clock'>,
  since: Date,
): Promise<Date | null> {
  const { atMinute } = config.backups
  if (atMinute === null) return null
  const now = clock.now()
  const midnight = after(noonOf(dayOf(now)), -DAY_MS / 2)
  const today = after(midnight, atMinute * MINUTE_MS)
  const lastTime = today > now ? after(today, -DAY_MS) : today
  const last = await db
    .selectFrom('backup')
    .select('created_at')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (last?.created_at ?? since) < lastTime ? lastTime : after(lastTime, DAY_MS)
}

export function startNightlyBackup(context: Context): () => Promise<void> {
  const since = context.clock.now()
  return repeat({
    pauseMs: () => LOOK_EVERY_MS,
    run: () => backUpIfDue(context, since),
    onFailure: (error) => context.log.error({ err: error }, 'the nightly backup could not be made'),
  })
}
