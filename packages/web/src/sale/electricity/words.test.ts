import { expect, test } from 'vitest'
import { formatUnits, roughly } from './words.ts'

test.each([
  [3, 'A few minutes'],
  [42, 'About 40 min'],
  [59, 'About 1 h'],
  [92, 'About 1 h 30 min'],
  [425, 'About 7 h'],
  [2000, 'More than a day'],
])('a float for %d minutes lasts %s', (minutes, text) => {
  expect(roughly(minutes)).toBe(text)
})

test('units have two decimals', () => {
  expect(formatUnits(24.2)).toBe('24.20 kWh')
  expect(formatUnits(1234.567)).toBe('1,234.57 kWh')
})
