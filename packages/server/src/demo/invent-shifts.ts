// Invents the till sessions in which the demo's past sales were made: a shift a day for each cashier, with drops to the
// safe, some cash in and out, and counts that are mostly right. From the same kind of seed as the sales.
import { bututs, type Bututs, type Pieces, toDay } from '@flexpower/contract'
import { after, DAY_MS, MINUTE_MS, startOfDay } from '../runtime/clock.ts'
import { type DemoCounter, seededRandom } from './invent.ts'
import { type PastSale } from './past.ts'

const DAYS_OF_SHIFTS = 30
const OPENING = 100_000
/** The drawer is not left with more than this. */
const DROP_ABOVE = 600_000
const NOTES = [20_000, 10_000, 5_000, 2_000, 1_000, 500]
const MORNING_MS = 6 * MINUTE_MS
const EVENING_MS = 9 * MINUTE_MS

export interface PastMovement {
  kind: 'in' | 'out' | 'drop'
  amount: Bututs
  reason: string
  at: Date
}

export interface PastShift {
  counter: DemoCounter
  openedAt: Date
  opening: Bututs
  sales: readonly PastSale[]
  movements: readonly PastMovement[]
  /** Null: still open. */
  close: { at: Date; expected: Bututs; pieces: Pieces[] | null; reason: string | null } | null
}

/** Oldest first. `sales`: in the order of their time. The kiosk forgot to close its newest shift. */
export function inventShifts(sales: readonly PastSale[], now: Date): PastShift[] {
  const random = seededRandom(30)
  const since = startOfDay(toDay(after(now, -DAYS_OF_SHIFTS * DAY_MS)))
  const recent = sales.filter(({ at }) => at >= since)
  const byShift = Map.groupBy(recent, ({ counter, at }) => `${toDay(at)} ${counter.email}`)
  const shifts = [...byShift.values()].map((sold) => inventShift(sold, now, random))
  const forgotten = shifts.findLast(({ counter }) => counter.isForgetful)
  return shifts.map((shift) => (shift === forgotten ? { ...shift, close: null } : shift))
}

function inventShift(sales: readonly PastSale[], now: Date, random: () => number): PastShift {
  const [{ counter, at: begun } = {} as PastSale] = sales
  const ended = sales.at(-1)?.at ?? begun
  const movements: PastMovement[] = []
  let cash = OPENING
  const move = (kind: PastMovement['kind'], amount: number, reason: string, at: Date) => {
    movements.push({ kind, amount: bututs(amount), reason, at })
    cash += kind === 'in' ? amount : -amount
  }
  if (random() < 0.2) move('in', 20_000, 'Change from the bank', begun)
  for (const { tendered, at } of sales) {
    cash += tendered
    if (cash > DROP_ABOVE)
      move('drop', Math.floor((cash - OPENING) / 50_000) * 50_000, 'Binta took it to the bank', at)
  }
  if (random() < 0.25) move('out', 7_500, 'Water and paper rolls', ended)
  const difference = inventDifference(counter, random)
  const isCounted = random() > 0.04
  return {
    counter,
    openedAt: after(begun, -MORNING_MS),
    opening: bututs(OPENING),
    sales,
    movements,
    close: {
      // So that whoever tries the demo can open a shift of their own.
      at: new Date(Math.min(after(ended, EVENING_MS).getTime(), now.getTime())),
      expected: bututs(cash),
      pieces: isCounted ? countOut(cash + difference) : null,
      reason: isCounted ? (difference === 0 ? null : 'Counted twice') : 'Went home before the count',
    },
  }
}

/** In whole D5: the smallest note. The kiosk is short more often. */
function inventDifference({ isForgetful }: DemoCounter, random: () => number): number {
  const chance = random()
  if (chance < (isForgetful ? 0.16 : 0.06)) return -500 * Math.ceil(random() * 12)
  return chance > 0.95 ? 500 * Math.ceil(random() * 4) : 0
}

function countOut(amount: number): Pieces[] {
  let left = amount
  return NOTES.flatMap((value) => {
    const pieces = Math.floor(left / value)
    left -= pieces * value
    return pieces === 0 ? [] : [{ kind: 'note' as const, value: bututs(value), pieces }]
  })
}
