import type { Day } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { dayAfter, isPeriodName, periodNamed } from './periods.ts'

const day = (text: string) => text as Day

test.each([
  ['today', '2026-11-14', '2026-11-14'],
  ['yesterday', '2026-11-13', '2026-11-13'],
  ['7-days', '2026-11-08', '2026-11-14'],
  ['this-month', '2026-11-01', '2026-11-14'],
] as const)('on 14 November 2026 %s is from %s to %s', (name, from, to) => {
  expect(periodNamed(name, day('2026-11-14'))).toEqual({ from, to })
})

test('days are counted over the end of a month, a year and a leap February', () => {
  expect(dayAfter(day('2026-11-30'))).toBe('2026-12-01')
  expect(dayAfter(day('2027-01-01'), -1)).toBe('2026-12-31')
  expect(dayAfter(day('2028-02-28'))).toBe('2028-02-29')
})

test('only our own names are periods', () => {
  expect(isPeriodName('7-days')).toBe(true)
  expect(isPeriodName('constructor')).toBe(false)
  expect(isPeriodName(null)).toBe(false)
})
