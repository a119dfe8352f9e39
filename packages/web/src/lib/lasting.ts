// How long money lasts at the present pace, rounded because it is an estimate.
import { type Bututs, formatLongDay, formatTime } from '@flexpower/contract'

const HOUR_MS = 3_600_000
const LONGEST_DAYS = 90
const LOW_DAYS = 3

/** Null: nothing is being used, so there is no end. */
export const daysLeft = (amount: Bututs, usedADay: Bututs): number | null =>
  usedADay <= 0 ? null : Math.max(0, amount) / usedADay

/** `3 days 5 h`, `5 h`, `Less than an hour` */
export function lastingText(days: number): string {
  if (days > LONGEST_DAYS) return 'More than 3 months'
  const hours = Math.floor(days * 24)
  if (hours < 1) return 'Less than an hour'
  const [whole, rest] = [Math.floor(hours / 24), hours % 24]
  const dayText = whole === 0 ? '' : whole === 1 ? '1 day' : `${whole} days`
  // Hours are useful for the next days only.
  const hourText = rest === 0 || whole >= 7 ? '' : `${rest} h`
  return [dayText, hourText].filter(Boolean).join(' ')
}

/** `Tuesday 17 November, 19:00`; the hour only while it is near. Null when it is too far away to name a day. */
export function endText(from: Date, days: number): string | null {
  if (days > LONGEST_DAYS) return null
  const end = new Date(from.getTime() + days * 24 * HOUR_MS)
  const day = formatLongDay(end).replace(/ \d{4}$/, '')
  return days < 7 ? `${day}, ${formatTime(end).slice(0, 2)}:00` : day
}

export type LastingTone = 'ok' | 'warning' | 'danger'

export function chooseTone(days: number): LastingTone {
  if (days < 1) return 'danger'
  return days < LOW_DAYS ? 'warning' : 'ok'
}
