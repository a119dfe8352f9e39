import { expect, test } from 'vitest'
import { countDays, findLevel, thresholdsSetting, writeRunway } from './runway.ts'

test.each([
  ['3 days, 1 day', [{ days: 3 }, { days: 1 }]],
  ['250000,50000', [{ amount: 25_000_000 }, { amount: 5_000_000 }]],
  ['5 days, 10000', [{ days: 5 }, { amount: 1_000_000 }]],
])('the thresholds %s are read', (written, read) => {
  expect(thresholdsSetting.parse(written)).toEqual(read)
})

test.each(['', '3 days', '1 day, 3 days', '100, 200', '3 days, 1 day, 5', 'three days, 1 day', '-1, -2'])(
  'the thresholds "%s" are refused',
  (written) => {
    expect(thresholdsSetting.safeParse(written).success).toBe(false)
  },
)

test('an account without a pace is low by its amount only', () => {
  expect(findLevel(5_000, null, [{ days: 3 }, { days: 1 }])).toBe(0)
  expect(findLevel(5_000, null, [{ amount: 6_000 }, { amount: 1_000 }])).toBe(1)
  expect(findLevel(0, null, [{ days: 3 }, { days: 1 }])).toBe(2)
})

test('days are counted from the daily use, and an overdrawn account has none left', () => {
  expect(countDays(700, 200)).toBe(3.5)
  expect(countDays(-700, 200)).toBe(0)
  expect(countDays(700, 0)).toBeNull()
})

test.each([
  [3.9, 'lasts about 3 days at this pace'],
  [1.2, 'lasts about a day at this pace'],
  [0.9, 'lasts less than a day at this pace'],
])('%d days as text', (days, text) => {
  expect(writeRunway(days)).toBe(text)
})
