import { bututs } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { daysLeft, endText, lastingText, chooseTone } from './lasting.ts'

test.each([
  [3 + 5.2 / 24, '3 days 5 h'],
  [1, '1 day'],
  [1.5, '1 day 12 h'],
  [0.25, '6 h'],
  [0.02, 'Less than an hour'],
  [0, 'Less than an hour'],
  [12.4, '12 days'],
  [400, 'More than 3 months'],
])('%d days are %s', (days, text) => {
  expect(lastingText(days)).toBe(text)
})

test('the end is shown with its hour while it is near', () => {
  const from = new Date('2026-11-14T14:20:00Z')
  expect(endText(from, 3.2)).toBe('Tuesday 17 November, 19:00')
  expect(endText(from, 20)).toBe('Friday 4 December')
})

test('an end that is far away has no day', () => {
  const from = new Date('2026-11-14T14:20:00Z')
  expect(endText(from, 91)).toBeNull()
  // A large balance that is hardly used would last longer than a date can say.
  expect(endText(from, 1e12)).toBeNull()
})

test('a balance that nobody uses has no end, and an overdrawn one has ended', () => {
  expect(daysLeft(bututs(500), bututs(0))).toBeNull()
  expect(daysLeft(bututs(500), bututs(200))).toBe(2.5)
  expect(daysLeft(bututs(-500), bututs(200))).toBe(0)
})

test('less than three days is a warning, less than one a danger', () => {
  expect([0.9, 1, 2.9, 3].map(chooseTone)).toEqual(['danger', 'warning', 'warning', 'ok'])
})
