// Which page is in view, and how the next one is reached. The code of a page is loaded first; until then the current
// page and its URL stay. The last navigation wins.
import type { ComponentType } from 'react'
import { findRoute, type PathValues, type Route, type RouteMatch } from './route.ts'
import { keepScroll } from './scroll.ts'

export interface Place {
  pathname: string
  search: string
  hash: string
  /** Identifies the entry in the browser's history. */
  key: string
}

/** What is drawn: the layouts and the page, from the outside in, or the reason why it cannot be drawn. */
export interface View {
  place: Place
  values: PathValues
  parts: readonly ComponentType[]
  failure?: { error: unknown }
}

export interface RouterState {
  /** Null until the first page is loaded. */
  view: View | null
  isLoading: boolean
}

export interface NavigateOptions {
  /** In place of the current entry in the browser's history. */
  replace?: boolean
}

export interface Router {
  read: () => RouterState
  subscribe: (listener: () => void) => () => void
  /** `to` is a path, or a query such as `?day=2026-11-17` for the page in view. Resolves when the page is loaded. */
  navigate: (to: string, options?: NavigateOptions) => Promise<void>
}

/** The part of `window` that is used, so that tests can do without a browser. */
export type Browser = Pick<Window, 'location' | 'history' | 'addEventListener'>

type Change = 'push' | 'replace' | 'pop'
export type ListRoutes = (path: string) => readonly Route[] | Promise<readonly Route[]>

/** Opens the page of the browser's URL at once. */
export function createRouter(listRoutes: ListRoutes, browser: Browser = window): Router {
  let state: RouterState = { view: null, isLoading: true }
  let visits = 0
  const listeners = new Set<() => void>()

  function update(next: RouterState): void {
    state = next
    for (const tell of listeners) tell()
  }
  function show(url: URL, change: Change, view: Omit<View, 'place'>): void {
    if (change === 'push') browser.history.pushState({ key: createKey() }, '', url)
    if (change === 'replace') browser.history.replaceState({ key: createKey() }, '', url)
    const { pathname, search, hash } = url
    update({
      view: { ...view, place: { pathname, search, hash, key: readKey(browser.history.state) } },
      isLoading: false,
    })
  }
  async function open(asked: URL, change: Change): Promise<void> {
    const { view } = state
    visits += 1
    const visit = visits
    if (view) keepScroll(view.place.key)
    if (view && !view.failure && view.place.pathname === asked.pathname) {
      show(asked, change, view)
      return
    }
    update({ view, isLoading: true })
    const { url, ...next } = await load(listRoutes, asked)
    if (visit !== visits) return
    // Going back or the first page has changed the URL already; where it redirects takes its place.
    show(url, change === 'pop' && url !== asked ? 'replace' : change, next)
  }

  browser.addEventListener('popstate', () => void open(new URL(browser.location.href), 'pop'))
  void open(new URL(browser.location.href), 'pop')
  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    navigate(to, { replace = false } = {}) {
      const url = new URL(to, browser.location.href)
      // An empty query would leave its question mark in the URL.
      if (url.search === '') url.search = ''
      return open(url, replace ? 'replace' : 'push')
    },
  }
}

type Loaded = Omit<View, 'place'> & { url: URL }

/** Follows redirects, then loads the code of the page. */
async function load(listRoutes: ListRoutes, url: URL): Promise<Loaded> {
  try {
    const match = findRoute(await listRoutes(url.pathname), url.pathname)
    if (match === null) throw new Response(null, { status: 404, statusText: 'Not Found' })
    const elsewhere = (await match.route.redirect?.()) ?? null
    if (elsewhere !== null) return await load(listRoutes, new URL(elsewhere, url))
    return { url, values: match.values, parts: await loadParts(match.parts, url) }
  } catch (error) {
    return { url, values: {}, parts: [], failure: { error } }
  }
}

/** The layouts and the page together, so that a poor link needs one round trip. */
function loadParts(loads: RouteMatch['parts'], url: URL): Promise<ComponentType[]> {
  const loading = loads.map((loadPart) => loadPart(url))
  return Promise.all(
    loading.map((part, at) =>
      part.then(
        ({ Component }) => Component,
        async (error: unknown) => {
          const showInstead = (await loading[at - 1])?.Component.showInstead
          if (!showInstead) throw error
          return showInstead(error)
        },
      ),
    ),
  )
}

const FIRST_KEY = 'first'

/** An entry that we did not write, such as the first one, has no state. */
const readKey = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'key' in state ? String(state.key) : FIRST_KEY

const createKey = (): string => Math.random().toString(36).slice(2, 10)
