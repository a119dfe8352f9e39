// What the utility's errors mean, and how certain they are. They come from three layers, and only some of them prove
// that an order was not executed: the table below is the only place that says which.
import { z } from 'zod'
import type { DocumentedError, Proof } from './connection.ts'
import { optionalWords, words } from './exact-json.ts'
import type { Refused } from './outcome.ts'

/**
 * The API manager (WSO2) answers before the utility has seen anything, the application after it has looked at the
 * order. Anything in another shape comes from a framework or a proxy, and what happened behind it is unknown.
 */
type Layer = 'API manager' | 'application'

export interface ErrorRow {
  layer: Layer
  status: number
  codes: readonly string[]
  proves: Exclude<Proof, 'unknown'>
}

/** With another status the meaning of a code is unknown: 404, 408, 409 and 499 come from anywhere. */
const REFUSING = new Set([400, 402, 403, 412, 422])

/** Everything that is not in this table leaves an order unknown: 404, 408, 409, 499 and 5xx always do. */
export const certainErrors: readonly ErrorRow[] = [
  // The access token is unknown or has expired.
  { layer: 'API manager', status: 401, codes: ['900901', '900902'], proves: 'not executed' },
  // The scope of the access token does not allow the call.
  { layer: 'API manager', status: 403, codes: ['900908'], proves: 'not executed' },
  // Too many requests: of the interface, the hard limit, the resource, the application, the subscription.
  {
    layer: 'API manager',
    status: 429,
    codes: ['900800', '900801', '900802', '900803', '900804'],
    proves: 'not executed',
  },
  // The vendor's password has expired: nothing is sold before it is changed.
  { layer: 'application', status: 401, codes: ['PASSWORD_EXPIRED'], proves: 'refused' },
  {
    layer: 'application',
    status: 400,
    codes: [
      // The headers name no tenant or vendor, or the body is not an order.
      'TENANT',
      'ORIGIN',
      'ORDER',
      // The customer cannot be sold to.
      'METER_NOT_FOUND',
      'METER_INACTIVE',
      'ACCOUNT_NOT_FOUND',
      'ACCOUNT_BLOCKED',
      // The amount cannot be sold, or our account does not cover it.
      'AMOUNT_SMALL',
      'AMOUNT_LARGE',
      'VENDOR_BALANCE',
    ],
    proves: 'refused',
  },
]

/** Null: its shape is not documented. `refusals`: codes of the application that are known at this utility only. */
export function readError(
  status: number,
  text: string,
  body: unknown,
  refusals: readonly string[] = [],
): DocumentedError | null {
  const read = readManagerError(status, text, body) ?? readApplicationError(body)
  if (read === null) return null
  const isKnownHere = read.layer === 'application' && refusals.includes(read.refusal.code)
  if (isKnownHere && REFUSING.has(status)) return { ...read.refusal, proves: 'refused' }
  const row = certainErrors.find(
    ({ layer, status: its, codes }) =>
      layer === read.layer && its === status && codes.includes(read.refusal.code),
  )
  return { ...read.refusal, proves: row?.proves ?? 'unknown' }
}

interface ReadRefusal {
  layer: Layer
  refusal: Refused
}

const applicationError = z.object({ code: optionalWords, msgUser: words, msgDeveloper: optionalWords })

function readApplicationError(body: unknown): ReadRefusal | null {
  const parsed = applicationError.safeParse(body)
  if (!parsed.success) return null
  const { code, msgUser, msgDeveloper } = parsed.data
  return {
    layer: 'application',
    refusal: { kind: 'refused', code, message: msgUser, detail: msgDeveloper },
  }
}

const managerError = z.object({
  code: words.pipe(z.string().regex(/^\d{6}$/)),
  message: words,
  description: optionalWords,
  nextAccessTime: optionalWords,
})
/** Since 4.0 the error itself; before, inside an envelope, in JSON or in XML. */
const managerShapes = z.union([
  managerError,
  z.object({ fault: managerError }).transform(({ fault }) => fault),
])

function readManagerError(status: number, text: string, body: unknown): ReadRefusal | null {
  const parsed = managerShapes.safeParse(body === undefined ? { fault: readXmlFault(text) } : body)
  if (!parsed.success) return null
  const { code, message, description, nextAccessTime } = parsed.data
  const refusal: Refused = {
    kind: 'refused',
    code,
    message: explainManagerError(status, nextAccessTime),
    detail: `${code}: ${message}. ${description}`,
  }
  return { layer: 'API manager', refusal }
}

/** `<ams:fault …><ams:code>900902</ams:code><ams:message>…</ams:message>…</ams:fault>` */
function readXmlFault(text: string): Record<string, string | undefined> | null {
  if (!/^\s*(?:<\?xml[^>]*>\s*)?<(?:[a-z]+:)?fault[\s>]/.test(text)) return null
  const read = (name: string) => new RegExp(`<(?:[a-z]+:)?${name}>([^<]*)<`).exec(text)?.[1]
  return {
    code: read('code'),
    message: read('message'),
    description: read('description'),
    nextAccessTime: read('nextAccessTime'),
  }
}

/** Its own text is for programmers. */
function explainManagerError(status: number, nextAccessTime: string): string {
  if (status === 429)
    return `It takes no more requests from us at the moment. Nothing was sold; try again ${readWhen(nextAccessTime)}.`
  return status === 403
    ? 'Our account there is not allowed to do this. Nothing was sold; tell an Admin.'
    : 'Our sign-in there was not accepted. Nothing was sold; try again, and tell an Admin if it happens again.'
}

/** `2026-Nov-16 17:05:00+0000 UTC`, which is the time of The Gambia. */
function readWhen(nextAccessTime: string): string {
  const time = /^\d{4}-[A-Z][a-z]{2}-\d{2} (\d{2}:\d{2}):\d{2}\+0000/.exec(nextAccessTime)?.[1]
  return time === undefined ? 'in a minute' : `after ${time}`
}

const oauthError = z.object({ error: words, error_description: optionalWords })

/** The login answers in OAuth's format, and has nothing to do with an order. */
export function readLoginError(status: number, text: string, body: unknown): Refused | null {
  const documented = readError(status, text, body)
  if (documented !== null) return documented
  const parsed = oauthError.safeParse(body)
  if (!parsed.success) return null
  const { error: code, error_description: description } = parsed.data
  const message = description || code
  return { kind: 'refused', code, message, detail: `${code}: ${message}` }
}
