// How the counter says times, durations and how often the utility was asked.
import type { OpenSale } from '@flexpower/contract'

const MINUTE_MS = 60_000
const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
]

/** `third`, `12th` */
export const ordinal = (count: number): string => ORDINALS[count - 1] ?? `${count}th`

/** `just now`, `2 minutes ago` */
export function ago(then: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - then.getTime()) / MINUTE_MS)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`
  return 'about an hour ago'
}

/** `2:41` */
export function stopwatch(since: Date, now: Date): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - since.getTime()) / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** `About 1 h 30 min`, in steps that an estimate deserves. */
export function roughly(minutes: number): string {
  if (minutes < 5) return 'A few minutes'
  if (minutes >= 24 * 60) return 'More than a day'
  const rounded = Math.round(minutes / (minutes < 60 ? 5 : 10)) * (minutes < 60 ? 5 : 10)
  const [hours, rest] = [Math.floor(rounded / 60), rounded % 60]
  if (hours === 0) return `About ${rest} min`
  return rest === 0 || hours >= 6 ? `About ${hours} h` : `About ${hours} h ${rest} min`
}

/** `24.24 kWh` */
export const formatUnits = (units: number): string =>
  `${units.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} kWh`

/** What goes on with a sale whose end is not known. */
export function progressOf({ state, asked }: Pick<OpenSale, 'state' | 'asked'>, utility: string): string {
  if (state === 'manual') return 'Waiting for an Admin to decide'
  return asked === 0 ? `Waiting for ${utility}` : `Asking ${utility}, ${ordinal(asked)} time`
}
