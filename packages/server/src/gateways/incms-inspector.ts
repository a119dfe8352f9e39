// Sends the queries of a check to the utility and reports the answers, with nothing retried or hidden. It can only ask:
// a call that might sell at any known utility is never sent, whatever the profile says.
import type { UtilityAccess } from '../config/access.ts'
import { parseExact } from './exact-json.ts'
import { type PeerAnswer, createExchange, type Message, type Timeouts } from './exchange.ts'
import { readToken } from './access-tokens.ts'
import type { GatewayCall } from './connection.ts'
import { createCalls, createDialect } from './incms-dialect.ts'
import { readError, readLoginError } from './incms-errors.ts'
import { type Profile, profiles } from './incms-profile.ts'
import type { Refused, Unknown } from './outcome.ts'

const TIMEOUTS: Timeouts = { connectMs: 5_000, headersMs: 15_000, bodyMs: 10_000, totalMs: 20_000 }

/** From the worst to the best. */
const KINDS = ['not asked', 'no answer', 'nothing there', 'no access', 'refused', 'answered'] as const

export interface Answered {
  kind: (typeof KINDS)[number]
  /** Null: there was no answer. */
  status: number | null
  /** Undefined: it is not JSON. */
  body: unknown
  /** The documented error, if it is one. */
  refusal: Refused | null
  /** What happened, as part of a sentence. */
  what: string
}

type Questions = Omit<ReturnType<typeof createCalls>, 'sell' | 'payBill' | 'changePassword' | 'resetPassword'>

export interface Inspector {
  logIn(profile: Profile): Promise<Answered>
  ask(profile: Profile, choose: (questions: Questions) => GatewayCall): Promise<Answered>
  /** Whether a second login ends the access token of the first. */
  keepsOneToken(profile: Profile): Promise<boolean>
  /** The text without passwords, access tokens and meter tokens. */
  clean(text: string): string
  close(): Promise<void>
}

export const isBetter = (one: Answered, other: Answered): boolean =>
  KINDS.indexOf(one.kind) > KINDS.indexOf(other.kind)

export function createInspector(access: UtilityAccess): Inspector {
  const exchange = createExchange(TIMEOUTS.connectMs, 1)
  /** By scope. */
  const tokens = new Map<string, string>()
  const secrets = new Set(createDialect(access, profiles.nawec).secrets(access.password))
  const send = (message: Message) => exchange.send(message, TIMEOUTS)

  async function logIn(profile: Profile): Promise<Answered> {
    const message = createDialect(access, profile).logIn(access.password)
    const answered = sort(await send(message), message.url, readLoginError)
    const granted = answered.kind === 'answered' ? readToken(answered.body) : null
    if (granted === null) return answered
    secrets.add(granted.token)
    tokens.set(profile.scope, granted.token)
    return answered
  }

  /** An access token, or why there is none. */
  async function takeToken(profile: Profile): Promise<string | Answered> {
    const answered = tokens.has(profile.scope) ? null : await logIn(profile)
    return tokens.get(profile.scope) ?? answered ?? noAnswer('the login gave no access token')
  }

  async function sendWith(profile: Profile, call: GatewayCall, token: string): Promise<Answered> {
    const message = { ...createDialect(access, profile).address(call, token), isLong: call.isLong === true }
    return sort(await send(message), message.url, readError)
  }

  async function ask(profile: Profile, choose: (questions: Questions) => GatewayCall): Promise<Answered> {
    const call = choose(createCalls(profile, access))
    if (mightSell(profile, call))
      return {
        ...noAnswer(`with the style "${profile.style}" a call of ${call.path} could be a sale`),
        kind: 'not asked',
      }
    const token = await takeToken(profile)
    if (typeof token !== 'string') return token
    const answered = await sendWith(profile, call, token)
    if (answered.status !== 401) return answered
    // Another login, of this check or of a running server, may have ended it.
    tokens.delete(profile.scope)
    const next = await takeToken(profile)
    return typeof next === 'string' ? sendWith(profile, call, next) : next
  }

  return {
    logIn,
    ask,
    async keepsOneToken(profile) {
      const first = await takeToken(profile)
      await logIn(profile)
      const { vendorInfo } = createCalls(profile, access)
      return typeof first === 'string' && (await sendWith(profile, vendorInfo, first)).status === 401
    },
    clean: (text) => hideTokens([...secrets].reduce(hide, text)),
    close: () => exchange.close(),
  }
}

const hide = (text: string, secret: string): string =>
  secret === '' ? text : text.replaceAll(secret, '[hidden]')
/** Twenty digits, in groups or not. */
const hideTokens = (text: string): string => text.replaceAll(/\d(?:[ -]?\d){19,}/g, '[hidden]')

const noAnswer = (what: string): Answered => ({
  kind: 'no answer',
  status: null,
  body: undefined,
  refusal: null,
  what,
})

/** Any version in a path counts: what sells in one may sell in another. */
const foldPath = (path: string, version: string): string =>
  path
    .split('/')
    .filter((part) => part !== '')
    .map((part) =>
      part === '{version}' || part === version || /^v?\d{1,4}(\.\d{1,4}){0,4}$/.test(part)
        ? '*'
        : part.toLowerCase(),
    )
    .join('/')

function mightSell(profile: Profile, { method, path }: GatewayCall): boolean {
  const asked = foldPath(path, profile.version)
  const selling = [profile, ...Object.values(profiles)].map(({ paths }) =>
    foldPath(paths.sell, profile.version),
  )
  return method !== 'GET' && selling.includes(asked)
}

function sort(answer: PeerAnswer | Unknown, url: string, readNo: typeof readLoginError): Answered {
  if (answer.kind === 'unknown') return noAnswer(answer.reason)
  const { status, text } = answer
  const body = parseExact(text)
  const refusal = status >= 400 && status < 500 ? readNo(status, text, body) : null
  const place = new URL(url).pathname
  const told = (kind: Answered['kind'], what: string): Answered => ({ kind, status, body, refusal, what })
  if (status >= 200 && status < 300)
    return body === undefined
      ? told(
          'no answer',
          `${place} answered with something that is not JSON; a proxy or a web page may do that`,
        )
      : told('answered', 'answered')
  // An API manager and a framework give only a number; the utility itself says what it did not find.
  const isNowhere = [404, 405].includes(status) && !/[a-z]/i.test(refusal?.code ?? '')
  if (isNowhere) return told('nothing there', `there is nothing at ${place} (status ${status})`)
  if (refusal === null) return told('no answer', `${place} answered with status ${status}`)
  const { code, message, detail } = refusal
  const words = detail.startsWith(code) ? detail : `${code}, ${message}`
  const what = `the utility refused: ${words.replace(/[.\s]+$/, '')}`
  return told(/^9\d{5}$|^invalid_scope$/.test(code) ? 'no access' : 'refused', what)
}
