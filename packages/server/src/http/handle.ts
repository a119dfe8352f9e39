// Puts the contract on the wire: for each endpoint one route that checks the client token, the session and the
// endpoint's `access`, decodes, calls the handler and encodes. Nothing reaches a handler that its codec did not accept.
import { timingSafeEqual } from 'node:crypto'
import {
  type Access,
  type Answer,
  type Api,
  API_BASE,
  asksWindow,
  CLIENT_TOKEN_HEADER,
  type Endpoint,
  endpoints,
  type EventStream,
  eventStream,
  file,
  type FileAnswer,
  type Given,
  readGiven,
  IDEMPOTENCY_HEADER,
  isList,
  LAST_EVENT_HEADER,
  limits,
  type ListEndpoint,
  listPaths,
  SESSION_TOKEN_HEADER,
  SECOND_FACTOR_FIRST,
} from '@flexpower/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import type { Caller, Context, Origin } from '../runtime/context.ts'
import type { List } from '../lists/list.ts'
import { Refusal } from '../refusal.ts'
import type { Admission } from './admission.ts'
import { sendFailure } from './failures.ts'
import { addToLog } from './log-line.ts'
import { isLocal } from './local.ts'
import { readList } from './send-list.ts'
import type { Authenticate, Visitors } from './visitors.ts'

/** What a handler knows about one call. `caller` is there exactly if the endpoint's access requires a session. */
export interface Call<E extends Endpoint = Endpoint> {
  context: Context
  input: Given<E>
  origin: Origin
  caller: E['access'] extends 'anyone' ? null : Caller
}

/** A list call returns a list, every other one its answer. */
export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => E extends ListEndpoint<infer _, infer Row> ? Promise<List<Row>> : Promise<Answer<E>>

/** A handler for every call of the contract: a missing one does not compile. */
export type Handlers = {
  [Noun in keyof Api]: {
    [Verb in keyof Api[Noun]]: Api[Noun][Verb] extends Endpoint ? Handler<Api[Noun][Verb]> : never
  }
}

/** Where a request waits for its place, whoever serves it. */
export interface Entrance {
  admission: Admission
  visitors: Visitors
}

export function serveApi(
  app: FastifyInstance,
  context: Context,
  handlers: Handlers,
  { admission, visitors }: Entrance,
): void {
  const lookUp = handlers as unknown as Record<string, Record<string, Handler<Endpoint>>>
  for (const [name, call] of endpoints) {
    const { lane } = call
    const [noun = '', verb = ''] = name.split('.')
    const handler = lookUp[noun]?.[verb]
    if (!handler) throw new Error(`No handler for ${name}`)
    const route: Omit<RouteOptions, 'url'> = {
      method: call.method,
      // It would read, or open a stream, and send it to nobody.
      exposeHeadRoute: false,
      bodyLimit: call.bodyBytes ?? limits.bodyBytes,
      errorHandler: (error, request, reply) => sendFailure(error, call, request, reply),
      handler: async (request, reply) => {
        let visitor = visitors.read(request)
        const traced = {
          traceparent: header(request, 'traceparent'),
          key: header(request, IDEMPOTENCY_HEADER),
        }
        const identify = async () => {
          requireClient(request, context.config.clientAccessToken)
          return requireAccess(call.access, request, visitors.authenticate)
        }
        const work = async () => {
          const caller = await identify()
          if (caller?.mustSetUp && !OWN_ACCOUNT.has(noun)) throw setUpFirst()
          const isWindow = isList(call) && asksWindow(request.query as object)
          const input = decode(isWindow ? call.window : call, request)
          const origin = readOrigin(request)
          return readFrom(call, context, async (source) => {
            const answer = await handler({ context: source, input, origin, caller: caller as never })
            if (isList(call)) {
              const asked = isWindow ? (input as object) : null
              return readList(call, answer as List<unknown>, asked, () => admission.goOn(lane, visitor))
            }
            if (call.response === file) return () => sendFile(reply, answer as FileAnswer)
            if (call.response === eventStream) return () => sendEvents(reply, answer as EventStream)
            const body = z.encode(call.response, answer)
            return () => reply.send(body)
          })
        }
        const admit = async () => {
          // Only this short question waits in the turn of all unknown tokens: the call itself has that of its user.
          if (visitor.isUnknown && call.access !== 'anyone') {
            await admission.within('rest', visitor, identify)
            visitor = visitors.read(request)
          }
          return admission.within(lane, visitor, work)
        }
        const send = await context.traces.request(name, traced, admit)
        // Outside: a client that reads slowly is no work of ours, and must keep nobody else waiting.
        return send(reply.status(call.status))
      },
    }
    for (const path of listPaths(call))
      app.route({ ...route, url: API_BASE + path.replaceAll(/\{(\w+)\}/g, ':$1') })
  }
}

