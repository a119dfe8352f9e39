// What an Admin should look at first among all cashiers, and the order that follows from it.
import type { Attention, WallRow } from '@flexpower/contract'
import { ATTENTION } from '@flexpower/contract'
import { DAY_MS } from '../../runtime/clock.ts'

const SHORT_OFTEN = 3

type Watched = Omit<WallRow, 'attention'>

/** Most urgent first. */
export function listAttention(row: Watched, now: Date): Attention[] {
  const { session } = row
  const applies: Record<Attention, boolean> = {
    counted: session?.state === 'counted',
    not_counted: row.notCounted !== null,
    below_zero: session !== null && session.expected < 0,
    opened_off: session !== null && (session.openingDifference ?? 0) !== 0,
    open_long: session?.state === 'open' && now.getTime() - session.openedAt.getTime() > DAY_MS,
    // An empty float that nobody sells from is no surprise.
    float_low: row.floats.some(({ state, lastsDays }) => state === 'very low' && lastsDays !== null),
    short_often: row.short.count >= SHORT_OFTEN,
    outside_shift: row.outside > 0,
    in_doubt: row.inDoubt.count > 0,
    refund_owed: row.refunds.count > 0,
  }
  return ATTENTION.filter((each) => applies[each])
}

/** The most urgent first, then those with more to look at, then those who are selling. The rest stays where it is: by name. */
export function compareRows(one: WallRow, other: WallRow): number {
  return (
    rank(one) - rank(other) ||
    other.attention.length - one.attention.length ||
    Number(other.isSelling) - Number(one.isSelling) ||
    one.cashierName.localeCompare(other.cashierName, 'en') ||
    one.cashier - other.cashier
  )
}

const rank = ({ attention: [first] }: WallRow): number =>
  first === undefined ? ATTENTION.length : ATTENTION.indexOf(first)
