// Which addresses have a page, for the server: it answers 404 to all others. An area counts as a whole, for only the browser knows
// who is in it; what the area lacks, its own router tells.
import { covers } from './lib/first-chunks.ts'
import { isInArea, paths } from './paths.ts'

const demoOnly: ReadonlySet<string> = new Set([paths.outbox, paths.styleSheet])
const outside = Object.values(paths).filter((path) => typeof path === 'string')

/** Capitals do not count, as for the browser's router. */
export function hasPage(address: string, isDemo: boolean): boolean {
  const path = address.toLowerCase()
  if (isInArea('admin', path) || isInArea('cashier', path)) return true
  return outside.some((pattern) => covers(pattern, path) && (isDemo || !demoOnly.has(pattern)))
}
