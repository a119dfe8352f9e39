// The utility's InCMS vending interface, in the dialect that NAWEC speaks: every path, header and field name of it is in
// this file and in no other, so that a real deployment corrects details here alone. Only a 4xx with the documented error
// is a refusal; whatever else is not a readable answer is unknown.
import { type Bututs, bututs } from '@flexpower/contract'
import { z } from 'zod'
import type { UtilityAccess } from '../config.ts'
import { type Answer, createExchange, type Exchange, type Timeouts, unknown } from './exchange.ts'
import type { Outcome, Refused, Unknown } from './outcome.ts'
import type { UtilityGateway, VendorInfo } from './utility.ts'

const SCOPE = 'token_public token_private'
const DEFAULT_TIMEOUTS: Timeouts = { connectMs: 5_000, headersMs: 20_000, bodyMs: 10_000, totalMs: 30_000 }

/** A token is renewed a minute before its end, or in the last tenth of a short life. */
const RENEW_EARLY_MS = 60_000
const LIFETIME_UNSTATED_MS = 5 * 60_000
const LIFETIME_MOST_MS = 24 * 60 * 60_000
const WORDS_MOST = 500

export interface IncmsOptions {
  timeouts?: Partial<Timeouts>
  /** Monotonic milliseconds, so that a corrected wall clock neither ends nor extends a token. */
  now?: () => number
}

export type Incms = UtilityGateway & { close(): Promise<void> }

interface Connection {
  access: UtilityAccess
  baseUrl: string
  /** The vendor and its user, as the login and a header name them. */
  origin: string
  exchange: Exchange
  tokens: Tokens
}

export function createIncms(access: UtilityAccess, options: IncmsOptions = {}): Incms {
  const exchange = createExchange({ ...DEFAULT_TIMEOUTS, ...options.timeouts })
  const baseUrl = access.url.replace(/\/+$/, '')
  const origin = `${access.vendorId}#${access.vendorUser}`
  const now = options.now ?? (() => performance.now())
  const tokens = createTokens(() => requestToken({ access, baseUrl, origin, exchange }), now)
  const connection: Connection = { access, baseUrl, origin, exchange, tokens }
  return {
    vendorInfo: () => ask(connection, 'venInfoVendor/1.0.1/', readVendorInfo),
    close: () => exchange.close(),
  }
}

/** A question: it may be put twice, so a token that the utility has forgotten is replaced and the question repeated. */
async function ask<T>(
  connection: Connection,
  path: string,
  read: (body: unknown) => T | null,
): Promise<Outcome<T>> {
  const { access, baseUrl, origin, exchange, tokens } = connection
  const send = (token: string) =>
    exchange.send({
      method: 'GET',
      url: `${baseUrl}/t/${encodeURIComponent(access.tenant)}/${path}`,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        'x-incms-origin-d': origin,
        'x-incms-tenant': access.tenant,
      },
    })
  let token = await tokens.take()
  if (token.kind !== 'accepted') return token
  let answer = await send(token.value)
  if (answer.kind === 'answer' && answer.status === 401) {
    tokens.drop(token.value)
    token = await tokens.take()
    if (token.kind !== 'accepted') return token
    answer = await send(token.value)
  }
  return classify(answer, read, [token.value, ...secretsOf(access)])
}

interface Tokens {
  take(): Promise<Outcome<string>>
  /** The utility no longer takes this one. */
  drop(token: string): void
}

interface GrantedToken {
  token: string
  lifetimeMs: number
}

function createTokens(grant: () => Promise<Outcome<GrantedToken>>, now: () => number): Tokens {
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
    return { kind: 'accepted', value: token }
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
      return { kind: 'accepted', value: held.token }
    },
    drop(token) {
      if (held?.token === token) held = null
    },
  }
}

