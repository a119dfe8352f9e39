import { bututs } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { explainLimit } from './limits.tsx'

test.each([
  [{ perSale: null, perDay: null, leftToday: null }, null],
  [{ perSale: bututs(20_000), perDay: null, leftToday: null }, 'You may sell GMD 200.00 at once'],
  [{ perSale: bututs(30_000), perDay: bututs(90_000), leftToday: bututs(30_000) }, null],
  [
    { perSale: null, perDay: bututs(90_000), leftToday: bututs(29_999) },
    'You may sell GMD 900.00 a day, and GMD 299.99 is left of it today',
  ],
])('a limit of %j is told before OK', (limits, text) => {
  expect(explainLimit(limits, bututs(30_000))).toBe(text)
})
