// The access token of the utility's interface: asked for once, kept, renewed early, and one renewal at a time.
import { accepted, type Outcome } from './outcome.ts'

/** A token is renewed a minute before its end, or in the last tenth of a short life. */
const RENEW_EARLY_MS = 60_000

export interface GrantedToken {
  token: string
  lifetimeMs: number
}

export interface AccessTokens {
  take(): Promise<Outcome<string>>
  /** The utility no longer takes this one. */
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
    // Counted from before the request: the utility's clock started no earlier.
    const askedAt = now()
    const granted = await grant()
    if (granted.kind !== 'accepted') return granted
    const { token, lifetimeMs } = granted.value
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
