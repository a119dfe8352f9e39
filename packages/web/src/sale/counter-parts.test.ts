import { bututs, CallRefused } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { isFloatLow, isServerAway } from './CounterParts.tsx'

test.each([
  [842_000, 0.9, true],
  [842_000, 1, false],
  [842_000, null, false],
  [50_000, null, true],
  [50_000, 50, true],
])('a float of %d bututs that lasts %s days is low: %s', (float, floatLastsDays, low) => {
  expect(isFloatLow({ float: bututs(float), floatLastsDays })).toBe(low)
})

test('an Admin has no float, so it is never low', () => {
  expect(isFloatLow({ float: null, floatLastsDays: null })).toBe(false)
})

test('the utility is not called up by a counter whose server gives no answer, or only faults', () => {
  const refuse = (status: number) => new CallRefused(status, { message: '' })
  expect(isServerAway(null, false)).toBe(false)
  expect(isServerAway(new TypeError('Failed to fetch'), false)).toBe(true)
  expect(isServerAway(refuse(503), false)).toBe(false)
  expect(isServerAway(refuse(503), true)).toBe(true)
  expect(isServerAway(refuse(403), true)).toBe(false)
})
