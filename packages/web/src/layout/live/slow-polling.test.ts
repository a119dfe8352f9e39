import { environmentManager, onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { polling } from '../../api/hooks/use-call.ts'
import { setFollowing, slowDown } from './slow-polling.ts'

// In Node the library would not poll at all, and what asks the browser whether it is online hears no there.
beforeEach(() => {
  onlineManager.setOnline(true)
  environmentManager.setIsServer(() => false)
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

test('what hints tell is asked for slowly, what somebody waits for and what no hint tells as before', () => {
  expect(slowDown('till/wall', 10_000)).toBe(120_000)
  expect(slowDown('transactions/open', 30_000)).toBe(120_000)
  expect(slowDown('reconciliation/catch-up', 300_000)).toBe(300_000)
  expect(slowDown('transactions/open', 1_500)).toBe(1_500)
  expect(slowDown('counter', 30_000)).toBe(30_000)
  expect(slowDown('charges/list', 30_000)).toBe(30_000)
})

test('what is in view is asked for slowly while the stream is open, and as before when it is away', async () => {
  const client = new QueryClient()
  const queryFn = vi.fn<() => Promise<unknown[]>>(() => Promise.resolve([]))
  const stop = new QueryObserver(client, {
    queryKey: ['till/wall', {}],
    queryFn,
    ...polling<unknown[]>(() => 10_000),
  }).subscribe(() => {})
  const countIn = async (ms: number) => {
    queryFn.mockClear()
    await vi.advanceTimersByTimeAsync(ms)
    return queryFn.mock.calls.length
  }
  expect(await countIn(60_000)).toBeGreaterThanOrEqual(6)
  setFollowing(client, true)
  expect(await countIn(110_000)).toBe(0)
  expect(await countIn(130_000)).toBeGreaterThanOrEqual(1)
  setFollowing(client, false)
  // Not at once.
  expect(await countIn(5_000)).toBe(0)
  expect(await countIn(55_000)).toBeGreaterThanOrEqual(5)
  stop()
  client.clear()
})
