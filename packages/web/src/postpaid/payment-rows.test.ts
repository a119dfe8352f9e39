import { bututs, type PostpaidPayment } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { paymentsCsv, searchTextOf } from './payment-rows.ts'

const payment: PostpaidPayment = {
  id: 7,
  at: new Date('2026-11-14T14:18:00Z'),
  customerName: 'Kotu Beach Hotel',
  accountReference: '300118462',
  tendered: bututs(125_050),
  vended: bututs(125_050),
  receiptToken: 'NAW-0000042',
  cashierName: 'Fatou Ceesay',
  location: 'Serekunda',
  transactionId: '261114-00007',
  receiptNumber: 'R-0000019',
  serviceAddress: '1 Kotu Strand Road, Kotu',
  dueAfter: bututs(0),
}

test('PP-04 E-03 the file has the columns of the table, but for Action', () => {
  expect(paymentsCsv([payment])).toBe(
    '\uFEFF"Date";"Customer Name";"Account Reference";"Tendered Amount";"Vend Amount";"Token";"Cashier";"Location"\r\n' +
      '"2026-11-14 14:18";"Kotu Beach Hotel";"300118462";"1250.5";"1250.5";"NAW-0000042";"Fatou Ceesay";"Serekunda"',
  )
})

test.each([
  '14 Nov 2026',
  'Kotu Beach',
  '300118462',
  'GMD 1,250.50',
  'NAW-0000042',
  'Fatou',
  'Serekunda',
  'R-0000019',
])('PP-05 the search finds %s', (term) => {
  expect(searchTextOf(payment)).toContain(term)
})
