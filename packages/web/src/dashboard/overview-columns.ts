// The overview's hours and days as the columns of a chart. Hours are in The Gambia's time.
import {
  type Bututs,
  bututs,
  formatCount,
  formatDay,
  formatGmd,
  formatLongDay,
  formatTime,
  type Overview,
  toDalasi,
  toDay,
  toNoon,
} from '@flexpower/contract'
import { changePercent } from '../lib/change.ts'
import { dayAfter } from '../lib/periods.ts'
import type { ChartColumn } from '../ui/chart/ColumnChart.tsx'

/** Opening hours of the counters. An hour outside is drawn when something was sold in it. */
const USUAL_HOURS = { first: 7, last: 20 }

const twoDigits = (value: number) => String(value).padStart(2, '0')

const readHour = ({ asOf }: Overview): number => Number(formatTime(asOf).slice(0, 2))

/** `Saturday` */
export const formatWeekday = ({ asOf }: Overview): string => formatLongDay(asOf).split(' ')[0] ?? ''

export function hourColumns(overview: Overview): ChartColumn[] {
  const { hours, hoursLastWeek } = overview
  const now = readHour(overview)
  const sold = hours.flatMap((amount, hour) => (amount > 0 || (hoursLastWeek[hour] ?? 0) > 0 ? [hour] : []))
  const first = Math.min(USUAL_HOURS.first, ...sold)
  const last = Math.max(USUAL_HOURS.last, now, ...sold)
  return hours.flatMap((amount, hour): ChartColumn[] => {
    if (hour < first || hour > last) return []
    const before = hoursLastWeek[hour] ?? bututs(0)
    return [
      {
        id: String(hour),
        label: twoDigits(hour),
        name: `${twoDigits(hour)}:00 to ${twoDigits(hour + 1)}:00`,
        height: toDalasi(amount),
        mark: toDalasi(before),
        isOpen: hour === now,
        facts: [hour > now ? 'to come' : formatGmd(amount), formatGmd(before)],
      },
    ]
  })
}

/** The search for today's sales of one hour: dates and times as the list shows them. */
export const hourTerm = ({ asOf }: Overview, hour: string): string =>
  `${formatDay(asOf)} ${hour.padStart(2, '0')}:`

export function dayColumns({ days }: Overview): ChartColumn[] {
  return days.map(({ day, sales, tendered, revenue }, index) => ({
    id: day,
    label: shortDay(day),
    name: formatLongDay(toNoon(day)),
    height: toDalasi(tendered),
    isOpen: index === days.length - 1,
    facts: [formatGmd(tendered), formatCount(sales), formatGmd(revenue)],
  }))
}

/** `14 Nov` */
const shortDay = (day: Overview['days'][number]['day']): string =>
  formatDay(toNoon(day)).split(' ').slice(0, 2).join(' ')

export interface SoFar {
  /** The last full hour. */
  until: string
  sold: Bututs
  before: Bututs
  /** Null: nothing to compare with. */
  changePercent: number | null
}

/** Today's full hours next to the same hours a week ago. The current hour is left out, because it would only look bad. */
export function soFar(overview: Overview): SoFar {
  const now = readHour(overview)
  const sum = (amounts: readonly Bututs[]) =>
    bututs(amounts.slice(0, now).reduce((total, amount) => total + amount, 0))
  const [sold, before] = [sum(overview.hours), sum(overview.hoursLastWeek)]
  return {
    until: `${twoDigits(now)}:00`,
    sold,
    before,
    changePercent: changePercent(sold, before),
  }
}

/** Only finished days: today would pull the average down until it ends. */
export function usualDay({ days, asOf }: Overview): Bututs | null {
  const over = days.filter(({ day }) => day <= dayAfter(toDay(asOf), -1))
  if (over.length === 0) return null
  return bututs(Math.round(over.reduce((total, { tendered }) => total + tendered, 0) / over.length))
}
