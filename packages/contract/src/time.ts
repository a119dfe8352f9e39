// Instants are Dates inside and ISO strings in UTC on the wire; a business day is a `Day`, the calendar day in The
// Gambia. The time zone is named only here, so that no machine's own zone can move a sale to another day.
export const TIME_ZONE = 'Africa/Banjul'

declare const dayBrand: unique symbol
/** A calendar day, `YYYY-MM-DD`. */
export type Day = string & { readonly [dayBrand]: true }

const dayParts = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE, dateStyle: 'short' })

export const toDay = (instant: Date): Day => dayParts.format(instant) as Day

const hourParts = new Intl.DateTimeFormat('en-GB', { timeZone: TIME_ZONE, hour: '2-digit', hourCycle: 'h23' })

/** 0 to 23, in The Gambia's time. */
export const toHour = (instant: Date): number => Number(hourParts.format(instant))

export const firstOfMonth = (day: Day): Day => `${day.slice(0, 8)}01` as Day

/** Null for anything that is not a real calendar day written as YYYY-MM-DD. */
export function parseDay(text: unknown): Day | null {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  // Years before year 1 exist in JavaScript and not in PostgreSQL; none is a business day.
  if (text < '1900') return null
  const instant = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(instant.getTime()) || !instant.toISOString().startsWith(text) ? null : (text as Day)
}

const shownDay = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
const shownTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
})
const shownLongDay = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** `14 Nov 2026` */
export const formatDay = (instant: Date): string => shownDay.format(instant)
/** `Saturday 14 November 2026` */
export const formatLongDay = (instant: Date): string => shownLongDay.format(instant).replace(',', '')
/** `14:18` */
export const formatTime = (instant: Date): string => shownTime.format(instant)
/** Noon in The Gambia on that day: an instant that every formatter above shows as the same day. */
export const toNoon = (day: Day): Date => new Date(`${day}T12:00:00Z`)
