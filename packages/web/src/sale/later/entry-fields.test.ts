import { expect, test } from 'vitest'
import { readAmount } from './entry-fields.tsx'

test.each([
  ['100', 10_000],
  [' 1250.5 ', 125_050],
  ['', 0],
  ['abc', 0],
  ['1e3', 0],
  ['-5', 0],
])('the text "%s" means %d bututs', (text, amount) => {
  expect(readAmount(text)).toBe(amount)
})