async function requestToken(connection: Omit<Connection, 'tokens'>): Promise<Outcome<GrantedToken>> {
  const { access, baseUrl, origin, exchange } = connection
  const form = { grant_type: 'password', username: origin, password: access.password, scope: SCOPE }
  const answer = await exchange.send({
    method: 'POST',
    url: `${baseUrl}/token`,
    headers: {
      accept: 'application/json',
      authorization: `Basic ${basicOf(access)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(form).toString(),
  })
  return classify(answer, readToken, secretsOf(access))
}

const basicOf = (access: UtilityAccess) => Buffer.from(access.client).toString('base64')

/** In every form in which they are sent, since a refusal may quote what it refuses. */
const secretsOf = (access: UtilityAccess) => [
  access.password,
  new URLSearchParams({ '': access.password }).toString().slice(1),
  access.client.slice(access.client.indexOf(':') + 1),
  basicOf(access),
]

function classify<T>(
  answer: Answer | Unknown,
  read: (body: unknown) => T | null,
  secrets: readonly string[],
): Outcome<T> {
  if (answer.kind === 'unknown') return answer
  const { status, text } = answer
  const body = parseJson(text)
  if (status >= 400 && status < 500)
    return readRefusal(body, secrets) ?? unknown(`status ${status} without the documented error`)
  if (status < 200 || status >= 300) return unknown(`status ${status}`)
  if (body === undefined) return unknown(`status ${status} with a body that is not JSON`)
  const value = read(body)
  return value === null
    ? unknown(`status ${status} with a body that lacks the documented fields`)
    : { kind: 'accepted', value }
}

/** Numbers become the text that they were written as: tokens and amounts must not pass through floating point. */
function parseJson(text: string): unknown {
  const keepDigits = (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? (context?.source ?? String(value)) : value
  try {
    return JSON.parse(text, keepDigits)
  } catch {
    return undefined
  }
}

/** Text or a number, without the blanks that the utility pads its columns with. */
const words = z.string().trim()
const optionalWords = words.nullish().transform((value) => value ?? '')

const documentedError = z.object({ code: optionalWords, msgUser: words, msgDeveloper: optionalWords })
const oauthError = z.object({ error: words, error_description: optionalWords })

function readRefusal(body: unknown, secrets: readonly string[]): Refused | null {
  const clean = (text: string) => redact(text, secrets).slice(0, WORDS_MOST)
  const vending = documentedError.safeParse(body)
  if (vending.success) {
    const { code, msgUser, msgDeveloper } = vending.data
    return { kind: 'refused', code: clean(code), message: clean(msgUser), detail: clean(msgDeveloper) }
  }
  const login = oauthError.safeParse(body)
  if (!login.success) return null
  const code = clean(login.data.error)
  const message = clean(login.data.error_description || login.data.error)
  return { kind: 'refused', code, message, detail: `${code}: ${message}` }
}

function redact(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => (secret === '' ? rest : rest.replaceAll(secret, '[hidden]')), text)
}

const grantedToken = z.object({ access_token: words.min(1), expires_in: words.nullish() })

function readToken(body: unknown): GrantedToken | null {
  const parsed = grantedToken.safeParse(body)
  if (!parsed.success) return null
  const seconds = Number(parsed.data.expires_in ?? Number.NaN)
  const lifetimeMs = Number.isFinite(seconds) ? seconds * 1000 : LIFETIME_UNSTATED_MS
  return { token: parsed.data.access_token, lifetimeMs: Math.min(Math.max(lifetimeMs, 0), LIFETIME_MOST_MS) }
}

const vendorInfo = z.object({
  data: z.object({
    idVendor: words.min(1),
    descVendor: optionalWords,
    balance: words,
    modifiedIdVendor: z.union([z.boolean(), words]).nullish(),
  }),
})

function readVendorInfo(body: unknown): VendorInfo | null {
  const parsed = vendorInfo.safeParse(body)
  if (!parsed.success) return null
  const { idVendor, descVendor, balance: written, modifiedIdVendor } = parsed.data.data
  const balance = readMoney(written)
  if (balance === null) return null
  const vendorIdChanged = ['true', '1'].includes(String(modifiedIdVendor).toLowerCase())
  return { vendorId: idVendor, description: descVendor, balance, vendorIdChanged }
}

/**
 * A decimal to the butut, by its digits. Java writes a double from ten million upwards as `1.23456781E7` and leaves
 * noise such as `.30000000000000004`, so an exponent is understood and what lies beyond the butut is rounded away.
 */
function readMoney(written: string): Bututs | null {
  const match = /^([+-]?)(\d{1,30})(?:\.(\d{1,30}))?(?:e([+-]?\d{1,2}))?$/i.exec(written)
  if (match === null) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  const point = whole.length + Number(exponent) + 2
  const digits = `${'0'.repeat(Math.max(0, -point))}${whole}${fraction}`.padEnd(point + 1, '0')
  const cut = Math.max(0, point)
  const magnitude = Number(digits.slice(0, cut)) + ((digits[cut] ?? '0') >= '5' ? 1 : 0)
  if (!Number.isSafeInteger(magnitude)) return null
  return bututs(sign === '-' && magnitude !== 0 ? -magnitude : magnitude)
}
