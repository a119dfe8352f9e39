// The access token of an interface: requested once, stored, renewed early, one renewal at a time. The processes of an
// installation may share it, because the other side may allow one token for each user, so that a login ends the earlier
// token.
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { opaque, words } from './exact-json.ts'
import { accepted, type Outcome } from './outcome.ts'

/** A token is renewed a minute before its end, or in the last tenth of a short life. */
const RENEW_EARLY_MS = 60_000
const LIFETIME_UNSTATED_MS = 5 * 60_000
const LIFETIME_MOST_MS = 24 * 60 * 60_000
/** While another process logs in, this one checks this often whether it is done. */
const LOOK_EVERY_MS = 50

export interface GrantedToken {
  token: string
  lifetimeMs: number
}

const granted = z.object({ access_token: opaque, expires_in: words.nullish() })

/** The OAuth answer, which every dialect shares. */
export function readToken(body: unknown): GrantedToken | null {
  const parsed = granted.safeParse(body)
  if (!parsed.success) return null
  const seconds = Number(parsed.data.expires_in ?? Number.NaN)
  const lifetimeMs = Number.isFinite(seconds) ? seconds * 1000 : LIFETIME_UNSTATED_MS
  return { token: parsed.data.access_token, lifetimeMs: Math.min(Math.max(lifetimeMs, 0), LIFETIME_MOST_MS) }
}

/** Where the processes of an installation store their shared token. Every call may fail: then each logs in by itself. */
export interface TokenStore {
  /** With the rest of its life; null: none can be used. */
  read(): Promise<GrantedToken | null>
  write(granted: GrantedToken): Promise<void>
  /** Runs the work while no other process runs its own; null: another process is running it. */
  alone<T>(work: () => Promise<T>): Promise<T | null>
  /** How long this process waits for another's login. */
  patienceMs: number
}

type Grant = () => Promise<Outcome<GrantedToken>>

export interface AccessTokens {
  take(): Promise<Outcome<string>>
  /** The other side no longer accepts this one. */
  drop(token: string): void
  /** Logs in whatever is stored; the new token is used from then on. */
  replace(grant: Grant): Promise<Outcome<string>>
}

/** `now` is monotonic, so that a corrected wall clock neither ends nor extends a token. */
export function createAccessTokens(grant: Grant, now: () => number, store?: TokenStore): AccessTokens {
  let held: { token: string; renewAt: number; endsAt: number } | null = null
  /** The last one that was refused or is about to end: a stored token must be a different one. */
  let old: string | null = null
  let renewal: Promise<Outcome<string>> | null = null

  function hold({ token, lifetimeMs }: GrantedToken, askedAt: number): Outcome<string> {
    const endsAt = askedAt + lifetimeMs
    held = { token, endsAt, renewAt: endsAt - Math.min(RENEW_EARLY_MS, lifetimeMs / 10) }
    return accepted(token)
  }

  /** Null: there is only the old one. */
  async function takeOver(from: TokenStore): Promise<Outcome<string> | null> {
    const askedAt = now()
    const kept = await from.read()
    return kept === null || kept.token === old ? null : hold(kept, askedAt)
  }

  /** `isKept` ends when others can see the token, or when storing it failed: this process has it anyway. */
  async function logIn(given: Grant) {
    // Counted from before the request: their clock did not start earlier.
    const askedAt = now()
    const outcome = await given()
    if (outcome.kind !== 'accepted') return { outcome, isKept: null }
    const { token, lifetimeMs } = outcome.value
    const left = { token, lifetimeMs: lifetimeMs - (now() - askedAt) }
    return { outcome: hold(outcome.value, askedAt), isKept: store?.write(left).catch(() => {}) }
  }

  /** Checks the store first, and again when it is this process's turn; then logs in. */
  async function logInInTurn(
    given: Grant,
    look: (from: TokenStore) => Promise<Outcome<string> | null>,
  ): Promise<Outcome<string>> {
    if (store === undefined) return (await logIn(given)).outcome
    const work = async () => {
      const found = await look(store)
      if (found !== null) return found
      const { outcome, isKept } = await logIn(given)
      await isKept
      return outcome
    }
    try {
      const patience = AbortSignal.timeout(store.patienceMs)
      while (!patience.aborted) {
        const found = (await look(store)) ?? (await store.alone(work))
        if (found !== null) return found
        await sleep(LOOK_EVERY_MS)
      }
    } catch {
      // Without the store nothing can be shared: as if this process were the only one.
    }
    return (await logIn(given)).outcome
  }

  const renew = () => {
    old = held?.token ?? old
    return (renewal ??= logInInTurn(grant, takeOver).finally(() => {
      renewal = null
    }))
  }

  return {
    async take() {
      if (held === null || now() >= held.endsAt) return renew()
      // While the old token is valid, nobody waits for the new one or fails because the login is down.
      if (now() >= held.renewAt) void renew()
      return accepted(held.token)
    },
    drop(token) {
      if (held?.token !== token) return
      held = null
      old = token
    },
    replace: (given) => logInInTurn(given, async () => null),
  }
}
