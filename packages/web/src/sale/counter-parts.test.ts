import { bututs } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { isFloatLow } from './CounterParts.tsx'

test.each([
  [842_000, 90, true],
  [842_000, 300, false],
  [842_000, null, false],
  [50_000, null, true],
  [50_000, 5000, true],
])('a float of %d bututs that lasts %s minutes is low: %s', (float, floatLastsMinutes, low) => {
  expect(isFloatLow({ float: bututs(float), floatLastsMinutes })).toBe(low)
})

test('an Admin has no float, so it is never low', () => {
  expect(isFloatLow({ float: null, floatLastsMinutes: null })).toBe(false)
})
