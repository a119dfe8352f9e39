import { expect, test } from 'vitest'
import { plainAmount } from './amount-input.ts'

test.each([
  ['1,000', '1000'],
  ['12,345,678.90', '12345678.90'],
  ['1 000', '1000'],
  ['1\u00a0000', '1000'],
  [' 1,000 ', '1000'],
  ['2,500.', '2500.'],
])('%j is read as %j', (typed, plain) => {
  expect(plainAmount(typed)).toBe(plain)
})

test.each(['', '1000', '1,5', '1,00', '10,0000', '1,000 000', ',100', '1,000.5,0', '-1,000', '1e3', 'ten'])(
  '%j stays as it was typed',
  (typed) => {
    expect(plainAmount(typed)).toBe(typed)
  },
)
