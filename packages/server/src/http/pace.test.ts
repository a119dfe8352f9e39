import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whileAsking, whileWaiting } from '../runtime/place.ts'
import { createAdmission, type LaneSize } from './admission.ts'
import { createPace } from './pace.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const lane: LaneSize = {
  atOnce: 4,
  atOnceOfOneUser: 4,
  atOnceOfOneAddress: 4,
  waiting: 1_000,
  waitingOfOneUser: 100,
  heldBack: 1_000,
  allAsk: true,
  waitMs: 1_000,
}

test('a call is begun while no more have begun than were finished in the last second', async () => {
  const admission = createAdmission({ sales: lane, reading: lane, rest: lane })
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  let underWay = 0
  /** Clients that come back at once; a sale takes this long at the utility. */
  const serve = async (name: string, utilityMs: () => number): Promise<void> => {
    for (;;) {
      const visitor = { user: name, address: name, isGone: () => false }
      const sale = admission.within('sales', visitor, async () => {
        underWay += 1
        await whileAsking(() => new Promise<void>((resolve) => setTimeout(resolve, utilityMs())))
        underWay -= 1
      })
      await sale.catch(() => {})
    }
  }
  let utilityMs = 100
  for (let client = 0; client < 60; client += 1)
    void serve(`x${client}`, () => utilityMs + (client * utilityMs) / 50)
  await pass(0)
  expect(underWay).toBe(4)
  await pass(2_500)
  // Forty a second at first, so more are begun: soon everybody who comes.
  expect(underWay).toBe(60)
  utilityMs = 1_500
  await pass(30_000)
  expect(underWay).toBe(4)
})

test('a flood of calls that never reach the utility does not let more sales begin than it can take', async () => {
  const admission = createAdmission({ sales: lane, reading: lane, rest: lane })
  let underWay = 0
  const call = (name: string, work: () => Promise<void>) =>
    void admission.within('sales', { user: name, address: name, isGone: () => false }, work)
  for (let index = 0; index < 100; index += 1) {
    call(`refused ${index}`, async () => {})
    // Such as the repetition of a sale that is under way.
    call(`joins ${index}`, () => whileWaiting(async () => {}))
  }
  await vi.advanceTimersByTimeAsync(0)
  for (let index = 0; index < 60; index += 1)
    call(`sells ${index}`, () => {
      underWay += 1
      return whileAsking(() => new Promise(() => {}))
    })
  await vi.advanceTimersByTimeAsync(0)
  expect(underWay).toBe(4)
})

test('a second in which nothing ends is forgotten: what hangs keeps as many as there are places', async () => {
  const pace = createPace(4)
  expect(pace.perPlace()).toBe(1)
  for (let index = 0; index < 12; index += 1) pace.finish()
  expect(pace.perPlace()).toBe(3)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(pace.perPlace()).toBe(3)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(pace.perPlace()).toBe(1)
})
