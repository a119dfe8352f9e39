// Questions and orders to the utility, whatever its dialect calls things: logs in, adds the access token, sorts answers
// into the three outcomes and watches whether the other side is alive. A question may be put twice; an order never is.
import { createAccessTokens, type GrantedToken } from './access-tokens.ts'
import { parseExact } from './exact-json.ts'
import { type Answer, createExchange, type Message, type Timeouts } from './exchange.ts'
import type { HealthMonitor, Purpose } from './health.ts'
import { accepted, type Outcome, type Refused, type Unknown, unknown } from './outcome.ts'

const WORDS_MOST = 500

export interface Dialect {
  logIn: (password: string) => Message
  readToken: (body: unknown) => GrantedToken | null
  /** Where the call goes and what it carries besides the token. */
  address: (call: Call, token: string) => Message
  /** The documented refusal in its own words, or null. */
  readRefusal: (body: unknown) => Refused | null
  /** In every form in which they are sent, since a refusal may quote what it refuses. */
  secrets: (password: string) => string[]
}

export interface Call {
  method: Message['method']
  path: string
  query?: Record<string, string>
  body?: unknown
  /** What the body holds that no log may show. */
  secrets?: string[]
}

/** Null: the documented fields are not all there. */
type Read<T> = (body: unknown) => T | Unknown | null

export interface ConnectionOptions {
  dialect: Dialect
  password: string
  health: HealthMonitor
  timeouts: { question: Timeouts; order: Timeouts }
  connections: number
  /** Monotonic milliseconds. */
  now: () => number
}

export interface Connection {
  ask: <T>(call: Call, read: Read<T>, purpose?: 'question' | 'lookup') => Promise<Outcome<T>>
  /** Sent once; again only when the utility has refused the access token before doing anything. */
  order: <T>(call: Call, read: Read<T>) => Promise<Outcome<T>>
  /** Logs in; a password that the utility takes is used from then on. */
  adopt(password: string): Promise<Outcome<null>>
  /** The password in use. */
  password(): string
  close(): Promise<void>
}

export function createConnection(options: ConnectionOptions): Connection {
  const { dialect, health, timeouts, now } = options
  const exchange = createExchange(timeouts.question.connectMs, options.connections)
  let { password } = options
  const logIn = async (given: string) => {
    const answer = await exchange.send(dialect.logIn(given), timeouts.question)
    return classify(dialect, answer, dialect.readToken, dialect.secrets(given)).outcome
  }
  const open = () => createAccessTokens(() => logIn(password), now)
  let tokens = open()

  async function call<T>(given: Call, read: Read<T>, purpose: Purpose): Promise<Sorted<T>> {
    const limits = purpose === 'order' ? timeouts.order : timeouts.question
    const send = (token: string) => exchange.send(dialect.address(given, token), limits)
    const source = tokens
    let token = await source.take()
    if (token.kind !== 'accepted') return notLoggedIn(token)
    let answer = await send(token.value)
    if (answer.kind === 'answer' && answer.status === 401) {
      source.drop(token.value)
      // Of an order only the documented refusal proves that nothing was done with it.
      const isRefusal = dialect.readRefusal(parseExact(answer.text)) !== null
      if (purpose !== 'order' || isRefusal) {
        token = await source.take()
        if (token.kind !== 'accepted') return notLoggedIn(token)
        answer = await send(token.value)
      }
    }
    return classify(dialect, answer, read, [
      token.value,
      ...dialect.secrets(password),
      ...(given.secrets ?? []),
    ])
  }

  async function watched<T>(given: Call, read: Read<T>, purpose: Purpose): Promise<Outcome<T>> {
    const refusal = health.refuse(purpose)
    if (refusal !== null) return refusal
    const startedAt = now()
    const { outcome, isAlive } = await call(given, read, purpose)
    health.report(purpose, { isAlive, tookMs: now() - startedAt })
    return outcome
  }

  return {
    ask: (given, read, purpose = 'question') => watched(given, read, purpose),
    order: (given, read) => watched(given, read, 'order'),
    async adopt(given) {
      const outcome = await logIn(given)
      if (outcome.kind !== 'accepted') return outcome
      password = given
      tokens = open()
      return accepted(null)
    },
    password: () => password,
    close: () => exchange.close(),
  }
}

interface Sorted<T> {
  outcome: Outcome<T>
  /** Somebody is there and speaks the language, whatever was said. */
  isAlive: boolean
}

/** Without a token the call itself did not leave. */
const notLoggedIn = (outcome: Refused | Unknown): Sorted<never> =>
  outcome.kind === 'unknown'
    ? { outcome: { ...outcome, sent: false }, isAlive: false }
    : { outcome, isAlive: true }

/** Only a 4xx with the documented error is a refusal; whatever else is not a readable answer is unknown. */
function classify<T>(
  dialect: Dialect,
  answer: Answer | Unknown,
  read: Read<T>,
  secrets: readonly string[],
): Sorted<T> {
  if (answer.kind === 'unknown') return { outcome: answer, isAlive: false }
  const { status, text } = answer
  const body = parseExact(text)
  const isAlive = body !== undefined && status < 500
  const lost = (reason: string): Sorted<T> => ({ outcome: unknown(`status ${status}${reason}`), isAlive })
  if (status >= 400 && status < 500) {
    const refusal = dialect.readRefusal(body)
    if (refusal === null) return lost(' without the documented error')
    return { outcome: cleaned(refusal, secrets), isAlive }
  }
  if (status < 200 || status >= 300) return lost('')
  if (body === undefined) return lost(' with a body that is not JSON')
  const value = read(body)
  if (value === null) return lost(' with a body that lacks the documented fields')
  return { outcome: isUnknown(value) ? value : accepted(value), isAlive }
}

const isUnknown = (value: unknown): value is Unknown =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'unknown'

function cleaned({ code, message, detail }: Refused, secrets: readonly string[]): Refused {
  const clean = (text: string) =>
    secrets
      .reduce((rest, secret) => (secret === '' ? rest : rest.replaceAll(secret, '[hidden]')), text)
      .slice(0, WORDS_MOST)
  return { kind: 'refused', code: clean(code), message: clean(message), detail: clean(detail) }
}
