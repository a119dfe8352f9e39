// Days, weeks and months of a period, and the period before it. Days are calendar days in The Gambia, weeks begin on
// Monday, and nothing depends on the zone of the machine.
import { type Day, firstOfMonth, formatDay, toDay, toNoon } from '@flexpower/contract'
import { after, DAY_MS } from '../../runtime/clock.ts'

/** First and last day, both included. */
export interface Period {
  from: Day
  to: Day
}

export type Unit = 'day' | 'week' | 'month'

export const addDays = (day: Day, days: number): Day => toDay(after(toNoon(day), days * DAY_MS))

export const countDays = ({ from, to }: Period): number =>
  Math.round((toNoon(to).getTime() - toNoon(from).getTime()) / DAY_MS) + 1

/** Its Monday. */
export const firstOfWeek = (day: Day): Day => addDays(day, -((toNoon(day).getUTCDay() + 6) % 7))

const nextFirst: Record<Unit, (day: Day) => Day> = {
  day: (day) => addDays(day, 1),
  week: (day) => addDays(firstOfWeek(day), 7),
  month: (day) => firstOfMonth(addDays(firstOfMonth(day), 31)),
}

/** The days, weeks or months of a period; the first and the last one only as far as they belong to it. */
export function splitPeriod({ from, to }: Period, unit: Unit): Period[] {
  const parts: Period[] = []
  const end = addDays(to, 1)
  for (let first = from; first < end; ) {
    const next = nextFirst[unit](first)
    parts.push({ from: first, to: addDays(next < end ? next : end, -1) })
    first = next
  }
  return parts
}

/**
 * Where a day of the period, or the first day after it, is in the period before. Whole months are compared with as many
 * months before them, and everything else with as many days. A day that the shorter month lacks is its last day, so
 * parts of the period become parts of the one before, without a gap.
 */
export function shiftBefore(period: Period): (day: Day) => Day {
  if (isFirst(period.from) && isFirst(addDays(period.to, 1))) {
    const months = splitPeriod(period, 'month').length
    return (day) => subtractMonths(day, months)
  }
  const days = countDays(period)
  return (day) => addDays(day, -days)
}

export function findBefore(period: Period): Period {
  const shift = shiftBefore(period)
  return { from: shift(period.from), to: addDays(period.from, -1) }
}

const isFirst = (day: Day) => day === firstOfMonth(day)

function subtractMonths(day: Day, months: number): Day {
  let first = firstOfMonth(day)
  for (let count = 0; count < months; count += 1) first = firstOfMonth(addDays(first, -1))
  const last = addDays(nextFirst.month(first), -1)
  const same = `${first.slice(0, -2)}${day.slice(-2)}` as Day
  return same < last ? same : last
}

/** `14 Nov 2026`, `9 Nov 2026 to 15 Nov 2026` */
export const namePeriod = ({ from, to }: Period): string =>
  from === to ? formatDay(toNoon(from)) : `${formatDay(toNoon(from))} to ${formatDay(toNoon(to))}`

/** A whole month by its name, `Nov 2026`; everything else by its days. */
export function namePart(part: Period, unit: Unit): string {
  const isWhole = unit === 'month' && isFirst(part.from) && isFirst(addDays(part.to, 1))
  return isWhole ? formatDay(toNoon(part.from)).replace(/^\d+ /, '') : namePeriod(part)
}
