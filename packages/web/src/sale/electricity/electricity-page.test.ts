import { expect, test } from 'vitest'
import { describeDuration } from './ElectricityPage.tsx'

test.each([
  [3, 'A few minutes'],
  [42, 'About 40 min'],
  [59, 'About 1 h'],
  [92, 'About 1 h 30 min'],
  [425, 'About 7 h'],
  [2000, 'More than a day'],
])('a float for %d minutes lasts %s', (minutes, text) => {
  expect(describeDuration(minutes)).toBe(text)
})
