import { bututs, type PostpaidPayment } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { readFileColumns } from '../../list/later/list-file.ts'
import { listColumns } from './sales.tsx'

const payment: PostpaidPayment = {
  id: 7,
  at: new Date('2026-11-14T14:18:00Z'),
  customerName: 'Kotu Beach Hotel',
  accountReference: '300118462',
  tendered: bututs(125_050),
  vended: bututs(125_050),
  receiptToken: 'NAW-0000042',
  cashierName: 'Fatou Ceesay',
  cashierId: 2,
  location: 'Serekunda',
  transactionId: '261114-00007',
  receiptCode: '7KQM3RXW9DTA',
  receiptNumber: 'R-0000019',
  serviceAddress: '1 Kotu Strand Road, Kotu',
  dueAfter: bututs(0),
}

test('PP-04 E-03 the file has the columns of the table, except Action', () => {
  expect(
    Object.entries(readFileColumns(listColumns(true, () => {}))).map(([heading, value]) => [
      heading,
      value(payment),
    ]),
  ).toEqual([
    ['Date', '2026-11-14 14:18'],
    ['Customer Name', 'Kotu Beach Hotel'],
    ['Account Reference', '300118462'],
    ['Tendered Amount', 1250.5],
    ['Vend Amount', 1250.5],
    ['Token', 'NAW-0000042'],
    ['Cashier', 'Fatou Ceesay'],
    ['Location', 'Serekunda'],
  ])
})
