import { expect, test } from 'vitest'
import { ago, holdText, ordinal, progressOf, stopwatch } from './words.ts'

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

test('how often the other side was asked is said in words', () => {
  expect(progressOf({ state: 'sent', asked: 0 }, 'NAWEC')).toBe('Waiting for NAWEC')
  expect(progressOf({ state: 'unknown', asked: 3 }, 'NAWEC')).toBe('Asking NAWEC, third time')
  expect(progressOf({ state: 'manual', asked: 9 }, 'NAWEC')).toBe('Waiting for an Admin to decide')
  expect(ordinal(12)).toBe('12th')
})

test('who ends an open sale is said as it is: the server while it asks, an Admin after that', () => {
  const [open, undecided] = [{ state: 'unknown' }, { state: 'manual' }] as const
  expect(holdText([open])).toBe(
    'Held, not spent. The server keeps asking; after a day an Admin decides. Do not sell it again.',
  )
  expect(holdText([undecided, undecided])).toBe('Held, not spent. An Admin decides; do not sell it again.')
  expect(holdText([open, undecided, open])).toBe(
    'Held, not spent. An Admin decides 1 of them; the server keeps asking for the others, for a day at most. Do not sell them again.',
  )
})
