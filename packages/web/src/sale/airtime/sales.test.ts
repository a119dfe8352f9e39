import { type AirtimeSale, bututs } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { readFileColumns } from '../../list/later/list-file.ts'
import { airtimeColumns } from './sales.tsx'

const sale: AirtimeSale = {
  id: 7,
  at: new Date('2026-11-14T14:18:00Z'),
  phone: '3012345',
  operator: 'QCell',
  tendered: bututs(10_000),
  vended: bututs(9_600),
  cashierName: 'Fatou Ceesay',
  cashierId: 2,
  location: 'Serekunda',
  transactionId: '261114-00007',
  receiptCode: '7KQM3RXW9DTA',
}

test('AP-04 E-02 the file has the columns of the table', () => {
  expect(
    Object.entries(readFileColumns(airtimeColumns)).map(([heading, value]) => [heading, value(sale)]),
  ).toEqual([
    ['Date', '2026-11-14 14:18'],
    ['Mobile Number', '3012345'],
    ['Company', 'QCell'],
    ['Tendered Amount', 100],
    ['Vend Amount', 96],
    ['Cashier', 'Fatou Ceesay'],
    ['Location', 'Serekunda'],
  ])
})
