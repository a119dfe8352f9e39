import { bututs, type WallRow } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { describeDifferences, describeRunway, listLooks, shiftsFrom } from './wall-words.ts'

const none = { count: 0, amount: bututs(0) }
const row: WallRow = {
  cashier: 7,
  cashierName: 'Fatou Ceesay',
  location: 'Serekunda',
  attention: [],
  isSelling: false,
  session: { id: 3, state: 'counted', openedAt: new Date('2026-11-16T08:00:00Z'), expected: bututs(0) },
  floats: [
    { kind: 'electricity', balance: bututs(500_000), lastsDays: 9, state: 'enough' },
    { kind: 'airtime', balance: bututs(1_000), lastsDays: 0.2, state: 'very low' },
  ],
  lastSale: null,
  today: [],
  closed: 12,
  short: { count: 3, amount: bututs(5_100) },
  over: { count: 1, amount: bututs(25) },
  refunds: { count: 1, amount: bututs(10_000), session: 2 },
  inDoubt: { count: 2, amount: bututs(20_000) },
}

test('everything to look at leads to its rows', () => {
  const attention = ['counted', 'open_long', 'float_low', 'short_often', 'in_doubt', 'refund_owed'] as const
  expect(
    listLooks({ ...row, attention: [...attention] }, '2026-10-18').map(({ text, to }) => [
      text,
      to.replace(/&(from|to)=[^&]*/g, ''),
    ]),
  ).toEqual([
    ['Counted, not closed', '/admin/tills/sessions/3'],
    ['Open for more than a day', '/admin/tills/sessions/3'],
    ['Airtime float runs out', '/admin/user/7?view=float&kind=airtime'],
    ['Short 3 times', '/admin/tills/sessions?search=Fatou%20Ceesay'],
    ['2 sales in doubt, GMD 200.00', '/admin/cash-power'],
    ['Owes customers GMD 100.00', '/admin/tills/sessions/2'],
  ])
  expect(shiftsFrom(row, '2026-10-18')).toBe('/admin/tills/sessions?search=Fatou%20Ceesay&from=2026-10-18')
})

test('differences are told apart: one does not make up for the other', () => {
  expect(describeDifferences(row)).toEqual(['Short 3 times, GMD 51.00', 'Over once, GMD 0.25'])
  expect(describeDifferences({ ...row, short: none, over: none })).toEqual(['None'])
  expect(describeDifferences({ ...row, closed: 0, short: none, over: none })).toEqual(['No shift closed'])
})

test('how long a float lasts', () => {
  const tell = (balance: number, lastsDays: number | null) =>
    describeRunway({ kind: 'airtime', balance: bututs(balance), lastsDays, state: 'enough' })
  expect([tell(100, 3.25), tell(100, 0.01), tell(100, null), tell(0, 0), tell(100, 200)]).toEqual([
    'lasts 3 days 6 h',
    'lasts less than an hour',
    'not in use',
    'used up',
    'lasts more than 3 months',
  ])
})
