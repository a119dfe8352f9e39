import { expect, test } from 'vitest'
import { describeAge } from './BeforeOk.tsx'

const at = (text: string) => new Date(`2026-11-14T${text}Z`)

test.each([
  ['14:18:00', 'just now'],
  ['14:17:00', '1 minute ago'],
  ['14:16:00', '2 minutes ago'],
  ['13:19:00', '59 minutes ago'],
  ['13:18:00', 'about an hour ago'],
])('a sale at %s was %s', (time, text) => {
  expect(describeAge(at(time), at('14:18:30'))).toBe(text)
})
