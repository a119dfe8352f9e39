import { bututs, type Day, type RevenueRow, type RevenueSums } from '@flexpower/contract'
import { describe, expect, test } from 'vitest'
import { askedIn, daysIn, periodIn, statementIn } from './asked-revenue.ts'
import { beforeNote, buildColumns, buildRowPath, changeText } from './revenue-rows.ts'

const today = '2026-11-14' as Day
const reader = (query: string) => (name: string) => new URLSearchParams(query).get(name) ?? ''
const sums = (tendered: number): RevenueSums => ({
  sales: 2,
  tendered: bututs(tendered),
  fees: bututs(500),
  commissions: bututs(150),
  revenue: bututs(350),
})
const row = (traits: Partial<RevenueRow>): RevenueRow => ({
  key: '2026-11-09',
  name: '9 Nov 2026 to 15 Nov 2026',
  from: '2026-11-09' as Day,
  to: '2026-11-15' as Day,
  now: sums(10_000),
  before: sums(8_000),
  ...traits,
})

describe('the URL of a report', () => {
  test('without anything is the last seven days by day', () => {
    expect(askedIn(reader(''), today)).toEqual({ from: '2026-11-08', to: today, grouping: 'day' })
    expect(periodIn(reader(''))).toBe('7-days')
  })

  test('has all that can be chosen, and ignores what nobody can choose', () => {
    const query = 'from=2026-11-01&to=2026-11-30&by=cashier&product=airtime&cashier=7&location=Bakau'
    expect(askedIn(reader(query), today)).toEqual({
      from: '2026-11-01',
      to: '2026-11-30',
      grouping: 'cashier',
      product: 'airtime',
      cashier: 7,
      location: 'Bakau',
    })
    const wrong = 'from=x&to=2026-02-30&by=toString&product=water&cashier=-1'
    expect(askedIn(reader(wrong), today)).toEqual({ from: today, to: today, grouping: 'day' })
  })

  test('with one day, or two in the wrong order, is still a period', () => {
    expect(daysIn(reader('from=2026-11-02'), today)).toEqual({ from: '2026-11-02', to: '2026-11-02' })
    expect(daysIn(reader('from=2026-11-09&to=2026-11-02'), today)).toEqual({
      from: '2026-11-02',
      to: '2026-11-09',
    })
  })

  test('a statement is by day, week or month only', () => {
    expect(statementIn(reader('by=location&cashier=7'), today)).toMatchObject({ grouping: 'day', cashier: 7 })
    expect(statementIn(reader('by=month'), today)).toMatchObject({ grouping: 'month' })
  })
})

test('a column has the height of its figure and the mark of the period before; the current one is open', () => {
  const [week, other] = buildColumns(
    [row({}), row({ key: '7', name: 'Fatou', from: null, to: null })],
    'week',
    'tendered',
    today,
  )
  expect(week).toMatchObject({ label: '9 Nov', height: 100, mark: 80, isOpen: true })
  expect(week!.facts).toEqual(['GMD 100.00', 'GMD 80.00', '2'])
  expect(other).toMatchObject({ id: '7', label: 'Fatou', isOpen: false })
  expect(buildColumns([row({})], 'month', 'revenue', today)[0]).toMatchObject({
    label: 'Nov 26',
    height: 3.5,
  })
})

test.each([
  ['month', row({}), 'from=2026-11-09&to=2026-11-15&product=airtime&by=day'],
  ['day', row({ to: '2026-11-09' as Day }), 'from=2026-11-09&to=2026-11-09&product=airtime&by=cashier'],
  [
    'cashier',
    row({ key: '7', from: null, to: null }),
    'from=2026-11-01&to=2026-11-30&product=airtime&by=day&cashier=7',
  ],
  [
    'location',
    row({ key: 'Bakau & Kotu', from: null, to: null }),
    'from=2026-11-01&to=2026-11-30&product=airtime&by=cashier&location=Bakau+%26+Kotu',
  ],
] as const)('a row of a report by %s leads one step further', (grouping, given, query) => {
  const asked = { from: '2026-11-01' as Day, to: '2026-11-30' as Day, grouping, product: 'airtime' as const }
  expect(buildRowPath(given, asked)).toBe(`/admin/revenue?${query}`)
})

test('a change is in percent, and a dash where there was nothing', () => {
  expect(changeText(sums(10_000), sums(8_000), 'tendered')).toBe('+25.0\u00A0%')
  expect(changeText(sums(10_000), sums(0), 'tendered')).toBe('–')
  expect(beforeNote(50, 100, 'GMD 1.00')).toBe('Before: GMD 1.00, −50.0\u00A0%')
  expect(beforeNote(50, 0, 'GMD 0.00')).toBe('Before: GMD 0.00')
})
