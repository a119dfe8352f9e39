import { bututs, type Day } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { buildTableCsv, readFileColumns } from '../list/later/list-file.ts'
import { reportColumns } from './ReportTable.tsx'
import { buildChartColumns, periodText, type ReportRow, totalsAgree, chooseUnit } from './report-rows.ts'

const reportCsv = (some: ReportRow[]) => buildTableCsv(readFileColumns(reportColumns), some)
const period = (from: string, to: string) => ({ from: from as Day, to: to as Day })
const row = (at: string, amount: number, revenue = 0): ReportRow => ({
  at: new Date(at),
  amount: bututs(amount),
  cashierName: 'Fatou Ceesay',
  location: 'Serekunda',
  revenue: bututs(revenue),
})

const rows = [
  row('2026-11-03T23:59:59Z', 10_001, 350),
  row('2026-11-01T08:15:00Z', 5_000, 140),
  row('2026-11-01T00:00:00Z', 20_000, 700),
]
const report = { count: 3, sold: bututs(35_001), revenue: bututs(1_190), rows }

test('E-07 the totals equal the rows to the butut, or they do not', () => {
  expect(totalsAgree(report)).toBe(true)
  expect(totalsAgree({ ...report, count: 2 })).toBe(false)
  expect(totalsAgree({ ...report, sold: bututs(35_000) })).toBe(false)
  expect(totalsAgree({ ...report, revenue: bututs(1_191) })).toBe(false)
})

test('a period is drawn by its days, including those without a sale, and their sum is the total', () => {
  const columns = buildChartColumns(rows, period('2026-11-01', '2026-11-04'))
  expect(columns.map(({ id, height }) => [id, height])).toEqual([
    ['2026-11-01', 250],
    ['2026-11-02', 0],
    ['2026-11-03', 100.01],
    ['2026-11-04', 0],
  ])
  expect(columns[0]).toMatchObject({
    label: '1 Nov',
    name: 'Sunday 1 November 2026',
    facts: ['GMD 250.00', '2', 'GMD 8.40'],
  })
})

test('one day is drawn by its hours, and a long period by its months', () => {
  const first = buildChartColumns([rows[1]!], period('2026-11-01', '2026-11-01')).find(
    ({ height }) => height > 0,
  )
  expect(first).toMatchObject({ id: '08', name: '08:00 to 09:00' })
  const months = buildChartColumns(
    [...rows, row('2026-08-12T10:00:00Z', 100)],
    period('1990-01-01', '2026-11-04'),
  )
  expect(months.map(({ id, label }) => [id, label])).toEqual([
    ['2026-08', 'Aug 26'],
    ['2026-09', expect.stringMatching(/^Sept? 26$/)],
    ['2026-10', 'Oct 26'],
    ['2026-11', 'Nov 26'],
  ])
  expect(buildChartColumns([], period('1990-01-01', '2026-11-04'))).toEqual([])
  expect(buildChartColumns(rows.slice(0, 1), period('2026-12-31', '2027-01-02'))).toHaveLength(3)
})

test.each([
  ['Hour', '2026-11-14', '2026-11-14'],
  ['Day', '2026-11-01', '2026-11-14'],
  ['Day', '2026-01-01', '2026-04-02'],
  ['Month', '2026-01-01', '2026-04-03'],
] as const)('by the %s from %s to %s', (unit, from, to) => {
  expect(chooseUnit(period(from, to))).toBe(unit)
})

test('C-02 RP-01 the file has the table’s columns, money as numbers', () => {
  expect(reportCsv(rows.slice(0, 1))).toBe(
    '\uFEFF"Date";"Amount";"Cashier";"Location";"Revenue"\r\n"2026-11-03 23:59";"100.01";"Fatou Ceesay";"Serekunda";"3.5"',
  )
  expect(reportCsv([])).toBe('\uFEFF"Date";"Amount";"Cashier";"Location";"Revenue"')
})

test('a period is written as people say it', () => {
  expect(periodText(period('2026-11-14', '2026-11-14'))).toBe('14 Nov 2026')
  expect(periodText(period('2026-11-01', '2026-11-14'))).toBe('1 Nov 2026 to 14 Nov 2026')
})