/** Calls that read much, and change nothing, read a replica if there is one (db/replica.ts). All others read `db`. */
const readFrom = <Result>(
  { lane, method }: Endpoint,
  context: Context,
  answer: (source: Context) => Promise<Result>,
): Promise<Result> =>
  context.replica !== null && lane === 'reading' && method === 'GET'
    ? context.replica.read((db) => answer({ ...context, db }))
    : answer(context)

/** What a user who has yet to set up two-step sign-in may call. */
const OWN_ACCOUNT = new Set(['session', 'account'])

const SET_UP_FIRST =
  'Admins of this installation need two-step sign-in. Set it up under Your account first. Nothing was changed.'

const setUpFirst = () =>
  new Refusal('forbidden', SET_UP_FIRST, { errors: { [SECOND_FACTOR_FIRST]: [SET_UP_FIRST] } })

/** Streamed from the disk: the server never holds it. Names are ours, and safe in a header. */
const sendFile = (reply: FastifyReply, { name, bytes, content }: FileAnswer) =>
  reply
    .type('application/octet-stream')
    .header('content-length', String(bytes))
    .header('content-disposition', `attachment; filename="${name.replaceAll(/[^\w.-]/g, '_')}"`)
    .send(content)

/**
 * No proxy may hold events back or change them. The connection ends with the stream: kept for further requests, it would
 * delay the end of the server.
 */
const sendEvents = (reply: FastifyReply, { content }: EventStream) =>
  reply
    .type('text/event-stream')
    .headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no', connection: 'close' })
    .send(content)

const header = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

const readOrigin = (request: FastifyRequest): Origin => ({
  address: request.ip,
  isLocal: isLocal(request),
  agent: header(request, 'user-agent').slice(0, 300),
  requestId: request.id,
  note: (fields) => addToLog(request, fields),
  idempotencyKey: readIdempotencyKey(request),
  lastEventId: readLastEventId(request),
})

function readIdempotencyKey(request: FastifyRequest): string | null {
  const key = header(request, IDEMPOTENCY_HEADER)
  if (key === '') return null
  if (!/^[\x21-\x7e]{8,100}$/.test(key))
    throw new Refusal(
      'invalid',
      'The Idempotency-Key must be 8 to 100 visible characters. Nothing was changed.',
    )
  return key
}

/** One that is not ours says nothing. */
function readLastEventId(request: FastifyRequest): number | null {
  const given = header(request, LAST_EVENT_HEADER)
  return /^\d{1,15}$/.test(given) ? Number(given) : null
}

/** The token labels the client; it is compared in constant time only because it costs nothing. */
function requireClient(request: FastifyRequest, expected: string): void {
  const given = Buffer.from(header(request, CLIENT_TOKEN_HEADER))
  const wanted = Buffer.from(expected)
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
    throw new Refusal('unauthenticated', 'This client is not known here. Reload the page.')
}

async function requireAccess(
  access: Access,
  request: FastifyRequest,
  authenticate: Authenticate,
): Promise<Caller | null> {
  if (access === 'anyone') return null
  const token = header(request, SESSION_TOKEN_HEADER)
  const caller = token === '' ? null : await authenticate(token)
  if (!caller)
    throw new Refusal('unauthenticated', 'You are not signed in, or your session has ended. Sign in again.')
  addToLog(request, { user: caller.userId })
  if (access === 'admin' && caller.type !== 'Admin')
    throw new Refusal('forbidden', 'Only an Admin may do this. Nothing was changed.')
  if (access === 'postpaid' && !caller.mayTakePostpaid)
    throw new Refusal(
      'forbidden',
      'You are not allowed to take post-paid payments. An Admin can allow it on your user record.',
    )
  return caller
}

function decode(call: Endpoint, request: FastifyRequest): unknown {
  const given = readGiven(call, request)
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new Refusal('invalid', 'The request must be a JSON object. Nothing was changed.')
  requireStorable(given)
  const decoded = z.safeDecode(call.request, given)
  if (decoded.success) return decoded.data
  const errors: Record<string, string[]> = {}
  for (const { path, message } of decoded.error.issues) (errors[path.join('.')] ??= []).push(message)
  throw new Refusal('invalid', decoded.error.issues[0]?.message ?? 'The request is not valid.', { errors })
}

/** No call has this many levels; far more would overflow the stack of any code that walks them. */
const MOST_NESTED = 10

/** Nested no deeper than that, and without NUL bytes and lone surrogates: legal in JSON, impossible in PostgreSQL. */
function requireStorable(value: unknown, depth = 0): void {
  if (depth > MOST_NESTED)
    throw new Refusal('invalid', 'The request is nested too deeply. Nothing was changed.')
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
    throw new Refusal('invalid', 'The request has characters that cannot be stored. Nothing was changed.')
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    requireStorable(key, depth + 1)
    requireStorable(inner, depth + 1)
  }
}
