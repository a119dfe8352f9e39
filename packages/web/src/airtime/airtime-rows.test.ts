import { type AirtimeSale, bututs } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { airtimeCsv, searchTextOf } from './airtime-rows.ts'

const sale: AirtimeSale = {
  id: 7,
  at: new Date('2026-11-14T14:18:00Z'),
  phone: '3012345',
  operator: 'QCell',
  tendered: bututs(10_000),
  vended: bututs(9_600),
  cashierName: 'Fatou Ceesay',
  location: 'Serekunda',
  transactionId: '261114-00007',
}

test('AP-04 E-02 the file has the columns of the table', () => {
  expect(airtimeCsv([sale])).toBe(
    '\uFEFF"Date";"Mobile Number";"Company";"Tendered Amount";"Vend Amount";"Cashier";"Location"\r\n' +
      '"2026-11-14 14:18";"3012345";"QCell";"100";"96";"Fatou Ceesay";"Serekunda"',
  )
})

test('AP-04 without sales the file has the header line alone', () => {
  expect(airtimeCsv([]).split('\r\n')).toHaveLength(1)
})

test.each([
  '14 Nov 2026 14:18',
  '3012345',
  'QCell',
  'GMD 100.00',
  'GMD 96.00',
  'Fatou',
  'Serekunda',
  '00007',
])('AP-04 the search finds %s', (term) => {
  expect(searchTextOf(sale)).toContain(term)
})
