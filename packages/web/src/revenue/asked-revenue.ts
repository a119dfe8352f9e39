// What a report is about, as it is in the page's URL: a reload, a bookmark or the link in a mail shows the same again.
import {
  type Day,
  type Given,
  type Grouping,
  groupings,
  parseDay,
  PRODUCTS,
  type revenue,
} from '@flexpower/contract'
import { isPeriodName, type Period, type PeriodName, periodNamed } from '../lib/periods.ts'
import { sortCopy } from '../lib/sort-copy.ts'

export type AskedRevenue = Given<typeof revenue.report>
export type AskedStatement = Given<typeof revenue.statement>
export type Read = (name: string) => string

/** The last seven days, until something else is chosen. */
const USUAL: PeriodName = '7-days'

export const periodIn = (read: Read): PeriodName | undefined => {
  const name = read('period')
  if (isPeriodName(name)) return name
  return read('from') === '' && read('to') === '' ? USUAL : undefined
}

/** A day that is missing is the other one; days in the wrong order are turned round. */
export function daysIn(read: Read, today: Day): Period {
  const name = periodIn(read)
  if (name !== undefined) return periodNamed(name, today)
  const given = [parseDay(read('from')), parseDay(read('to'))].filter((day) => day !== null)
  const [from = today, to = from] = sortCopy(given, (one, other) => (one < other ? -1 : 1))
  return { from, to }
}

const isGrouping = (text: string): text is Grouping => Object.keys(groupings).includes(text)
const isTime = (text: string): text is AskedStatement['grouping'] => ['day', 'week', 'month'].includes(text)

export function askedIn(read: Read, today: Day): AskedRevenue {
  const by = read('by')
  const product = PRODUCTS.find((each) => each === read('product'))
  const cashier = cashierIn(read)
  const location = read('location')
  return {
    ...daysIn(read, today),
    grouping: isGrouping(by) ? by : 'day',
    ...(product && { product }),
    ...(cashier !== undefined && { cashier }),
    ...(location !== '' && { location }),
  }
}

export const cashierIn = (read: Read): number | undefined =>
  /^[1-9]\d{0,14}$/.test(read('cashier')) ? Number(read('cashier')) : undefined

export function statementIn(read: Read, today: Day): AskedStatement {
  const by = read('by')
  const cashier = cashierIn(read)
  return {
    ...daysIn(read, today),
    grouping: isTime(by) ? by : 'day',
    ...(cashier !== undefined && { cashier }),
  }
}
