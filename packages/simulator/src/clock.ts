// The only place of the simulator that asks what time it is, so that a test can move its clock.
export interface SimulatedClock {
  now(): Date
}

export const systemClock: SimulatedClock = { now: () => new Date() }
