// The counter's texts about sales whose end is not known: what is being done, and what happens to the money.
import type { OpenSale } from '@flexpower/contract'

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

/** `third`, `12th`, `21st` */
export const writeOrdinal = (count: number): string =>
  ORDINALS[count - 1] ?? `${count}${isTeen(count) ? 'th' : (ENDINGS[count % 10] ?? 'th')}`

const ENDINGS = ['th', 'st', 'nd', 'rd']
const isTeen = (count: number): boolean => Math.floor(count / 10) % 10 === 1

/** What happens to the money of sales whose end is not known, and who ends them. */
export function explainHold(sales: readonly Pick<OpenSale, 'state'>[]): string {
  const undecided = sales.filter(({ state }) => state === 'manual').length
  if (undecided === 0)
    return 'Held, not spent. The server keeps asking; after a day an Admin decides. Do not sell it again.'
  if (undecided === sales.length) return 'Held, not spent. An Admin decides; do not sell it again.'
  return `Held, not spent. An Admin decides ${undecided} of them; the server keeps asking for the others, for a day at most. Do not sell them again.`
}

/** What is being done about a sale whose end is not known. */
export function describeProgress(
  { state, asked }: Pick<OpenSale, 'state' | 'asked'>,
  otherSide: string,
): string {
  if (state === 'manual') return 'Waiting for an Admin to decide'
  return asked === 0 ? `Waiting for ${otherSide}` : `Asking ${otherSide}, ${writeOrdinal(asked)} time`
}

/** A toast: the notice itself may be behind the modal of the next customer. */
export const ENDED = 'An open sale has ended: see above the list'
