// The only place in the simulator that reads the time, so that a test can move its clock.
export interface SimulatedClock {
  now(): Date
}

export const systemClock: SimulatedClock = { now: () => new Date() }
