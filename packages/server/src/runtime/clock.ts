// The only place that reads the time, so that a test can stop the clock.
import { type Day, toNoon } from '@flexpower/contract'

export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export const after = (instant: Date, milliseconds: number): Date => new Date(instant.getTime() + milliseconds)

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** The day's first instant in The Gambia, and the first one of the next day. */
export const startOfDay = (day: Day): Date => after(toNoon(day), -DAY_MS / 2)
export const endOfDay = (day: Day): Date => after(startOfDay(day), DAY_MS)

/**
 * Exact midnight, in any zone, means a day without a time, as some lists have it: the real time may be at the end of
 * that day.
 */
export const latestWithin = (instant: Date): Date =>
  instant.getTime() % HOUR_MS === 0 ? after(instant, DAY_MS) : instant
