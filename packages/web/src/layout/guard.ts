// Who belongs in which area, for redirects in the browser (R-07, R-26, S-14). It protects nothing: the server refuses
// every call that a role may not make.
import { isSignedIn, ownArea } from '../api/session.ts'
import { goToLogin } from '../login-state.ts'
import { type Area, areaHome, paths } from '../paths.ts'

/** Where to redirect a user who may not be in this area; null for one who may. */
export function wayOut(area: Area): string | null {
  if (!isSignedIn()) return paths.login
  return area === 'admin' && ownArea() === 'cashier' ? areaHome('cashier') : null
}

/** Redirect of a page for visitors: only a signed-in user goes elsewhere. */
export const visitorsOnly = (elsewhere: () => string) => (): string | null =>
  isSignedIn() ? elsewhere() : null

/**
 * Redirect of the login, which is not a page of the router: the browser loads it as a new document. A signed-in user
 * goes home.
 */
export function leaveForLogin(): string | Promise<never> {
  if (isSignedIn()) return ownHome()
  goToLogin({})
  return new Promise(() => {})
}

export const ownHome = (): string => areaHome(ownArea())

export const goTo = (path: string) => (): string => path

/** Redirect of a path that an area does not have: first the check whether the user belongs there, then the 404. */
export const unknownScreen = (area: Area) => (): string => {
  const elsewhere = wayOut(area)
  if (elsewhere !== null) return elsewhere
  throw new Response(null, { status: 404, statusText: 'Not Found' })
}
