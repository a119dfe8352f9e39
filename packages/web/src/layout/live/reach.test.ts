import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askServer, watchReach } from './reach.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A link that can die: a question then has no answer for three seconds. */
function openLink() {
  const link = { isDead: false, asked: 0, isOnline: true }
  const ask = () => {
    link.asked += 1
    return link.isDead ? new Promise<void>((_, reject) => setTimeout(reject, 3_000)) : Promise.resolve()
  }
  const reach = watchReach(ask, (isOnline) => (link.isOnline = isOnline))
  return { link, reach }
}

test('nothing is asked while signs of life come', async () => {
  const { link, reach } = openLink()
  for (let beat = 0; beat < 20; beat += 1) {
    await vi.advanceTimersByTimeAsync(4_000)
    reach.hear()
  }
  // The first question is that of a new page.
  expect(link).toEqual({ isDead: false, asked: 1, isOnline: true })
  reach.stop()
})

test('a dead link is offline within 10 seconds of the last sign of life, and its return is noticed', async () => {
  const { link, reach } = openLink()
  await vi.advanceTimersByTimeAsync(4_000)
  reach.hear()
  link.isDead = true
  await vi.advanceTimersByTimeAsync(8_000)
  expect(link.isOnline).toBe(true)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(link.isOnline).toBe(false)
  link.isDead = false
  await vi.advanceTimersByTimeAsync(5_000)
  expect(link.isOnline).toBe(true)
  reach.stop()
})

test('without a stream the questions themselves are the signs of life', async () => {
  const { link, reach } = openLink()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(link.isOnline).toBe(true)
  expect(link.asked).toBeGreaterThan(8)
  reach.stop()
})

test('a sign of life outweighs a question that was not answered', async () => {
  const { link, reach } = openLink()
  link.isDead = true
  await vi.advanceTimersByTimeAsync(6_000)
  expect(link.asked).toBe(2)
  reach.hear()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(link.isOnline).toBe(true)
  reach.stop()
})

test('a page that nobody sees asks nothing, and asks at once when it is seen again', async () => {
  const { link, reach } = openLink()
  Object.assign(document, { hidden: true })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(link.asked).toBe(1)
  Object.assign(document, { hidden: false })
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(link.asked).toBe(2)
  reach.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(link.asked).toBe(2)
})

test.each([
  ['the page of a proxy that has no server behind it', 503, '<h1>503 Service Unavailable</h1>'],
  ['a proxy’s own JSON', 503, '{"status":"unavailable"}'],
  ['the sign-in page of a Wi-Fi network', 200, '<!doctype html><title>Welcome</title>'],
])('%s is not a sign of life', async (_, status, body) => {
  vi.stubGlobal('fetch', async () => new Response(body, { status }))
  await expect(askServer()).rejects.toThrow(/JSON|Foreign answer/)
})

test('the server’s own answer is a sign of life', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ status: 'ok' }))
  await expect(askServer()).resolves.toBeUndefined()
})
