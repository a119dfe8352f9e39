// Which page code an address needs, found without the router: main.tsx asks for it at the same moment as for the
// router, so a poor link pays for one round trip instead of two.
import type { RouteObject } from 'react-router'

export type Load = () => Promise<unknown>

/** The lazy parts from the outermost layout to the page; empty when no route has exactly this path. */
export function firstChunks(routes: readonly RouteObject[], path: string): Load[] {
  for (const route of routes) {
    const own = typeof route.lazy === 'function' ? [route.lazy as Load] : []
    if (route.path !== undefined && covers(route.path, path)) return own
    const inner = firstChunks(route.children ?? [], path)
    if (inner.length > 0) return [...own, ...inner]
  }
  return []
}

/** Our patterns have whole segments only: fixed words and `:parameters`. */
export function covers(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.replace(/(?<=.)\/$/, '').split('/')
  return (
    wanted.length === given.length &&
    wanted.every((segment, at) => segment === given[at] || (segment.startsWith(':') && given[at] !== ''))
  )
}
