// Named periods, as days in The Gambia, first and last day included.
import { type Day, firstOfMonth, toNoon } from '@flexpower/contract'

export interface Period {
  from: Day
  to: Day
}

const DAY_MS = 86_400_000

export const dayAfter = (day: Day, days = 1): Day =>
  new Date(toNoon(day).getTime() + days * DAY_MS).toISOString().slice(0, 10) as Day

export const namedPeriods = [
  { value: 'today', label: 'Today' },
  { value: 'yesterday', label: 'Yesterday' },
  { value: '7-days', label: '7 days' },
  { value: 'this-month', label: 'This month' },
] as const
export type PeriodName = (typeof namedPeriods)[number]['value']

export const isPeriodName = (text: string | null): text is PeriodName =>
  namedPeriods.some(({ value }) => value === text)

export function periodNamed(name: PeriodName, today: Day): Period {
  switch (name) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: dayAfter(today, -1), to: dayAfter(today, -1) }
    case '7-days':
      return { from: dayAfter(today, -6), to: today }
    case 'this-month':
      return { from: firstOfMonth(today), to: today }
  }
}
