import { expect, test } from 'vitest'
import { describeLasting } from './ElectricityPage.tsx'

test.each([
  [0.4, 'Less than a day'],
  [1.9, 'About a day'],
  [2, 'About 2 days'],
  [12.7, 'About 12 days'],
])('a float for %d days lasts %s', (days, text) => {
  expect(describeLasting(days)).toBe(text)
})
