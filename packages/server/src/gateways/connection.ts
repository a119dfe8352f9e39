// Queries and orders to another company, whatever its dialect calls things: logs in, adds the access token, sorts
// answers into the three outcomes and watches whether the other side is alive. A query may be sent twice; an order
// never.
import { type Clock, systemClock } from '../runtime/clock.ts'
import type { MeasuredExchange } from '../metrics/metrics.ts'
import { noTraces, type Traces } from '../traces/traces.ts'
import { createAccessTokens, type GrantedToken, type TokenStore } from './access-tokens.ts'
import { parseExact } from './exact-json.ts'
import { type PeerAnswer, createExchange, type Message, type Timeouts } from './exchange.ts'
import { createHealth, type HealthMonitor, type Purpose } from './health.ts'
import {
  accepted,
  isUnknown,
  mapAccepted,
  neverSent,
  type Outcome,
  type Refused,
  type Unknown,
  unknown,
} from './outcome.ts'

const WORDS_MOST = 500

export interface Dialect {
  /** The password is the secret that identifies us: a user's, or an OAuth client's. */
  logIn: (password: string) => Message
  readToken: (body: unknown) => GrantedToken | null
  /** Where the call goes and what it carries besides the token. */
  address: (call: GatewayCall, token: string) => Message
  /** Unwraps an answer that is no error, before it is read for what was asked; by default unchanged. */
  readBody?: (body: unknown) => unknown
  /** The documented error, or null. The body is undefined if the text is not JSON. */
  readError: (status: number, text: string, body: unknown) => DocumentedError | null
  readLoginError: (status: number, text: string, body: unknown) => Refused | null
  /** A 5xx which says that a system behind the other side does not answer: the other side itself is alive. */
  readOutage?: (status: number, body: unknown) => Outage | null
  /** In every form in which they are sent, because a refusal may quote what it refuses. */
  secrets: (password: string) => string[]
}

/** What an error proves about its order: that nobody looked at it, that it was refused, or nothing. */
export type Proof = 'not executed' | 'refused' | 'unknown'

export interface Outage {
  code: string
  /** For the cashier. */
  message: string
}

export interface DocumentedError extends Refused {
  proves: Proof
}

export interface GatewayCall {
  method: Message['method']
  path: string
  query?: Record<string, string>
  body?: unknown
  /** What the body contains that no log may show. */
  secrets?: string[]
  /** The answer may be a list of a whole day. */
  isLong?: boolean
}

/** Null: documented fields are missing. */
type Read<T> = (body: unknown) => T | Unknown | null

const QUESTION: Timeouts = { connectMs: 5_000, headersMs: 15_000, bodyMs: 10_000, totalMs: 15_000 }
const BREAKER = { silencesMost: 5, pauseMs: 5_000 }

/** What may differ between a real installation and a test, for any connection. */
export interface GatewayOptions {
  timeouts?: Partial<Timeouts>
  /** The time limit of an order's whole exchange. */
  orderMs?: number
  connections?: number
  /** How many silences in a row, and for how long nothing is sent then: 5 and 5 s by default. */
  breaker?: Partial<typeof BREAKER>
  clock?: Clock
  /** Monotonic milliseconds, so that a corrected wall clock neither ends nor extends a token. */
  now?: () => number
  traces?: Traces
  /** Told of every query and order. */
  onExchange?: (exchange: Omit<MeasuredExchange, 'side'>) => void
  /** Where the processes of the installation store their shared access token; without it, each has its own. */
  tokens?: TokenStore
}

export interface Peer {
  /** As the log names it: `the utility`. */
  who: string
  dialect: Dialect
  /** Those that may be right, tried in this order: before the first login, and when the one in use is refused. */
  passwords: () => Promise<readonly string[]>
  /** Unless the options say otherwise. */
  orderMs: number
  connections: number
}

export interface GatewayConnection {
  clock: Clock
  now: () => number
  health: HealthMonitor

