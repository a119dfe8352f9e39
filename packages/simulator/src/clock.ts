// The only place of the simulator that asks what time it is, so that a test can move its clock.
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
