import { expect, test, vi } from 'vitest'
import { ChunkFailure, failureText, lazyPage, loadChunk } from './lazy-page.ts'

const never = new Promise<never>(() => {})
const Page = () => null

test('R-27 a chunk that does not arrive within 120 seconds fails as a timeout', async () => {
  vi.useFakeTimers()
  const loading = loadChunk(() => never)
  const failed = vi.fn<(error: unknown) => void>()
  loading.catch(failed)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(failed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await expect(loading).rejects.toMatchObject({ message: 'Loading chunk failed (timeout)', type: 'timeout' })
  vi.useRealTimers()
})

test('R-27 a chunk that cannot be loaded fails as missing and keeps the cause', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module')
  const failure = await loadChunk(() => Promise.reject(cause)).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ChunkFailure)
  expect(failure).toMatchObject({ message: 'Loading chunk failed (missing)', type: 'missing', cause })
})

test('a chunk in time is passed on and its timer is cancelled', async () => {
  const cancel = vi.fn<() => void>()
  await expect(
    loadChunk(
      () => Promise.resolve('module'),
      () => cancel,
    ),
  ).resolves.toBe('module')
  expect(cancel).toHaveBeenCalledOnce()
})

test('a lazy page is the named export of its module', async () => {
  await expect(lazyPage('Page', () => Promise.resolve({ Page }))()).resolves.toEqual({ Component: Page })
})

test.each([
  [{ status: 404, statusText: 'Not Found', data: null }, '404 Not Found'],
  [{ status: 500, statusText: '' }, '500'],
  [new Error('x is not a function'), 'x is not a function'],
  [new ChunkFailure('timeout'), 'Loading chunk failed (timeout)'],
  [new Error(''), 'Unknown error'],
  ['thrown text', 'Unknown error'],
  [null, 'Unknown error'],
])('R-25 the error page shows the status or the message of %o', (error, text) => {
  expect(failureText(error)).toBe(text)
})
