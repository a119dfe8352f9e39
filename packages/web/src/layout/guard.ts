// Who belongs in which area, for redirects in the browser (R-07, R-26, S-14). It protects nothing: the server refuses
// every call that a role may not make.
import { isSignedIn, ownArea } from '../api/session.ts'
import { goToLogin } from '../login-state.ts'
import { type Area, areaHome, paths } from '../paths.ts'

/** What the router treats as a redirect. Made here, because importing the router's own would load it on the home page. */
const redirectTo = (path: string): Response =>
  new Response(null, { status: 302, headers: { Location: path } })

/** Where to redirect a user who may not be in this area; null for one who may. */
export function wayOut(area: Area): string | null {
  if (!isSignedIn()) return paths.login
  return area === 'admin' && ownArea() === 'cashier' ? areaHome('cashier') : null
}

/** Loader of a page for visitors: a signed-in user is redirected. */
export const visitorsOnly = (elsewhere: () => string) => (): Response | null =>
  isSignedIn() ? redirectTo(elsewhere()) : null

/**
 * Loader of the login, which is not a page of the router: the browser loads it as a new document. A signed-in user is
 * redirected.
 */
export function leaveForLogin(): Response | Promise<never> {
  if (isSignedIn()) return redirectTo(ownHome())
  goToLogin({})
  return new Promise(() => {})
}

export const ownHome = (): string => areaHome(ownArea())

export const goTo = (path: string) => (): Response => redirectTo(path)

/** Loader of a path that an area does not have: first the check whether the user belongs there, then the 404. */
export const unknownScreen = (area: Area) => (): Response => {
  const elsewhere = wayOut(area)
  if (elsewhere !== null) return redirectTo(elsewhere)
  throw new Response(null, { status: 404, statusText: 'Not Found' })
}
