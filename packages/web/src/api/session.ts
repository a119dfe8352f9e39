// Who is signed in, as far as the browser knows: the token in local storage and four cookies, which are hints for the
// screens (S-02). The server decides everything by the token alone.
import type { Area } from '../paths.ts'

export const TOKEN_KEY = 'token'
/** In the tab's session storage, which survives a reload: the user may reload before reading it on the login page. */
export const ENDED_KEY = 'session-ended'

/** How long Logout waits for the server to revoke the session before it goes home anyway. */
const REVOKE_MS = 2000

export type CookieName = 'user_id' | 'user_type' | 'location' | 'username'

export const readToken = (): string | null => window.localStorage.getItem(TOKEN_KEY)

export const isSignedIn = (): boolean => readToken() !== null

let knownCookies: string | null = null
export const forgetCookies = () => void (knownCookies = null)

/** Read once in a task: the browser asks another process for them, and every row of a list wants to know the area. */
function readCookies(): string {
  if (knownCookies === null) queueMicrotask(forgetCookies)
  return (knownCookies ??= document.cookie)
}

/** Null when there is no such cookie, for instance after the browser was closed without Remember Me. */
export function readHint(name: CookieName, cookies: string = readCookies()): string | null {
  const found = cookies.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  if (found === undefined) return null
  try {
    return decodeURIComponent(found.slice(name.length + 1))
  } catch {
    return null
  }
}

/** Every type except Cashier has the admin area (S-10, S-14). */
export const findArea = (userType: string | null): Area => (userType === 'Cashier' ? 'cashier' : 'admin')

export const ownArea = (): Area => findArea(readHint('user_type'))

/**
 * Removes all cookies of this page and all of local storage (S-06) but the theme, which belongs to the browser. What a
 * user has begun to sell stays in IndexedDB under their id (sale/later/kept-sales.ts): it is theirs when they sign in
 * again, and nobody else reads it.
 */
export function forgetSession(): void {
  const theme = window.localStorage.getItem('theme')
  for (const cookie of document.cookie.split('; ')) {
    const name = cookie.split('=')[0]
    if (name) document.cookie = `${name}=; Path=/; SameSite=Lax; Max-Age=0`
  }
  forgetCookies()
  window.localStorage.clear()
  if (theme !== null) window.localStorage.setItem('theme', theme)
}

/**
 * Forgets the session here at once and revokes it on the server, if that works within a short time: a cashier who
 * leaves the counter never waits for the network. `revoke` must have read the token when it returns.
 */
export async function signOut(revoke: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  const revoked = revoke(AbortSignal.timeout(REVOKE_MS))
  forgetSession()
  try {
    await revoked
  } catch {
    // The idle token expires on the server anyway. What counts here is that this browser has forgotten it.
  }
}

const listeners = new Set<() => void>()

/** Whether a session ended in this tab, so that any later redirect can say so. */
export const sessionEndedHere = (): boolean => window.sessionStorage.getItem(ENDED_KEY) !== null

/** What the end of the session meant for the current work; null when there was none. */
export const sessionEndText = (): string | null => window.sessionStorage.getItem(ENDED_KEY) || null

type Keeper = () => string | null
const keepers = new Set<Keeper>()

/** `keep` is called before the session is forgotten, and returns what the login page says about the current work. */
export function beforeSessionEnd(keep: Keeper): () => void {
  keepers.add(keep)
  return () => keepers.delete(keep)
}

let isEnding = false

/** For work that ends this session and then says so itself: what other calls learn of it meanwhile is ignored. */
export async function whileEnding(work: () => Promise<void>): Promise<void> {
  isEnding = true
  try {
    await work()
  } finally {
    isEnding = false
  }
}

/** The server no longer knows this session: forgets it here and notifies the screens. */
export function endSession(): void {
  if (isEnding) return
  const texts = Array.from(keepers, (keep) => keep())
  forgetSession()
  window.sessionStorage.setItem(ENDED_KEY, texts.find((text) => text !== null) ?? '')
  for (const tell of listeners) tell()
}

/** Also called when another tab has signed out. The returned function stops the listening. */
export function onSessionEnd(listener: () => void): () => void {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key === null || (event.key === TOKEN_KEY && event.newValue === null)) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', fromOtherTab)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', fromOtherTab)
  }
}
