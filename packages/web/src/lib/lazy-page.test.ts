import { createElement, Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { ChunkFailure, failureText, lazyPage, lazyPart, loadChunk, partLoader } from './lazy-page.ts'

const never = new Promise<never>(() => {})
const Page = () => null
const url = new URL('http://counter/cashier/cash-power')

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
  await expect(lazyPage('Page', () => Promise.resolve({ Page }))(url)).resolves.toEqual({ Component: Page })
})

test('a part of a page that was loaded in advance is drawn at once', async () => {
  const load = partLoader(() => Promise.resolve({ Part: () => 'here' }))
  const Part = lazyPart(load, (module) => module.Part)
  const draw = () => renderToString(createElement(Suspense, { fallback: 'loading' }, createElement(Part)))
  expect(draw()).toContain('loading')
  await load()
  expect(draw()).toBe('<!--$-->here<!--/$-->')
})

test('a page is drawn with what it reads first, if that arrives soon', async () => {
  let arrive = () => {}
  const Reading = Object.assign(() => null, {
    readAhead: vi.fn<(url: URL) => Promise<void>>(() => new Promise((resolve) => (arrive = resolve))),
  })
  const ready = vi.fn<() => void>()
  const loading = lazyPage('Reading', () => Promise.resolve({ Reading }))(url).then(ready)
  await vi.waitFor(() => expect(Reading.readAhead).toHaveBeenCalledExactlyOnceWith(url))
  expect(ready).not.toHaveBeenCalled()
  arrive()
  await loading
})

test('a page does not wait long for what it reads first', async () => {
  vi.useFakeTimers()
  const Reading = Object.assign(() => null, { readAhead: () => never })
  const ready = vi.fn<() => void>()
  void lazyPage('Reading', () => Promise.resolve({ Reading }))(url).then(ready)
  await vi.advanceTimersByTimeAsync(249)
  expect(ready).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(ready).toHaveBeenCalledOnce()
  vi.useRealTimers()
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
