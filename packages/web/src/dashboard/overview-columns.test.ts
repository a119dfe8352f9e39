import { bututs, type Day, type Overview } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { formatChange } from '../lib/change.ts'
import { dayColumns, hourColumns, hourTerm, soFar, usualDay, formatWeekday } from './overview-columns.ts'

const amounts = (byHour: Record<number, number>) =>
  Array.from({ length: 24 }, (_, hour) => bututs(byHour[hour] ?? 0))

const overview = (over: Partial<Overview> = {}): Overview => ({
  hours: amounts({ 8: 10_000, 9: 20_000, 14: 5_000 }),
  hoursLastWeek: amounts({ 8: 15_000, 9: 10_000, 14: 90_000 }),
  days: [],
  cashiers: [],
  floats: bututs(0),
  floatsLastDays: null,
  vendedADay: bututs(0),
  openSales: 0,
  openAmount: bututs(0),
  undecidedSales: 0,
  waitingCredits: 0,
  waitingApplications: 0,
  openDifferences: 0,
  newMessages: 0,
  lettersGivenUp: 0,
  failedBackups: 0,
  asOf: new Date('2026-11-14T14:20:00Z'),
  ...over,
})

test('the hours of an ordinary day are drawn from 7 to 20, with the current one marked', () => {
  const columns = hourColumns(overview())
  expect(columns.map(({ label }) => label)).toEqual(
    Array.from({ length: 14 }, (_, index) => String(index + 7).padStart(2, '0')),
  )
  expect(columns.filter(({ isOpen }) => isOpen).map(({ label }) => label)).toEqual(['14'])
  expect(columns[1]).toMatchObject({
    name: '08:00 to 09:00',
    height: 100,
    mark: 150,
    facts: ['GMD 100.00', 'GMD 150.00'],
  })
  expect(columns.at(-1)?.facts[0]).toBe('to come')
})

test('an hour outside is drawn when something was sold in it, on either day', () => {
  const labels = hourColumns(overview({ hoursLastWeek: amounts({ 5: 100, 23: 100 }) })).map(
    ({ label }) => label,
  )
  expect([labels[0], labels.at(-1)]).toEqual(['05', '23'])
})

test('today is compared up to the last full hour', () => {
  expect(soFar(overview())).toEqual({ until: '14:00', sold: 30_000, before: 25_000, changePercent: 20 })
  expect(soFar(overview({ hoursLastWeek: amounts({ 20: 100 }) })).changePercent).toBeNull()
  expect([formatChange(6.94), formatChange(-12)]).toEqual(['+6.9\u00A0%', '−12.0\u00A0%'])
})

test('a search by time, as the list shows it, finds the sales of an hour', () => {
  expect(hourTerm(overview(), '8')).toBe('14 Nov 2026 08:')
  expect(formatWeekday(overview())).toBe('Saturday')
})

test('a day shows what was sold, how often and what it earned; the average leaves today out', () => {
  const days = [
    { day: '2026-10-31' as Day, sales: 2, tendered: bututs(30_000), revenue: bututs(700) },
    { day: '2026-11-01' as Day, sales: 1, tendered: bututs(10_001), revenue: bututs(350) },
    { day: '2026-11-14' as Day, sales: 9, tendered: bututs(900_000), revenue: bututs(9_000) },
  ]
  const columns = dayColumns(overview({ days }))
  expect(columns.map(({ label }) => label)).toEqual(['31 Oct', '1 Nov', '14 Nov'])
  expect(columns[0]).toMatchObject({
    id: '2026-10-31',
    name: 'Saturday 31 October 2026',
    height: 300,
    facts: ['GMD 300.00', '2', 'GMD 7.00'],
  })
  expect(columns.map(({ isOpen }) => isOpen)).toEqual([false, false, true])
  expect(usualDay(overview({ days }))).toBe(20_001)
  expect(usualDay(overview())).toBeNull()
})
