// The access token of an interface: asked for once, kept, renewed early, and one renewal at a time.
import { z } from 'zod'
import { opaque, words } from './exact-json.ts'
import { accepted, type Outcome } from './outcome.ts'

/** A token is renewed a minute before its end, or in the last tenth of a short life. */
const RENEW_EARLY_MS = 60_000
const LIFETIME_UNSTATED_MS = 5 * 60_000
const LIFETIME_MOST_MS = 24 * 60 * 60_000

export interface GrantedToken {
  token: string
  lifetimeMs: number
}

const granted = z.object({ access_token: opaque, expires_in: words.nullish() })

/** The answer of OAuth, which every dialect shares. */
export function readToken(body: unknown): GrantedToken | null {
  const parsed = granted.safeParse(body)
  if (!parsed.success) return null
  const seconds = Number(parsed.data.expires_in ?? Number.NaN)
  const lifetimeMs = Number.isFinite(seconds) ? seconds * 1000 : LIFETIME_UNSTATED_MS
  return { token: parsed.data.access_token, lifetimeMs: Math.min(Math.max(lifetimeMs, 0), LIFETIME_MOST_MS) }
}

export interface AccessTokens {
  take(): Promise<Outcome<string>>
  /** The other side no longer takes this one. */
  drop(token: string): void
}

/** `now` is monotonic, so that a corrected wall clock neither ends nor extends a token. */
export function createAccessTokens(
  grant: () => Promise<Outcome<GrantedToken>>,
  now: () => number,
): AccessTokens {
  let held: { token: string; renewAt: number; endsAt: number } | null = null
  let renewal: Promise<Outcome<string>> | null = null

  async function fetchToken(): Promise<Outcome<string>> {
    // Counted from before the request: their clock started no earlier.
    const askedAt = now()
    const outcome = await grant()
    if (outcome.kind !== 'accepted') return outcome
    const { token, lifetimeMs } = outcome.value
    const endsAt = askedAt + lifetimeMs
    held = { token, endsAt, renewAt: endsAt - Math.min(RENEW_EARLY_MS, lifetimeMs / 10) }
    return accepted(token)
  }

  const renew = () =>
    (renewal ??= fetchToken().finally(() => {
      renewal = null
    }))

  return {
    async take() {
      if (held === null || now() >= held.endsAt) return renew()
      // While the old token is good nobody waits for the new one, nor fails because the login is down.
      if (now() >= held.renewAt) void renew()
      return accepted(held.token)
    },
    drop(token) {
      if (held?.token === token) held = null
    },
  }
}
