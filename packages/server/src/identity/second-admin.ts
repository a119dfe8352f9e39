// What one Admin may not do alone: money above the configured amount, or a fee that no band gives, moves only after a
// second Admin has confirmed it.
import type { Bututs } from '@flexpower/contract'
import type { Config } from '../config/config.ts'

interface Asked {
  amount: Bututs
  /** A fee that an Admin entered and no fee band gives. The limit is for amounts; such a fee is confirmed at any size. */
  isFeeOutsideBands?: boolean
}

export const needsSecondAdmin = (
  { confirmCreditsAbove }: Pick<Config, 'confirmCreditsAbove'>,
  { amount, isFeeOutsideBands = false }: Asked,
): boolean => isFeeOutsideBands || (confirmCreditsAbove !== null && amount > confirmCreditsAbove)
