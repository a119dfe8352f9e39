import { expect, test } from 'vitest'
import { axisTicks, labelEvery, shortNumber } from './chart-scale.ts'

test.each([
  [33_100, [0, 15_000, 30_000, 45_000]],
  [45_000, [0, 15_000, 30_000, 45_000]],
  [45_001, [0, 20_000, 40_000, 60_000]],
  [7, [0, 2.5, 5, 7.5]],
  [30, [0, 10, 20, 30]],
  [0, [0, 1, 2, 3]],
])('an axis for %d has the lines %j', (highest, ticks) => {
  expect(axisTicks(highest)).toEqual(ticks)
})

test('no column is higher than its axis', () => {
  for (let highest = 1; highest < 1e9; highest = Math.ceil(highest * 1.37))
    expect(axisTicks(highest).at(-1)).toBeGreaterThanOrEqual(highest)
})

test.each([
  [0, '0'],
  [150, '150'],
  [7500, '7.5k'],
  [45_000, '45k'],
  [2_500_000, '2.5M'],
])('%d is %s on the axis', (value, text) => {
  expect(shortNumber(value)).toBe(text)
})

test('labels become fewer before they touch', () => {
  const hours = Array.from({ length: 15 }, (_, index) => String(index + 7).padStart(2, '0'))
  expect(labelEvery(hours, 560)).toBe(1)
  expect(labelEvery(hours, 280)).toBe(2)
  expect(labelEvery(hours, 0)).toBe(15)
  const days = Array.from({ length: 30 }, (_, index) => `${index + 1} Nov`)
  expect(labelEvery(days, 585)).toBe(4)
  expect(labelEvery(days, 250)).toBe(8)
})
