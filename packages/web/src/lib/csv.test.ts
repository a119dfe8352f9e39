import { expect, test } from 'vitest'
import { csvFileName, csvOf, randomFileNumber } from './csv.ts'

test('C-02 a byte-order mark, semicolons, CR LF between rows, every value and label quoted', () => {
  expect(
    csvOf(
      [
        { a: 'x', b: 1.5 },
        { a: 'y', b: 2 },
      ],
      ['First', 'Second'],
    ),
  ).toBe('\uFEFF"First";"Second"\r\n"x";"1.5"\r\n"y";"2"')
})

test('C-02 zero stays 0, a missing value is empty', () => {
  expect(csvOf([{ a: 0, b: null, c: undefined }])).toBe('\uFEFF"a";"b";"c"\r\n"0";"";""')
})

test('C-02 without labels the first record’s keys are the header and the columns', () => {
  expect(
    csvOf([
      { b: 1, a: 2 },
      { a: 3, b: 4, c: 5 },
    ]),
  ).toBe('\uFEFF"b";"a"\r\n"1";"2"\r\n"4";"3"')
})

test('C-02 no records: the header line alone, or nothing at all', () => {
  expect(csvOf([], ['Date', 'Fee'])).toBe('\uFEFF"Date";"Fee"')
  expect(csvOf([])).toBe('')
})

test('C-02 quotes are doubled, semicolons and line breaks stay inside', () => {
  expect(csvOf([{ a: 'say "hi"; or\r\nnot' }])).toBe('\uFEFF"a"\r\n"say ""hi""; or\r\nnot"')
})

test.each([
  ['=1+1', "'=1+1"],
  ['+220', "'+220"],
  ['-x', "'-x"],
  ['@sum', "'@sum"],
  ['\tx', "'\tx"],
  ['\rx', "'\rx"],
  ['-12.50', '-12.50'],
  [-5, '-5'],
  ['4821 6093', '4821 6093'],
])('a spreadsheet never runs %j as a formula', (given, written) => {
  expect(csvOf([{ a: given }])).toBe(`\uFEFF"a"\r\n"${written}"`)
})

test.each([
  [undefined, 'export.csv'],
  ['sales', 'sales.csv'],
  ['sales.csv', 'sales.csv'],
  ['SALES.CSV', 'SALES.CSV'],
])('C-02 the file %j is called %s', (name, called) => {
  expect(csvFileName(name)).toBe(called)
})

test('CP-15 the random number has at most five digits', () => {
  for (let count = 0; count < 1000; count += 1) expect(String(randomFileNumber())).toMatch(/^\d{1,5}$/)
})
