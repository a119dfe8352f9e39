import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { repeat } from './repeat.ts'

test('runs one at a time, continues after a failure, and a stop waits for the current run', async () => {
  let running = 0
  let most = 0
  let runs = 0
  const failures: unknown[] = []
  const stop = repeat({
    pauseMs: () => 1,
    run: async () => {
      running += 1
      most = Math.max(most, running)
      await wait(5)
      running -= 1
      runs += 1
      if (runs === 2) throw new Error('once')
    },
    onFailure: (error) => failures.push(error),
  })
  await vi.waitUntil(() => runs >= 4)
  await stop()
  const runsAtStop = runs
  expect(running).toBe(0)
  expect(most).toBe(1)
  expect(failures).toHaveLength(1)
  await wait(20)
  expect(runs).toBe(runsAtStop)
})

test('after a stop before the first run there is none', async () => {
  let runs = 0
  const stop = repeat({ pauseMs: () => 1, run: async () => (runs += 1), onFailure: () => {} })
  await stop()
  await wait(10)
  expect(runs).toBe(0)
})
