// How long an account lasts at the pace of its sales, and when that is too short. The counter and the wall ask here, so
// that a cashier and an Admin read the same of one float.
import { type Bututs, type Day, PRODUCTS, type ProductName, toDay } from '@flexpower/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from './db/db.ts'
import type { FloatKind } from './db/schema.ts'
import { after, DAY_MS } from './runtime/clock.ts'

/** In days at the current pace, or an amount in hundredths of the account's currency. */
export type Threshold = { days: number } | { amount: number }

/** Low, and very low. */
export type Thresholds = readonly [Threshold, Threshold]

export type Level = 0 | 1 | 2

/** The pace is the mean of this many days. */
export const PACE_DAYS = 7

/** A cashier’s float is low, and very low, when it lasts less than this many days. */
export const FLOAT_DAYS = { low: 3, veryLow: 1 }

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

/** What a user sold of a product. */
export interface SoldLately {
  user_id: number
  product: ProductName
  /** What left the float on the days of the pace: sales less the commission that came back. */
  used: Bututs
  /** Today. */
  sales: number
  tendered: Bututs
  commission: Bututs
}

/** Of everybody or of one user. Only whole days make the pace: today is not over, and a quiet morning is no trend. */
export async function readSoldLately(db: Db, now: Date, userId: number | null = null): Promise<SoldLately[]> {
  const today = toDay(now)
  const days = Array.from({ length: PACE_DAYS + 1 }, (_, ago): Day => toDay(after(now, -ago * DAY_MS)))
  // All days by name, so that one user's are found by the primary key.
  const { rows } = await sql<SoldLately>`
    select user_id, product,
        coalesce(sum(tendered - commissions) filter (where day < ${today}), 0) as used,
        coalesce(sum(sales) filter (where day = ${today}), 0) as sales,
        coalesce(sum(tendered) filter (where day = ${today}), 0) as tendered,
        coalesce(sum(commissions) filter (where day = ${today}), 0) as commission
      from sale_day
      where product = any(${PRODUCTS}) and day = any(${days}::date[])
        ${userId === null ? sql`` : sql`and user_id = ${userId}`}
      group by user_id, product order by product`.execute(db)
  return rows
}

/** How many days a float lasts, whichever products are sold from it; null: none was. */
export const countFloatDays = (
  { kind, balance }: { kind: FloatKind; balance: Bututs },
  sold: readonly SoldLately[],
  products: Record<ProductName, { floatKind: FloatKind }>,
): number | null =>
  countDays(
    balance,
    sold.reduce((sum, { product, used }) => sum + (products[product].floatKind === kind ? used : 0), 0) /
      PACE_DAYS,
  )

/** `lasts about 3 days at this pace` */
export function writeRunway(days: number): string {
  const whole = Math.floor(days)
  const text = whole < 1 ? 'less than a day' : whole === 1 ? 'about a day' : `about ${whole} days`
  return `lasts ${text} at this pace`
}
