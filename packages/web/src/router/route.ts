// The table of routes as data, and which route a path matches. Nothing else compares a path with a pattern.
import type { ComponentType } from 'react'

/** A layout can say what it shows in place of a page that cannot be loaded; what it throws is shown as the error. */
export type Part = ComponentType & { showInstead?: (error: unknown) => Promise<ComponentType> }

/** `url` is the page's, which the browser may not have yet. */
export type LoadPart = (url: URL) => Promise<{ Component: Part }>

export interface Route {
  /** A layout around other routes has no path. */
  path?: string
  /** Where to go instead; null to stay. What it throws is shown as the error. */
  redirect?: () => string | null | Promise<never>
  lazy?: LoadPart
  children?: readonly Route[]
}

export type PathValues = Readonly<Record<string, string>>

export interface RouteMatch {
  route: Route
  /** From the outermost layout to the page. */
  parts: readonly LoadPart[]
  values: PathValues
}

/**
 * The values of a pattern's `:parameters` in a path; null when the path does not match. A pattern has whole segments
 * only: fixed words, `:parameters`, and `*` at the end for everything below. Case does not matter, nor does a slash at
 * the end.
 */
export function readPath(pattern: string, path: string): PathValues | null {
  const wanted = pattern.split('/')
  const given = path.replace(/(?<=.)\/$/, '').split('/')
  const isOpen = wanted.at(-1) === '*'
  if (isOpen) wanted.pop()
  if (isOpen ? given.length <= wanted.length : given.length !== wanted.length) return null
  const values: Record<string, string> = {}
  for (const [at, segment] of wanted.entries()) {
    const value = given[at] ?? ''
    if (segment.startsWith(':') && value !== '') values[segment.slice(1)] = decode(value)
    else if (segment !== value.toLowerCase()) return null
  }
  return values
}

export const matchesPath = (pattern: string, path: string): boolean => readPath(pattern, path) !== null

/** The first route that the path matches. */
export function findRoute(among: readonly Route[], path: string): RouteMatch | null {
  for (const route of among) {
    const own = route.lazy ? [route.lazy] : []
    const values = route.path === undefined ? null : readPath(route.path, path)
    if (values !== null) return { route, parts: own, values }
    const inner = findRoute(route.children ?? [], path)
    if (inner !== null) return { ...inner, parts: [...own, ...inner.parts] }
  }
  return null
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Written by hand: a percent sign that begins no code.
    return text
  }
}
