import { bututs, describeDifference, listSlipSections, nameDenomination, type TillSession } from '../index.ts'
import { expect, test } from 'vitest'

test('a difference is told in words', () => {
  expect(
    [null, 0, -2_500, 150].map((each) => describeDifference(each === null ? null : bututs(each))),
  ).toEqual(['Not counted', 'None', 'GMD 25.00 short', 'GMD 1.50 over'])
})

test('notes and coins have the names that people use', () => {
  const name = (kind: 'note' | 'coin', value: number) => nameDenomination({ kind, value: bututs(value) })
  expect([name('note', 20_000), name('note', 1_000), name('coin', 1_000), name('coin', 25)]).toEqual([
    'D200',
    'D10',
    'D10 coin',
    'b25',
  ])
})

const none = bututs(0)
const product = { sales: 1, tendered: bututs(10_000), fees: none, commission: none, inDoubt: 0, voided: 0 }
const session: TillSession = {
  id: 1,
  cashier: 2,
  cashierName: 'Fatou Ceesay',
  location: 'Serekunda',
  state: 'open',
  openedAt: new Date('2026-11-16T08:00:00Z'),
  opening: none,
  leftBefore: null,
  openingReason: null,
  countedAt: null,
  counted: null,
  expected: null,
  difference: null,
  reason: null,
  closedAt: null,
  closedBy: null,
  isClosedByOther: false,
  number: null,
  movements: [],
  inDoubt: [],
  pieces: null,
  needsReason: false,
  figures: {
    expected: bututs(25_000),
    products: [
      {
        product: 'electricity',
        ...product,
        inDoubt: 1,
        inDoubtAmount: bututs(5_000),
        voided: 2,
        voidedAmount: bututs(700),
      },
      { product: 'airtime', ...product, inDoubtAmount: none, voidedAmount: none },
    ],
    moved: { in: none, out: none, drop: none, refund: none },
    floatsBefore: { electricity: bututs(50_000), airtime: none },
    floatsAfter: { electricity: bututs(55_000), airtime: none },
    floatsMoved: {
      electricity: { load: bututs(20_000), correction: none, received: none, sent: none, back: none },
      airtime: { load: none, correction: none, received: none, sent: none, back: none },
    },
    firstReference: null,
    lastReference: null,
    copies: 0,
  },
}
const listLines = (of: TillSession) =>
  listSlipSections(of).map(({ heading = '', lines }) => [
    heading,
    ...lines.map(({ label, value }) => `${label}: ${value}`),
  ])

test('sales in doubt and voided ones are under their product', () => {
  expect(listLines(session)[1]).toEqual([
    '',
    'Cash Power: 1 sale, GMD 100.00',
    '– in doubt: 1 sale, GMD 50.00',
    '– voided: 2 sales, GMD 7.00',
    'Air Power: 1 sale, GMD 100.00',
    'Fees: GMD 0.00',
    'Commission: GMD 0.00',
  ])
})

test('a float has its lines from before to after; one that never was has none', () => {
  expect(listLines(session).filter(([heading]) => heading?.includes('loat'))).toEqual([
    ['Float', 'Before: GMD 500.00', 'Loaded: GMD 200.00', 'Sales: GMD -150.00', 'After: GMD 550.00'],
  ])
})
