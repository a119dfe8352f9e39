import { expect, test } from 'vitest'
import { ago, formatUnits, ordinal, progressOf, roughly, stopwatch } from './words.ts'

const at = (text: string) => new Date(`2026-11-14T${text}Z`)

test.each([
  ['14:18:00', 'just now'],
  ['14:17:00', '1 minute ago'],
  ['14:16:00', '2 minutes ago'],
  ['13:19:00', '59 minutes ago'],
  ['13:18:00', 'about an hour ago'],
])('a sale at %s was %s', (time, text) => {
  expect(ago(at(time), at('14:18:30'))).toBe(text)
})

test('a wait is told in minutes and seconds', () => {
  expect(stopwatch(at('14:18:04'), at('14:20:45'))).toBe('2:41')
  expect(stopwatch(at('14:18:04'), at('14:18:03'))).toBe('0:00')
})

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

test('how often the utility was asked is said in words', () => {
  expect(progressOf({ state: 'sent', asked: 0 }, 'NAWEC')).toBe('Waiting for NAWEC')
  expect(progressOf({ state: 'unknown', asked: 3 }, 'NAWEC')).toBe('Asking NAWEC, third time')
  expect(progressOf({ state: 'manual', asked: 9 }, 'NAWEC')).toBe('Waiting for an Admin to decide')
  expect(ordinal(12)).toBe('12th')
})

test('units have two decimals', () => {
  expect(formatUnits(24.2)).toBe('24.20 kWh')
  expect(formatUnits(1234.567)).toBe('1,234.57 kWh')
})
