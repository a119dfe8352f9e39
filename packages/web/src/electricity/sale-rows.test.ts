import { bututs, type ElectricitySale } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { headings, matches, searchTextOf } from './sale-rows.ts'

const sale: ElectricitySale = {
  id: 1,
  at: new Date('2026-11-14T14:18:00Z'),
  customerName: 'Mariama Bah',
  meter: '37201148261',
  tendered: bututs(125_000),
  vended: bututs(123_125),
  fee: bututs(1_875),
  tokens: ['51730284469017325586', '48216093375501847726'],
  creditToken: '48216093375501847726',
  cashierName: 'Fatou Ceesay',
  cashierId: 2,
  location: 'Serekunda',
  transactionId: '261114-04412',
  receiptNumber: 'R-0092218',
  account: '200418837',
  accountBalance: bututs(0),
  serviceAddress: '12 Sayerr Jobe Avenue',
  paymentMethod: 'Cash',
  debtPaid: bututs(0),
  debtPercent: 0,
  debtShare: bututs(0),
  tariff: 'Domestic prepaid',
  unitPrice: 14.06,
  priceLines: [],
  units: 24.24,
  paidAt: new Date('2026-11-14T14:18:00Z'),
}

test('CP-10 the columns stand in the specification’s order', () => {
  expect(Object.values(headings).filter((heading) => heading !== 'Location')).toEqual([
    'Date',
    'Customer Name',
    'Meter Number',
    'Tendered Amount',
    'Vend Amount',
    'Fee',
    'List Token',
    'Cashier',
    'Transaction ID',
  ])
})

test.each([
  '14 nov',
  '14:18',
  'MARIAMA',
  '011482',
  '1,250',
  '18.75',
  '0184 7726',
  '01847726',
  'ceesay',
  '-04412',
])('T-03 CP-12 %s finds the sale', (term) => {
  expect(matches(searchTextOf(sale, false), ` ${term} `)).toBe(true)
})

test('T-03 what is not shown is not searched', () => {
  expect(matches(searchTextOf(sale, false), 'serekunda')).toBe(false)
  expect(matches(searchTextOf(sale, true), 'serekunda')).toBe(true)
  expect(matches(searchTextOf(sale, true), '200418837')).toBe(false)
})
