import { ATTENTION, bututs, type WallRow } from '@flexpower/contract'
import { expect, test } from 'vitest'
import {
  describeRunway,
  findWallView,
  isFound,
  listDifferences,
  listLooks,
  shiftsFrom,
  wallViews,
} from './wall-words.ts'

const none = { count: 0, amount: bututs(0) }
const row: WallRow = {
  cashier: 7,
  cashierName: 'Fatou Ceesay',
  location: 'Serekunda',
  attention: [],
  isSelling: false,
  session: {
    id: 3,
    state: 'counted',
    openedAt: new Date('2026-11-16T08:00:00Z'),
    expected: bututs(0),
    openingDifference: bututs(-120_400),
  },
  floats: [
    { kind: 'electricity', balance: bututs(500_000), lastsDays: 9, state: 'enough' },
    { kind: 'airtime', balance: bututs(1_000), lastsDays: 0.2, state: 'very low' },
  ],
  lastSale: null,
  today: [],
  closed: 12,
  short: { count: 3, amount: bututs(5_100) },
  over: { count: 1, amount: bututs(25) },
  missingBetween: none,
  notCounted: 9,
  outside: bututs(35_000),
  refunds: { count: 1, amount: bututs(10_000), session: 2 },
  inDoubt: { count: 2, amount: bututs(20_000) },
}

test('everything to look at leads to its rows', () => {
  expect(
    listLooks({ ...row, attention: [...ATTENTION] }, '2026-10-18').map(({ text, to }) => [
      text,
      to.replace(/&(from|to)=[^&]*/g, ''),
    ]),
  ).toEqual([
    ['Counted, not closed', '/admin/tills/sessions/3'],
    ['Closed without a count', '/admin/tills/sessions/9'],
    ['Expected cash is below zero', '/admin/tills/sessions/3'],
    ['Opened with GMD 1,204.00 less than the last count', '/admin/tills/sessions/3'],
    ['Open for more than a day', '/admin/tills/sessions/3'],
    ['Airtime float runs out', '/admin/user/7?view=float&kind=airtime'],
    ['Short 3 times', '/admin/tills/sessions?cashier=7&differing=short&closed-from=2026-10-18'],
    ['Sold outside a shift today: GMD 350.00', '/admin/user/7'],
    ['2 sales in doubt, GMD 200.00', '/admin/cash-power?cashier=7&open=sales'],
    ['Owes customers GMD 100.00', '/admin/tills/sessions/2'],
  ])
  expect(shiftsFrom(row, '2026-10-18')).toBe('/admin/tills/sessions?cashier=7&from=2026-10-18')
})

test('differences are told apart, because one does not make up for the other, and each leads to its shifts', () => {
  const list = (traits: Partial<WallRow> = {}) =>
    listDifferences({ ...row, ...traits }, '2026-10-18').map(({ text, to }) => [text, to.split('?')[1]])
  const shifts = (differing: string) => `cashier=7&differing=${differing}&closed-from=2026-10-18`
  expect(list()).toEqual([
    ['Short 3 times, GMD 51.00', shifts('short')],
    ['Over once, GMD 0.25', shifts('over')],
  ])
  const all = 'cashier=7&from=2026-10-18'
  expect(list({ short: none, over: none })).toEqual([['None', all]])
  const missingBetween = { count: 2, amount: bututs(120_400) }
  expect(list({ short: none, over: none, missingBetween })).toEqual([
    ['Opened with less 2 times, GMD 1,204.00', shifts('opened_less')],
  ])
  expect(list({ closed: 0, short: none, over: none })).toEqual([['No shift closed', all]])
})

test('the figures of all cashiers have their rows on the wall', () => {
  const shown = Object.entries(wallViews).map(([name, { is }]) => [name, is(row)])
  expect(shown).toEqual([
    ['attention', false],
    ['selling', false],
    ['open', true],
    ['short', true],
  ])
  expect([findWallView('short'), findWallView('toString'), findWallView('')]).toEqual(['short', null, null])
})

test('how long a float lasts', () => {
  const tell = (balance: number, lastsDays: number | null) =>
    describeRunway({ kind: 'airtime', balance: bututs(balance), lastsDays, state: 'enough' })
  expect([tell(100, 3.25), tell(100, 0.01), tell(100, null), tell(0, 0), tell(100, 200)]).toEqual([
    'lasts 3 days 6 h',
    'lasts less than an hour',
    'no sales in the 7 days before today',
    'used up',
    'lasts more than 3 months',
  ])
})

test.each([
  ['', true],
  ['  ceesay ', true],
  ['SEREKUNDA fat', true],
  ['Fatou Brikama', false],
])('a search for “%s” finds Fatou Ceesay in Serekunda: %s', (search, found) => {
  expect(isFound(row, search)).toBe(found)
})
