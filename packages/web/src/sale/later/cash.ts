// The cash that a customer hands over and the change that goes back. It stays in this page: nothing is stored.
import { type Bututs, bututs } from '@flexpower/contract'
import { sortCopy } from '../../lib/sort-copy.ts'

/** In bututs: the sums to which people round up with the notes that they have, the largest of which is D200. */
const ROUND_UP_TO = [50, 100, 200, 500].map((dalasi) => dalasi * 100)

/** What is usually handed over for this price, from the exact amount up. */
export function suggestCash(price: Bututs): Bututs[] {
  const rounded = ROUND_UP_TO.map((step) => Math.ceil(price / step) * step)
  return sortCopy(new Set([price, ...rounded]), (a, b) => a - b).map(bututs)
}

/** Below zero: so much is missing. Null: nothing is handed over yet. */
export const countChange = (cash: Bututs, price: Bututs): number | null => (cash === 0 ? null : cash - price)

/** What was typed before OK, for the card of the same sale, which has the same key. */
let handed: { key: string; cash: string } | null = null

export const keepCash = (key: string, cash: string): void => {
  handed = { key, cash }
}

export const readCash = (key: string): string => (handed?.key === key ? handed.cash : '')
