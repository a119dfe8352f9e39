// Keeps who has signed in, for session.ts to read. Only the login loads it.
import { type CookieName, ENDED_KEY, forgetCookies, TOKEN_KEY } from './session.ts'

const REMEMBER_SECONDS = 30 * 24 * 60 * 60

export interface SignedIn {
  token: string
  user: { id: number; type: string; location: string; name: string }
}

/** One `name=value` per cookie, ready for document.cookie. Without Remember Me they expire with the browser session. */
export function buildCookies({ user }: SignedIn, remember: boolean): string[] {
  const values: Record<CookieName, string> = {
    user_id: String(user.id),
    user_type: user.type,
    location: user.location,
    username: user.name,
  }
  const life = remember ? `; Max-Age=${REMEMBER_SECONDS}` : ''
  return Object.entries(values).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${life}`,
  )
}

export function signIn(answer: SignedIn, remember: boolean): void {
  window.sessionStorage.removeItem(ENDED_KEY)
  window.localStorage.setItem(TOKEN_KEY, answer.token)
  for (const cookie of buildCookies(answer, remember)) document.cookie = cookie
  forgetCookies()
}
