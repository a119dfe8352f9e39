// When a float is low: it does not last two hours at today's pace, or there is hardly a sale left in it.
import type { Counter } from '@flexpower/contract'

const LOW_MINUTES = 120
const LOW_BUTUTS = 100_000

export function isFloatLow({
  float,
  floatLastsMinutes,
}: Pick<Counter, 'float' | 'floatLastsMinutes'>): boolean {
  if (float === null) return false
  return float < LOW_BUTUTS || (floatLastsMinutes !== null && floatLastsMinutes < LOW_MINUTES)
}
