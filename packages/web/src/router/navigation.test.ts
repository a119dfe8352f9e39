import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Browser, createRouter, type Router } from './navigation.ts'
import type { Route } from './route.ts'

/** The history of a browser tab, as far as the router uses it. */
function openTab(path: string) {
  const entries = [{ url: new URL(path, 'http://counter'), state: null as unknown }]
  let at = 0
  let onPop = () => {}
  const current = () => entries[at]!
  const browser = {
    get location() {
      return current().url
    },
    history: {
      get state() {
        return current().state
      },
      pushState(state: unknown, _: string, url: URL) {
        at += 1
        entries.splice(at, entries.length, { url, state })
      },
      replaceState(state: unknown, _: string, url: URL) {
        entries[at] = { url, state }
      },
    },
    addEventListener: (_: string, listener: () => void) => (onPop = listener),
  }
  return {
    browser: browser as unknown as Browser,
    paths: () => entries.map(({ url }) => url.href.slice(url.origin.length)),
    back() {
      at -= 1
      onPop()
    },
  }
}

const Report = () => null
const Users = () => null
const Area = () => null
const load = (Component: () => null) => () => Promise.resolve({ Component })
let arriveSlowly: () => void
const slow = new Promise<void>((resolve) => (arriveSlowly = resolve))
const routes: Route[] = [
  { path: '/', redirect: () => '/report' },
  {
    lazy: load(Area),
    children: [
      { path: '/report', lazy: load(Report) },
      { path: '/users/:id', lazy: load(Users) },
      { path: '/slow', lazy: () => slow.then(load(Users)) },
      { path: '/broken', lazy: () => Promise.reject(new Error('Loading chunk failed (missing)')) },
    ],
  },
]

beforeEach(() => vi.stubGlobal('window', { scrollY: 0, sessionStorage: { getItem: () => null } }))
afterEach(() => vi.unstubAllGlobals())

async function start(path: string) {
  const tab = openTab(path)
  const router = createRouter(() => routes, tab.browser)
  await expect.poll(() => router.read().isLoading).toBe(false)
  return { ...tab, router }
}
const at = (router: Router) => router.read().view?.place.pathname

test('the first page is drawn in its layout', async () => {
  const { router } = await start('/users/17?tab=acts')
  expect(router.read().view).toMatchObject({
    parts: [Area, Users],
    values: { id: '17' },
    place: { pathname: '/users/17', search: '?tab=acts' },
  })
})

test('a redirect of the first page takes its place in the history', async () => {
  const { router, paths } = await start('/')
  expect(at(router)).toBe('/report')
  expect(paths()).toEqual(['/report'])
})

test('the page in view and the URL stay until the next page is loaded', async () => {
  const { router, paths } = await start('/report')
  const arrived = router.navigate('/slow')
  expect(router.read().isLoading).toBe(true)
  expect(at(router)).toBe('/report')
  expect(paths()).toEqual(['/report'])
  arriveSlowly()
  await arrived
  expect(router.read().isLoading).toBe(false)
  expect(at(router)).toBe('/slow')
  expect(paths()).toEqual(['/report', '/slow'])
})

test('the last of two navigations wins', async () => {
  const { router, paths } = await start('/report')
  await Promise.all([router.navigate('/users/1'), router.navigate('/users/2')])
  expect(paths()).toEqual(['/report', '/users/2'])
})

test('a change of the query keeps the page and is there at once', async () => {
  const { router, paths } = await start('/report')
  const parts = router.read().view?.parts
  void router.navigate('?search=bah', { replace: true })
  expect(router.read().view?.place.search).toBe('?search=bah')
  expect(router.read().view?.parts).toBe(parts)
  expect(paths()).toEqual(['/report?search=bah'])
})

test('a query without anything in it leaves no question mark in the URL', async () => {
  const tab = openTab('/report?day=2026-11-17')
  const router = createRouter(() => routes, tab.browser)
  await vi.waitFor(() => expect(router.read().view).not.toBeNull())
  await router.navigate('?', { replace: true })
  expect(tab.paths()).toEqual(['/report'])
})

test('going back shows the page before, with its key', async () => {
  const { router, back } = await start('/report')
  const key = router.read().view?.place.key
  await router.navigate('/users/1')
  expect(router.read().view?.place.key).not.toBe(key)
  back()
  await expect.poll(() => at(router)).toBe('/report')
  expect(router.read().view?.place.key).toBe(key)
})

test('R-25 a path without a page is not found', async () => {
  const { router } = await start('/nowhere')
  expect(router.read().view?.failure?.error).toMatchObject({ status: 404, statusText: 'Not Found' })
})

test('R-27 a page that cannot be loaded is a failure at its own URL', async () => {
  const { router, paths } = await start('/report')
  await router.navigate('/broken')
  expect(router.read().view?.failure?.error).toEqual(new Error('Loading chunk failed (missing)'))
  expect(paths()).toEqual(['/report', '/broken'])
})

test('a layout can show something else in place of a page that cannot be loaded', async () => {
  const Instead = () => null
  const Frame = Object.assign(() => null, { showInstead: () => Promise.resolve(Instead) })
  const broken: Route[] = [
    {
      lazy: () => Promise.resolve({ Component: Frame }),
      children: [{ path: '/broken', lazy: () => Promise.reject(new Error('missing')) }],
    },
  ]
  const tab = openTab('/broken')
  const router = createRouter(() => broken, tab.browser)
  await expect.poll(() => router.read().isLoading).toBe(false)
  expect(router.read().view?.parts).toEqual([Frame, Instead])
  expect(router.read().view?.failure).toBeUndefined()
})
