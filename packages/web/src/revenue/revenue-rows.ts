// The rows of a report as the columns of a chart and of a table, and where each of them leads.
import {
  type Bututs,
  formatCount,
  formatDay,
  formatGmd,
  type Grouping,
  type RevenueRow,
  type RevenueSums,
  toDalasi,
  toNoon,
} from '@flexpower/contract'
import { changePercent, formatChange } from '../lib/change.ts'
import { paths } from '../paths.ts'
import type { ChartColumn } from '../ui/chart/ColumnChart.tsx'
import type { AskedRevenue } from './asked-revenue.ts'

/** What the chart shows. */
export const figures = [
  { value: 'revenue', label: 'Revenue' },
  { value: 'tendered', label: 'Sold' },
  { value: 'commissions', label: 'Commission' },
] as const
export type Figure = (typeof figures)[number]['value']

/** More columns than this cannot be read. */
export const MOST_COLUMNS = 92

export const factNames = ['Now', 'Before', 'Sales'] as const

export const buildColumns = (
  rows: readonly RevenueRow[],
  grouping: Grouping,
  figure: Figure,
  today: string,
): ChartColumn[] =>
  rows.map(({ key, name, from, to, now, before }) => ({
    id: key,
    label: from === null ? name : shortLabel(from, grouping),
    name,
    height: toDalasi(now[figure]),
    mark: toDalasi(before[figure]),
    isOpen: from !== null && to !== null && from <= today && today <= to,
    facts: [formatGmd(now[figure]), formatGmd(before[figure]), formatCount(now.sales)],
  }))

/** `14 Nov`, `Nov 26` */
function shortLabel(from: NonNullable<RevenueRow['from']>, grouping: Grouping): string {
  const [day = '', month = '', year = ''] = formatDay(toNoon(from)).split(' ')
  return grouping === 'month' ? `${month} ${year.slice(2)}` : `${day} ${month}`
}

/** `+6.9 %`; a dash where there is nothing to compare with. */
export function changeText(now: RevenueSums, before: RevenueSums, figure: Figure): string {
  const percent = changePercent(now[figure], before[figure])
  return percent === null ? '–' : formatChange(percent)
}

export const beforeNote = (now: Bututs | number, before: Bututs | number, text: string): string => {
  const percent = changePercent(now, before)
  return percent === null ? `Before: ${text}` : `Before: ${text}, ${formatChange(percent)}`
}

/** One step further into a row: a month by its days, a day by its cashiers, a location by its cashiers. */
export function buildRowPath(row: RevenueRow, asked: AskedRevenue): string {
  const { grouping, ...others } = asked
  const next: Record<string, string | number | null | undefined> =
    row.from === null
      ? grouping === 'cashier'
        ? { ...others, by: 'day', cashier: row.key }
        : { ...others, by: 'cashier', location: row.key }
      : { ...others, by: grouping === 'day' ? 'cashier' : 'day', from: row.from, to: row.to }
  const query = new URLSearchParams(
    Object.entries(next).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
  return `${paths.admin.revenue}?${query}`
}
