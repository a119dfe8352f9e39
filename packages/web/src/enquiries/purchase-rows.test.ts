import { bututs, type Match, type Purchase } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { buildTableCsv, readFileColumns } from '../list/later/list-file.ts'
import { gapWords } from './difference-words.ts'
import { fileColumns } from './purchase-columns.tsx'
import { isDifference, matchSigns, sumPurchases } from './purchase-rows.ts'

const purchase = (match: Match, vended: number | null = 9500): Purchase => ({
  transactionId: '880001',
  meter: '60123456784',
  customerName: 'Mariama Bah',
  at: new Date('2026-11-14T14:18:00Z'),
  amount: bututs(9500),
  units: 8.26,
  unitsAmount: bututs(9000),
  receipt: 'R-0000001',
  account: '4400123',
  cashierName: 'Fatou Ceesay',
  match,
  sale:
    vended === null
      ? null
      : { id: 7, reference: '261114-000007', vended: bututs(vended), tendered: bututs(10_000) },
})

test('E-08 EN-01 the file has every field of the utility, with our own sale next to it', () => {
  const [header, same, missing] = buildTableCsv(readFileColumns(fileColumns), [
    purchase('same'),
    purchase('not in our books', null),
  ])
    .slice(1)
    .split('\r\n')
  expect(header).toBe(
    '"Date";"Customer Name";"Meter Serial";"Total Amount";"Our Books";"Our Amount";"Unit (kWh)";"Unit Payment";"Receipt";"Account";"Cashier";"Transaction ID"',
  )
  expect(same).toBe(
    '"2026-11-14 14:18";"Mariama Bah";"60123456784";"95";"Same";"95";"8.26";"90";"R-0000001";"4400123";"Fatou Ceesay";"880001"',
  )
  expect(missing).toContain('"Not in our books";"";')
})

test('a difference never looks like a match, and neither an open sale nor one of several equal ones is a difference', () => {
  const alike = Object.entries(matchSigns).filter(([, { tone }]) => tone === 'ok')
  expect(alike.map(([match]) => match)).toEqual(['same'])
  const all: Match[] = [
    'same',
    'one of several',
    'amount differs',
    'tokens differ',
    'not in our books',
    'still open here',
  ]
  expect(all.filter((match) => isDifference(purchase(match)))).toEqual([
    'amount differs',
    'tokens differ',
    'not in our books',
  ])
})

test('the totals are the sums of the rows', () => {
  expect(
    sumPurchases([purchase('same'), purchase('still open here'), purchase('amount differs', 9000)]),
  ).toEqual({
    amount: 28_500,
    units: expect.closeTo(24.78),
    differences: 1,
    stillOpen: 1,
  })
})

test.each([
  [9000, 9500, 'GMD 5.00 less here'],
  [9501, 9500, 'GMD 0.01 more here'],
  [9500, 9500, null],
  [null, 9500, null],
  [9500, null, null],
])('%s here and %s there is %s', (ours, theirs, words) => {
  const amount = (value: number | null) => (value === null ? null : bututs(value))
  expect(gapWords(amount(ours), amount(theirs))).toBe(words)
})
