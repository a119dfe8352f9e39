// How long an account lasts at the pace of its sales, and when that is too short.
import { z } from 'zod'

/** In days at the current pace, or an amount in hundredths of the account's currency. */
export type Threshold = { days: number } | { amount: number }

/** Low, and very low. */
export type Thresholds = readonly [Threshold, Threshold]

export type Level = 0 | 1 | 2

/** `3 days, 1 day` or `250000, 50000` */
export const thresholdsSetting = z.string().transform((written, context): Thresholds => {
  const [low, veryLow, ...rest] = written.split(',').map(readThreshold)
  if (low && veryLow && rest.length === 0 && isOrdered(low, veryLow)) return [low, veryLow]
  context.addIssue({
    code: 'custom',
    message:
      'must be two thresholds with a comma between them, the higher one first, each in days or as an amount: 3 days, 1 day or 250000, 50000',
  })
  return z.NEVER
})

function readThreshold(written: string): Threshold | null {
  const [, number, isDays] = /^(\d{1,10})(\s*days?)?$/.exec(written.trim()) ?? []
  if (number === undefined) return null
  return isDays === undefined ? { amount: Number(number) * 100 } : { days: Number(number) }
}

/** Two of the same kind; days and an amount cannot be compared beforehand. */
function isOrdered(low: Threshold, veryLow: Threshold): boolean {
  if ('days' in low && 'days' in veryLow) return low.days > veryLow.days
  return !('amount' in low && 'amount' in veryLow) || low.amount > veryLow.amount
}

/** Null: nothing is being used, so there is no end. */
export const countDays = (amount: number, usedADay: number): number | null =>
  usedADay <= 0 ? null : Math.max(0, amount) / usedADay

export function findLevel(amount: number, days: number | null, [low, veryLow]: Thresholds): Level {
  const isBelow = (threshold: Threshold) =>
    'amount' in threshold ? amount < threshold.amount : days !== null && days < threshold.days
  // An empty account is very low, whether anything was sold lately or not.
  if (amount <= 0 || isBelow(veryLow)) return 2
  return isBelow(low) ? 1 : 0
}

/** `lasts about 3 days at this pace` */
export function writeRunway(days: number): string {
  const whole = Math.floor(days)
  const text = whole < 1 ? 'less than a day' : whole === 1 ? 'about a day' : `about ${whole} days`
  return `lasts ${text} at this pace`
}
