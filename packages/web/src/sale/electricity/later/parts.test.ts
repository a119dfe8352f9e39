import { bututs, csvHead, csvRows, type ElectricitySale } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { fileColumns } from './parts.tsx'

const sale: ElectricitySale = {
  id: 1,
  at: new Date('2026-11-14T14:18:00Z'),
  customerName: 'Mariama Bah',
  meter: '37201148261',
  tendered: bututs(125_000),
  vended: bututs(123_125),
  fee: bututs(1_875),
  tokens: ['51730284469017325586', '48216093375501847726'],
  tokenNames: [],
  creditToken: '48216093375501847726',
  cashierName: 'Fatou Ceesay',
  cashierId: 2,
  location: 'Serekunda',
  transactionId: '261114-04412',
  receiptCode: '7KQM3RXW9DTA',
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

const salesCsv = (sales: ElectricitySale[], withLocation: boolean) => {
  const columns = fileColumns(withLocation)
  const values = Object.values(columns)
  return csvHead(Object.keys(columns)) + csvRows(sales.map((each) => values.map((value) => value(each))))
}

test('CP-12 C-02 the file has the table’s columns, tokens in blocks, plain amounts', () => {
  expect(salesCsv([sale], false).split('\r\n')).toEqual([
    '\uFEFF"Date";"Customer Name";"Meter Number";"Tendered Amount";"Vend Amount";"Fee";"List Token";"Cashier";"Transaction ID"',
    '"2026-11-14 14:18";"Mariama Bah";"37201148261";"1250";"1231.25";"18.75";"5173 0284 4690 1732 5586, 4821 6093 3755 0184 7726";"Fatou Ceesay";"261114-04412"',
  ])
})

test('CP-13 a cashier’s file has the location too', () => {
  const [header, row] = salesCsv([sale], true).split('\r\n')
  expect(header).toContain('"Cashier";"Location";"Transaction ID"')
  expect(row).toContain('"Fatou Ceesay";"Serekunda";"261114-04412"')
})

test('C-02 nothing sold: only the header line', () => {
  expect(salesCsv([], false).split('\r\n')).toHaveLength(1)
})
