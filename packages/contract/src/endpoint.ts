// A call as data: its path, who may make it, its input and output, how it fails. The server decodes, runs and encodes;
// the browser encodes, fetches and decodes. Both use the same value, so they cannot disagree.
import * as z from 'zod/mini'
import { API_BASE } from './address.ts'
import { type Failure, type FailureName, saysFailed } from './failure.ts'
import { type Codec, toOwnNames } from './wire.ts'

/**
 * Who may call. `anyone`: all our clients, signed in or not. `staff`: Admin and Cashier, each for their own records.
 * `postpaid`: staff whose post-paid flag is set. `admin`: Admin only.
 */
export type Access = 'anyone' | 'staff' | 'postpaid' | 'admin'
/**
 * The queue of a call when there are too many: nothing else delays `sales`; `reading` is for calls that read much,
 * which wait for each other. A GET of it writes nothing: it may be answered from a replica.
 */
export type Lane = 'sales' | 'reading' | 'rest'
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface Endpoint<In = unknown, Out = unknown> {
  method: Method
  /** Below API_BASE; `{name}` is a parameter, which `request` has as a field with that wire name. */
  path: string
  /** The same path spelt right, where the specification's is misspelt: both answer. */
  preferredPath?: string
  access: Access
  lane: Lane
  request: Codec<In>
  response: Codec<Out>
  failure: FailureName
  /** The HTTP status of a success. */
  status: number
  /** With a key of the caller's own it is done once, however often it is sent. All sales are. */
  takesKey?: true
  /** The longest body of a request; missing: `limits.bodyBytes`. */
  bodyBytes?: number
}

/** The defaults, which most calls use. */
type Usual = 'status' | 'failure' | 'lane'

export function endpoint<In, Out>(
  call: Omit<Endpoint<In, Out>, Usual> & Partial<Pick<Endpoint, Usual>>,
): Endpoint<In, Out> {
  return { status: 200, failure: 'plain', lane: 'rest', ...call }
}

/** An answer that is a file and not JSON, sent as it is. */
export interface FileAnswer {
  name: string
  bytes: number
  content: unknown
}
/** The `response` of such a call: the server streams it, and the browser reads it as it arrives. */
export const file: Codec<FileAnswer> = z.custom<FileAnswer>()

export type Given<E> = E extends Endpoint<infer In> ? In : never
export type Answer<E> = E extends Endpoint<unknown, infer Out> ? Out : never

export interface CallRequest {
  method: Method
  /** Path and query, with API_BASE. */
  url: string
  body: Record<string, unknown> | null
}

const listParameters = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
/** All paths of a call, the preferred one first. */
export const listPaths = ({ path, preferredPath }: Pick<Endpoint, 'path' | 'preferredPath'>): string[] =>
  preferredPath === undefined ? [path] : [preferredPath, path]

const takesBody = (method: Method) => method === 'POST' || method === 'PUT'

/** What the caller sends. */
export function buildRequest<In>(call: Endpoint<In>, input: In): CallRequest {
  const wire = { ...(z.encode(call.request, input) as Record<string, unknown>) }
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(wire[name])
    delete wire[name]
    return encodeURIComponent(value)
  })
  const inBody = takesBody(call.method)
  const query = inBody ? '' : new URLSearchParams(wire as Record<string, string>).toString()
  return {
    method: call.method,
    url: `${API_BASE}${path}${query && `?${query}`}`,
    body: inBody ? wire : null,
  }
}

/** What the server reads, from the three parts of a request that can carry input; the path has priority. */
export function readGiven(call: Endpoint, sent: { params: unknown; query: unknown; body: unknown }): unknown {
  const carried = takesBody(call.method) ? (sent.body === undefined ? {} : sent.body) : sent.query
  if (listParameters(call.path).length === 0) return carried
  return { ...(carried as object), ...(sent.params as object) }
}

/** The server refused; `message` is for the user. */
export class CallRefused extends Error {
  override name = 'CallRefused'
  readonly status: number
  /** By our own field names. */
  readonly errors: Record<string, string[]>
  readonly apiError: string | null

  constructor(status: number, failure: Omit<Failure, 'code'>) {
    super(failure.message)
    this.status = status
    this.errors = failure.errors ?? {}
    this.apiError = failure.apiError ?? null
  }
}

/** The answer is not one that the call promises: it may be somebody else's, such as a proxy's. */
export class UnreadableAnswer extends Error {
  override name = 'UnreadableAnswer'
}

/** The decoded answer; throws CallRefused or UnreadableAnswer. */
export function readAnswer<In, Out>(call: Endpoint<In, Out>, status: number, body: unknown): Out {
  if (status !== call.status || saysFailed(body)) {
    if (status < 400 && !saysFailed(body)) throw new UnreadableAnswer('Unexpected response from server.')
    throw new CallRefused(status, readFailure(call, body))
  }
  const answer = z.safeDecode(call.response, body)
  if (!answer.success) throw new UnreadableAnswer('Unexpected response from server.')
  return answer.data
}

function readFailure({ request }: Pick<Endpoint, 'request'>, body: unknown): Omit<Failure, 'code'> {
  const { message, data, error, errors, apiError } = (body ?? {}) as Record<string, unknown>
  // AP-05, PW-01: where an answer has several texts, the specification shows `error`, then `data`.
  const text = [error, data, message].find((candidate) => typeof candidate === 'string') ?? ''
  return {
    message: text,
    ...(typeof errors === 'object' &&
      errors !== null && { errors: toOwnNames(request, errors as Record<string, string[]>) }),
    ...(typeof apiError === 'string' && { apiError }),
  }
}
