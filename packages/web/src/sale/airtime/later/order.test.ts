import { bututs } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { computeVended } from './order.ts'

test.each([
  [10_000, 9_600],
  [100, 96],
  [12_345, 11_851],
  [99, null],
  [0, null],
])('AP-02 C-05 %d bututs show a vend amount of %s', (amount, vended) => {
  expect(computeVended(bututs(amount))).toBe(vended)
})
