// How the counter says times, waits and how often the other side was asked.
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

/** What becomes of the money of sales whose end is not known, and who ends them. */
export function holdText(sales: readonly Pick<OpenSale, 'state'>[]): string {
  const undecided = sales.filter(({ state }) => state === 'manual').length
  if (undecided === 0)
    return 'Held, not spent. The server keeps asking; after a day an Admin decides. Do not sell it again.'
  if (undecided === sales.length) return 'Held, not spent. An Admin decides; do not sell it again.'
  return `Held, not spent. An Admin decides ${undecided} of them; the server keeps asking for the others, for a day at most. Do not sell them again.`
}

/** What goes on with a sale whose end is not known. */
export function progressOf({ state, asked }: Pick<OpenSale, 'state' | 'asked'>, otherSide: string): string {
  if (state === 'manual') return 'Waiting for an Admin to decide'
  return asked === 0 ? `Waiting for ${otherSide}` : `Asking ${otherSide}, ${ordinal(asked)} time`
}
