// A report's rows as text, as sums and as the columns of a chart. The totals are the server's. This checks that they
// equal the rows to the butut, because people add them up.
import {
  type Answer,
  type Bututs,
  bututs,
  formatCount,
  formatDay,
  formatGmd,
  formatLongDay,
  formatTime,
  type reports,
  toDalasi,
  toDay,
  toNoon,
} from '@flexpower/contract'
import { dayAfter } from '../lib/periods.ts'
import type { ChartColumn } from '../ui/chart/ColumnChart.tsx'
import type { AskedReport } from './asked.ts'

export type Report = Answer<typeof reports.revenue>
export type ReportRow = Report['rows'][number]

/** Rows have no id on the wire, so their place in the report is used. */
export type PlacedRow = ReportRow & { place: number }

export const placed = ({ rows }: Report): PlacedRow[] => rows.map((row, place) => ({ ...row, place }))

/** RP-01: the table and the printed report have the same columns. */
export const headings = {
  at: 'Date',
  amount: 'Amount',
  cashierName: 'Cashier',
  location: 'Location',
  revenue: 'Revenue',
} as const

const sum = (rows: readonly ReportRow[], of: 'amount' | 'revenue'): Bututs =>
  bututs(rows.reduce((total, row) => total + row[of], 0))

export const totalsAgree = ({ count, sold, revenue, rows }: Report): boolean =>
  count === rows.length && sold === sum(rows, 'amount') && revenue === sum(rows, 'revenue')

/** `14 Nov 2026`, `1 Nov 2026 to 14 Nov 2026` */
export const periodText = ({ from, to }: Pick<AskedReport, 'from' | 'to'>): string =>
  from === to ? formatDay(toNoon(from)) : `${formatDay(toNoon(from))} to ${formatDay(toNoon(to))}`

export type Unit = 'Hour' | 'Day' | 'Month'

/** More columns than this cannot be read. */
const MOST_DAYS = 92

export function chooseUnit({ from, to }: Pick<AskedReport, 'from' | 'to'>): Unit {
  if (from === to) return 'Hour'
  return dayAfter(from, MOST_DAYS) > to ? 'Day' : 'Month'
}

/** One column for every hour, day or month of the period, even if nothing was sold. */
export function buildChartColumns(
  rows: readonly ReportRow[],
  asked: Pick<AskedReport, 'from' | 'to'>,
): ChartColumn[] {
  const unit = chooseUnit(asked)
  const groups = groupRows(rows, unit)
  return listKeys(unit, asked, rows).map((key) => {
    const group = groups.get(key) ?? []
    const sold = sum(group, 'amount')
    return {
      id: key,
      ...formatNames(key, unit),
      height: toDalasi(sold),
      facts: [formatGmd(sold), formatCount(group.length), formatGmd(sum(group, 'revenue'))],
    }
  })
}

/** The same order as in every column's `facts`. */
export const factNames = ['Sold', 'Transactions', 'Revenue'] as const

function groupRows(rows: readonly ReportRow[], unit: Unit): Map<string, ReportRow[]> {
  const groups = new Map<string, ReportRow[]>()
  for (const row of rows) {
    const key = buildKey(row.at, unit)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  return groups
}

function buildKey(at: Date, unit: Unit): string {
  if (unit === 'Hour') return formatTime(at).slice(0, 2)
  return unit === 'Day' ? toDay(at) : toDay(at).slice(0, 7)
}

function listKeys(
  unit: Unit,
  { from, to }: Pick<AskedReport, 'from' | 'to'>,
  rows: readonly ReportRow[],
): string[] {
  if (unit === 'Day') {
    const days = []
    for (let day = from; day <= to; day = dayAfter(day)) days.push(day)
    return days
  }
  // A period, or a day, may begin long before the first sale.
  const keys = rows.map(({ at }) => buildKey(at, unit))
  const first = keys.reduce((least, key) => (key < least ? key : least), keys[0] ?? '')
  const last = keys.reduce((most, key) => (key > most ? key : most), '')
  if (unit === 'Month') return keys.length === 0 ? [] : monthsBetween(first, last)
  const [start, end] = [Math.min(7, Number(first || 7)), Math.max(20, Number(last))]
  return Array.from({ length: end - start + 1 }, (_, index) => String(start + index).padStart(2, '0'))
}

function monthsBetween(first: string, last: string): string[] {
  const readNumber = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1
  return Array.from({ length: readNumber(last) - readNumber(first) + 1 }, (_, index) => {
    const month = readNumber(first) + index
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
  })
}

function formatNames(key: string, unit: Unit): { label: string; name: string } {
  if (unit === 'Hour')
    return { label: key, name: `${key}:00 to ${String(Number(key) + 1).padStart(2, '0')}:00` }
  const noon = toNoon((unit === 'Day' ? key : `${key}-01`) as AskedReport['from'])
  const [day = '', month = '', year = ''] = formatDay(noon).split(' ')
  if (unit === 'Day') return { label: `${day} ${month}`, name: formatLongDay(noon) }
  return { label: `${month} ${year.slice(2)}`, name: `${month} ${year}` }
}
