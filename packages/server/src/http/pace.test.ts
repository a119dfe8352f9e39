import { describe, expect, test } from 'vitest'
import { createPace } from './pace.ts'

function pace() {
  let busyMs = 0
  const seen = createPace(() => busyMs)
  /** This many a step, each of which takes the process this long. */
  const work = (steps: number, done: number, stepMs: number) => {
    for (let step = 0; step < steps; step += 1) {
      for (let each = 0; each < done; each += 1) seen.done()
      busyMs += stepMs
      seen.perSecond()
    }
  }
  return { seen, work }
}

describe('the pace of a process', () => {
  test('is not known before enough was done', () => {
    const { seen, work } = pace()
    work(3, 33, 100)
    expect(seen.perSecond()).toBeNull()
    work(1, 1, 0)
    expect(seen.perSecond()).toBeCloseTo(100 / 0.3)
  })

  test('counts busy time only, so that it is known before the process is busy all the time', () => {
    const { seen, work } = pace()
    // Twenty sales that take 50 ms together, with any idle time in between.
    work(100, 20, 50)
    expect(seen.perSecond()).toBeCloseTo(400, -1)
  })

  test('follows when the same work takes longer, and forgets what was possible before', () => {
    const { seen, work } = pace()
    work(100, 20, 50)
    work(20, 20, 200)
    expect(seen.perSecond()).toBeCloseTo(100, -1)
  })

  test('is the same for calls in bursts and for calls that come evenly', () => {
    const { seen, work } = pace()
    for (let burst = 0; burst < 10; burst += 1) {
      work(1, 200, 0)
      work(10, 0, 100)
    }
    expect(seen.perSecond()).toBeGreaterThan(150)
    expect(seen.perSecond()).toBeLessThan(270)
  })

  test('stays known while something else keeps the process busy and too few are done to measure', () => {
    const { seen, work } = pace()
    work(100, 20, 50)
    work(100, 0, 1000)
    expect(seen.perSecond()).toBeGreaterThan(0)
  })
})
