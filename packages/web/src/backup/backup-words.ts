// The texts about a backup: what it is doing, what happened to it, how large it is.
import { type Answer, type Api, type Backup, formatDay, formatTime } from '@flexpower/contract'
import type { BadgeTone } from '../ui/Badge.tsx'

type State = Backup['state']

export const stateTones: Record<State, BadgeTone> = {
  writing: 'info',
  checking: 'info',
  verified: 'ok',
  failed: 'danger',
}

export const stepWords = { writing: 'Writing the backup', checking: 'Restoring it to check it' } as const

export const isUnderWay = (backup: Backup): backup is Backup & { state: keyof typeof stepWords } =>
  backup.state === 'writing' || backup.state === 'checking'

const UNITS = ['kB', 'MB', 'GB', 'TB']

/** `812 kB`, `1.4 GB` */
export function sizeText(bytes: number): string {
  let size = Math.max(1, bytes / 1000)
  let unit = 0
  for (; size >= 1000 && unit < UNITS.length - 1; unit += 1) size /= 1000
  return `${size < 10 && unit > 0 ? size.toFixed(1) : Math.round(size)} ${UNITS[unit]}`
}

export const byText = (by: string | null): string => (by === null ? 'Made by the server' : `Made by ${by}`)

type Rules = Answer<Api['backups']['rules']>

/** What happens automatically. */
export function rulesText(
  { nextAt, isRetry, keptDays }: Pick<Rules, 'nextAt' | 'isRetry' | 'keptDays'>,
  now: Date,
): string {
  const made =
    nextAt === null
      ? 'No backup is made automatically: create one after busy days.'
      : `One is made automatically every day${nextText(nextAt, isRetry, now)}`
  const kept = keptDays === 1 ? 'a day' : `${keptDays} days`
  return `${made} Each is kept for ${kept}, and the newest that was verified for as long as there is no newer one.`
}

/** Where the copies are, and since when; null: they stay on the server. */
export function copiesText({
  target,
  copiedAt,
  copyCheckedAt,
}: Pick<Rules, 'target' | 'copiedAt' | 'copyCheckedAt'>): string {
  if (target === null)
    return 'Backups stay on this server: copy them elsewhere, or have the server do it (FLEXPOWER_BACKUP_TARGET).'
  if (copiedAt === null) return `Each is copied to ${target}. None has arrived yet.`
  const checked =
    copyCheckedAt === null ? 'has not been read back yet' : `was read back on ${momentText(copyCheckedAt)}`
  return `Each is copied to ${target}. The last copy arrived on ${momentText(copiedAt)} and ${checked}.`
}

const momentText = (at: Date) => `${formatDay(at)}, ${formatTime(at)}`

function nextText(nextAt: Date, isRetry: boolean, now: Date): string {
  const time = formatTime(nextAt)
  if (isRetry)
    return `; the last one failed, and is tried again ${nextAt <= now ? 'in a minute' : `at ${time}`}.`
  return nextAt <= now
    ? ` at ${time}; the last one was missed, and is made in a minute.`
    : ` at ${time}; the next on ${formatDay(nextAt)}.`
}
