import { type Bututs, bututs, type WallRow } from '@flexpower/contract'
import { describe, expect, test } from 'vitest'
import { after, DAY_MS, HOUR_MS } from '../../runtime/clock.ts'
import { compareRows, listAttention } from './attention.ts'

const now = new Date('2026-11-17T14:00:00Z')
const none = { count: 0, amount: bututs(0) }
const some = (count: number, amount: Bututs = bututs(100)) => ({ count, amount })

const build = (changes: Partial<WallRow> = {}): WallRow => {
  const row: WallRow = {
    cashier: 1,
    cashierName: 'Fatou Ceesay',
    location: 'Serekunda',
    attention: [],
    isSelling: false,
    session: null,
    floats: [],
    lastSale: null,
    today: [],
    closed: 0,
    short: none,
    over: none,
    missingBetween: none,
    notCounted: null,
    outside: bututs(0),
    refunds: { ...none, session: null },
    inDoubt: none,
    ...changes,
  }
  return { ...row, attention: listAttention(row, now) }
}

const session = (
  state: 'open' | 'counted',
  hours: number,
  traits: Partial<NonNullable<WallRow['session']>> = {},
): WallRow['session'] => ({
  id: 1,
  state,
  openedAt: after(now, -hours * HOUR_MS),
  expected: bututs(0),
  openingDifference: null,
  ...traits,
})
const float = (
  balance: number,
  lastsDays: number | null,
  state: WallRow['floats'][number]['state'],
): WallRow['floats'] => [{ kind: 'electricity', balance: bututs(balance), lastsDays, state }]

describe('what needs attention', () => {
  test.each<[string, Partial<WallRow>, WallRow['attention']]>([
    ['nothing', {}, []],
    ['a drawer that is counted and not closed', { session: session('counted', 1) }, ['counted']],
    ['a counted one, however long ago it was opened', { session: session('counted', 30) }, ['counted']],
    ['a shift that is open for more than a day', { session: session('open', 24.1) }, ['open_long']],
    ['not one of exactly a day', { session: session('open', 24) }, []],
    ['not one of today', { session: session('open', 8) }, []],
    ['a float that is used up within a day', { floats: float(100, 0.5, 'very low') }, ['float_low']],
    ['an empty float that sold last week', { floats: float(0, 0, 'very low') }, ['float_low']],
    ['not a float that lasts two days', { floats: float(100, 2, 'low') }, []],
    ['not an empty float that nobody sells from', { floats: float(0, null, 'very low') }, []],
    ['short three times', { short: some(3) }, ['short_often']],
    ['not short twice', { short: some(2) }, []],
    ['not over, however often', { over: some(9) }, []],
    ['a drawer that nobody counted', { notCounted: 7 }, ['not_counted']],
    [
      'less than nothing in the drawer',
      { session: session('open', 1, { expected: bututs(-1) }) },
      ['below_zero'],
    ],
    [
      'a shift that began with other cash than the one before ended with',
      { session: session('open', 1, { openingDifference: bututs(-120_400) }) },
      ['opened_off'],
    ],
    [
      'not one that began with the same',
      { session: session('open', 1, { openingDifference: bututs(0) }) },
      [],
    ],
    ['cash that was sold outside a shift', { outside: bututs(100) }, ['outside_shift']],
    ['a sale in doubt', { inDoubt: some(1) }, ['in_doubt']],
    ['money owed to a customer', { refunds: { ...some(1), session: 3 } }, ['refund_owed']],
    [
      'several, most urgent first',
      { inDoubt: some(1), short: some(4), session: session('open', 2 * (DAY_MS / HOUR_MS)) },
      ['open_long', 'short_often', 'in_doubt'],
    ],
  ])('%s', (_, changes, attention) => {
    expect(build(changes).attention).toEqual(attention)
  })
})

test('the order: what is urgent, then who is selling, then by name', () => {
  const rows = [
    build({ cashierName: 'counted', session: session('counted', 1) }),
    build({ cashierName: 'open for two days, and short', session: session('open', 48), short: some(3) }),
    build({ cashierName: 'open for two days', session: session('open', 48), isSelling: true }),
    build({ cashierName: 'float runs out', floats: float(0, 0, 'very low') }),
    build({ cashierName: 'short often', short: some(3) }),
    build({ cashierName: 'in doubt', inDoubt: some(1) }),
    build({ cashierName: 'refund owed', refunds: { ...some(1), session: 1 } }),
    build({ cashierName: 'B sells', isSelling: true }),
    build({ cashierName: 'Z sells', isSelling: true }),
    build({ cashierName: 'A rests' }),
    build({ cashierName: 'C rests', cashier: 1 }),
    build({ cashierName: 'C rests', cashier: 2 }),
  ]
  expect(rows.toReversed().toSorted(compareRows)).toEqual(rows)
})
