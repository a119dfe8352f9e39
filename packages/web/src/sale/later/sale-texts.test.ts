import { expect, test } from 'vitest'
import { ago, stopwatch } from './sale-texts.ts'

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
