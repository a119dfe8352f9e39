import { expect, test } from 'vitest'
import { csvFileName, randomFileNumber } from './csv.ts'

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