  ask: <T>(call: GatewayCall, read: Read<T>, purpose?: 'question' | 'lookup') => Promise<Outcome<T>>
  /**
   * Sent once; again only if the other side has refused the access token before doing anything. Refused only by an
   * error that proves it, because a refusal releases money.
   */
  order: <T>(call: GatewayCall, read: Read<T>) => Promise<Outcome<T>>
  /** Sent once like an order; no money depends on it, so every documented error is a refusal. */
  change: <T>(call: GatewayCall, read: Read<T>) => Promise<Outcome<T>>
  /** Logs in; a password that the other side accepts is used from then on. */
  adopt(password: string): Promise<Outcome<null>>
  /** Logs in again and says with which password that worked. */
  password(): Promise<Outcome<string>>
  close(): Promise<void>
}

export function createConnection(peer: Peer, options: GatewayOptions): GatewayConnection {
  const { dialect } = peer
  const { clock = systemClock, now = () => performance.now(), traces = noTraces } = options
  const health = createHealth({ who: peer.who, clock, now, ...BREAKER, ...options.breaker })
  const timeouts = chooseTimeouts(peer, options)
  const exchange = createExchange(timeouts.question.connectMs, options.connections ?? peer.connections)
  const login = createLogin(async (password) => {
    const answer = await exchange.send(dialect.logIn(password), timeouts.question)
    return classify(answer, dialect.readToken, dialect.readLoginError, dialect.secrets(password)).outcome
  }, peer.passwords)
  const tokens = createAccessTokens(login.anew, now, options.tokens)

  async function call<T>(
    given: GatewayCall,
    read: Read<T>,
    purpose: Purpose,
    readNo: ReadNo,
  ): Promise<Sorted<T>> {
    const limits = purpose === 'order' ? timeouts.order : timeouts.question
    const { isLong = false } = given
    const send = (token: string) =>
      exchange.send({ ...addTrace(dialect.address(given, token), traces), isLong }, limits)
    let token = await tokens.take()
    if (token.kind !== 'accepted') return notLoggedIn(token)
    let answer = await send(token.value)
    if (answer.kind === 'answer' && answer.status === 401) {
      tokens.drop(token.value)
      const { status, text } = answer
      const isUntouched = dialect.readError(status, text, parseExact(text))?.proves === 'not executed'
      if (purpose !== 'order' || isUntouched) {
        token = await tokens.take()
        if (token.kind !== 'accepted') return notLoggedIn(token)
        answer = await send(token.value)
      }
    }
    const secrets = [token.value, ...dialect.secrets(login.password() ?? ''), ...(given.secrets ?? [])]
    const readTold: Read<T> = (body) => read(dialect.readBody ? dialect.readBody(body) : body)
    return classify(answer, readTold, readNo, secrets, dialect.readOutage)
  }

  async function watched<T>(
    given: GatewayCall,
    read: Read<T>,
    purpose: Purpose,
    readNo: ReadNo = dialect.readError,
  ): Promise<Outcome<T>> {
    const refusal = health.refuse(purpose)
    if (refusal !== null) return refusal
    const startedAt = now()
    const { outcome, isAlive } = await traces.span(`${purpose} to ${peer.who}`, {}, () =>
      call(given, read, purpose, readNo),
    )
    const tookMs = now() - startedAt
    health.report(purpose, { isAlive, tookMs })
    options.onExchange?.({ purpose, outcome: nameOutcome(outcome), ms: tookMs })
    return outcome
  }

  return {
    clock,
    now,
    health,
    ask: (given, read, purpose = 'question') => watched(given, read, purpose),
    order: (given, read) => watched(given, read, 'order', proofIn(dialect)),
    change: (given, read) => watched(given, read, 'order'),
    adopt: async (password) => mapAccepted(await tokens.replace(() => login.adopt(password)), () => null),
    password: async () => mapAccepted(await tokens.replace(login.anew), () => login.password() ?? ''),
    close: () => exchange.close(),
  }
}

function addTrace(message: Message, traces: Traces): Message {
  const traceparent = traces.traceparent()
  return traceparent === null ? message : { ...message, headers: { ...message.headers, traceparent } }
}

