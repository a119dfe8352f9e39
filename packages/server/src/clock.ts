// The only place that asks what time it is, so that a test can hold the clock still.
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export const after = (instant: Date, milliseconds: number): Date => new Date(instant.getTime() + milliseconds)

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
