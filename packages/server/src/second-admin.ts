// What one Admin may not do alone: money above the configured amount moves only when a second one has confirmed it.
import type { Bututs } from '@flexpower/contract'
import type { Config } from './config.ts'

export const needsSecondAdmin = (
  { confirmCreditsAbove }: Pick<Config, 'confirmCreditsAbove'>,
  amount: Bututs,
): boolean => confirmCreditsAbove !== null && amount > confirmCreditsAbove
