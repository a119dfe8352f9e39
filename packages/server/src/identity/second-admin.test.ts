import { bututs } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { needsSecondAdmin } from './second-admin.ts'

const [amount, limit] = [bututs(100_001), bututs(100_000)]

test('money above the limit needs a second Admin, and none does if no limit is set', () => {
  expect(needsSecondAdmin({ confirmCreditsAbove: limit }, { amount })).toBe(true)
  expect(needsSecondAdmin({ confirmCreditsAbove: limit }, { amount: limit })).toBe(false)
  expect(needsSecondAdmin({ confirmCreditsAbove: null }, { amount })).toBe(false)
})

test('a fee that no band gives needs one at any amount, limit or not', () => {
  for (const confirmCreditsAbove of [limit, null])
    expect(needsSecondAdmin({ confirmCreditsAbove }, { amount: bututs(1), isFeeOutsideBands: true })).toBe(
      true,
    )
})
