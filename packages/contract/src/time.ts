// Instants are Dates inside and ISO strings in UTC on the wire; a business day is a `Day`, the calendar day in The
// Gambia. The time zone is named only here, so that no machine's own zone can move a sale to another day. Its time has
// been UTC since 1912, all year, so days and times are read from UTC: to make one of the browser's formatters takes
// a slow counter as long as drawing its list.
export const TIME_ZONE = 'Africa/Banjul'

declare const dayBrand: unique symbol
/** A calendar day, `YYYY-MM-DD`. */
export type Day = string & { readonly [dayBrand]: true }

export const toDay = (instant: Date): Day => instant.toISOString().slice(0, 10) as Day

/** 0 to 23, in The Gambia's time. */
export const toHour = (instant: Date): number => instant.getUTCHours()

export const firstOfMonth = (day: Day): Day => `${day.slice(0, 8)}01` as Day

/** Null for anything that is not a real calendar day written as YYYY-MM-DD. */
export function parseDay(text: unknown): Day | null {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  // Years before year 1 exist in JavaScript and not in PostgreSQL; none is a business day.
  if (text < '1900') return null
  const instant = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(instant.getTime()) || !instant.toISOString().startsWith(text) ? null : (text as Day)
}

const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
export const MONTHS: readonly string[] =
  'January February March April May June July August September October November December'.split(' ')
const shortMonth = (month: string): string => (month === 'September' ? 'Sept' : month.slice(0, 3))

const writeDay = (instant: Date, writeMonth: (month: string) => string): string => {
  const [year = '', month, day] = toDay(instant).split('-')
  return `${Number(day)} ${writeMonth(MONTHS[Number(month) - 1] ?? '')} ${year}`
}

/** `14 Nov 2026` */
export const formatDay = (instant: Date): string => writeDay(instant, shortMonth)
/** `Saturday 14 November 2026` */
export const formatLongDay = (instant: Date): string =>
  `${WEEKDAYS[instant.getUTCDay()]} ${writeDay(instant, (month) => month)}`
/** `14:18` */
export const formatTime = (instant: Date): string => instant.toISOString().slice(11, 16)
/** Noon in The Gambia on that day: an instant that every formatter above shows as the same day. */
export const toNoon = (day: Day): Date => new Date(`${day}T12:00:00Z`)
