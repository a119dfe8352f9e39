import { expect, test } from 'vitest'
import { readTerm } from './search-term.ts'

const days = (from: string, to = from) => ({ kind: 'days', from, to })
const exact = (column: string, value: string, text = value) => ({
  kind: 'exact',
  columns: column.split(' '),
  value,
  text,
})
const text = (words: string, isShort = false) => ({ kind: 'text', text: words, isShort })

test.each([
  ['', { kind: 'nothing' }],
  ['   ', { kind: 'nothing' }],
  ['14 Nov 2026', days('2026-11-14')],
  ['14 november 2026', days('2026-11-14')],
  ['14 Nov 2026,', days('2026-11-14')],
  ['14 Nov 2026, 14:18', text('14 Nov 2026 14:18')],
  ['14 Nov 2026,14:18', text('14 Nov 2026 14:18')],
  ['2026-11-14', days('2026-11-14')],
  ['14/11/2026', days('2026-11-14')],
  ['4.2.2026', days('2026-02-04')],
  ['Nov 2026', days('2026-11-01', '2026-11-30')],
  ['february 2028', days('2028-02-01', '2028-02-29')],
  ['3 Sept 2026', days('2026-09-03')],
  ['31 Feb 2026', text('31 Feb 2026')],
  ['Marching 2026', text('Marching 2026')],
  ['261114-04412', exact('transaction_id', '261114-04412')],
  ['4821 6093 3755 0184 7726', exact('tokens', '48216093375501847726')],
  ['37201148261', exact('subject', '37201148261')],
  ['7KQM-3RXW-9DTA', exact('receipt_code', '7KQM3RXW9DTA', '7KQM-3RXW-9DTA')],
  ['7kqm 3rxw 9dta', exact('receipt_code', '7KQM3RXW9DTA', '7kqm 3rxw 9dta')],
  ['7kqm3rxw9dta', exact('receipt_code', '7KQM3RXW9DTA', '7kqm3rxw9dta')],
  ['7kqm3rxw9dt', text('7kqm3rxw9dt')],
  ['2345-6789-2345', exact('receipt_code', '234567892345', '2345-6789-2345')],
  ['234567892345', exact('subject receipt_code', '234567892345')],
  ['3720', text('3720')],
  ['0184 7726', exact('subject', '01847726')],
  ['1,250', text('1250')],
  ['1234.5', text('1234.5')],
  ['GMD 1,250.00', text('GMD 1250.00')],
  ['Bah, Mariama', text('Bah, Mariama')],
  [' Mariama   Bah ', text('Mariama Bah')],
  ['ba', text('ba', true)],
  ['-04', text('-04', true)],
  ['é', text('é', true)],
])('T-03 %j is understood', (typed, understood) => {
  expect(readTerm(typed)).toEqual(understood)
})