const nameOutcome = (outcome: Outcome<unknown>): MeasuredExchange['outcome'] =>
  outcome.kind === 'unknown' && !outcome.sent ? 'not sent' : outcome.kind

function chooseTimeouts(peer: Peer, { timeouts, orderMs }: GatewayOptions) {
  const question = { ...QUESTION, ...timeouts }
  const totalMs = orderMs ?? timeouts?.totalMs ?? peer.orderMs
  return { question, order: { ...question, headersMs: timeouts?.headersMs ?? totalMs, totalMs } }
}

/** Finds the right password by logging in. */
function createLogin(
  logIn: (password: string) => Promise<Outcome<GrantedToken>>,
  passwords: Peer['passwords'],
) {
  /** The one that worked last. */
  let password: string | null = null

  async function adopt(given: string): Promise<Outcome<GrantedToken>> {
    const outcome = await logIn(given)
    if (outcome.kind === 'accepted') password = given
    return outcome
  }

  /** Another process may have changed the password meanwhile: the stored ones are read only if ours fails. */
  async function anew(): Promise<Outcome<GrantedToken>> {
    const used = password
    let outcome: Outcome<GrantedToken> =
      used === null ? neverSent('there is no password to log in with') : await logIn(used)
    if (used !== null && outcome.kind !== 'refused') return outcome
    const kept = await passwords().catch(() => null)
    if (kept === null) return neverSent('the password could not be read where it is kept')
    for (const given of new Set(kept)) {
      if (given === used) continue
      outcome = await adopt(given)
      if (outcome.kind !== 'refused') break
    }
    return outcome
  }

  return { anew, adopt, password: () => password }
}

interface Sorted<T> {
  outcome: Outcome<T>
  /** The other side answered in its own format, whatever it said. */
  isAlive: boolean
}

/** Without a token the call itself was not sent. */
const notLoggedIn = (outcome: Refused | Unknown): Sorted<never> =>
  outcome.kind === 'unknown'
    ? { outcome: { ...outcome, sent: false }, isAlive: false }
    : { outcome, isAlive: true }

type ReadNo = Dialect['readLoginError']

/** The errors that count as a refusal of an order. */
const proofIn =
  (dialect: Dialect): ReadNo =>
  (...answer) => {
    const error = dialect.readError(...answer)
    return error === null || error.proves === 'unknown' ? null : error
  }

/** Only a 4xx with an error that counts is a refusal; any other unreadable answer is unknown. */
function classify<T>(
  answer: PeerAnswer | Unknown,
  read: Read<T>,
  readNo: ReadNo,
  secrets: readonly string[],
  readOutage?: Dialect['readOutage'],
): Sorted<T> {
  if (answer.kind === 'unknown') return { outcome: answer, isAlive: false }
  const { status, text } = answer
  const body = parseExact(text)
  const isAlive = body !== undefined && status < 500
  const lost = (reason: string): Sorted<T> => ({ outcome: unknown(`status ${status}${reason}`), isAlive })
  if (status >= 400 && status < 500) {
    const refusal = readNo(status, text, body)
    if (refusal === null) return lost(' without an error that says what happened')
    return { outcome: cleaned(refusal, secrets), isAlive: true }
  }
  const outage = status >= 500 ? readOutage?.(status, body) : null
  if (outage) {
    const { code, message } = outage
    return { outcome: { ...unknown(`status ${status} ${code}`), message }, isAlive: true }
  }
  if (status < 200 || status >= 300) return lost('')
  if (body === undefined) return lost(' with a body that is not JSON')
  const value = read(body)
  if (value === null) return lost(' with a body that lacks the documented fields')
  return { outcome: isUnknown(value) ? value : accepted(value), isAlive }
}

function cleaned({ code, message, detail }: Refused, secrets: readonly string[]): Refused {
  const clean = (text: string) =>
    secrets
      .reduce((rest, secret) => (secret === '' ? rest : rest.replaceAll(secret, '[hidden]')), text)
      .slice(0, WORDS_MOST)
  return { kind: 'refused', code: clean(code), message: clean(message), detail: clean(detail) }
}
