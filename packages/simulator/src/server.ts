// What the simulated interfaces share: HTTP on loopback, a record of the requests, and faults that a test or a sentinel
// requests.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Fault, misbehave, type RawFault, send } from './faults.ts'
import { PAGE_HEADERS } from './page.ts'
import type { Reply } from './reply.ts'

const HOST = '127.0.0.1'
const KEEP_ALIVE_MS = 120_000
const REQUEST_MOST_BYTES = 16 * 1024
/** For a request with thousands of orders at once. */
export const PAST_MOST_BYTES = 8 * 1024 * 1024

export interface AskedRequest {
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}

export interface ServedCall<Call> {
  /** Null for the pages, which are not part of the interface. */
  call: Call | null
  /** For a request; by default 16 KiB. */
  mostBytes?: number
  reply(asked: AskedRequest): Reply | Promise<Reply>
}

/** What a test can control of every interface. */
export interface ServerControl<Call> {
  /** The next request of this kind goes wrong; called twice, the next two. `afterwards`: when it has been done. */
  failNext(call: Call, fault: Fault, when?: 'instead' | 'afterwards'): void
  /** Every answer takes this much longer. */
  setDelay(milliseconds: number): void
  /** How many requests of this kind arrived. */
  seen(call: Call): number
}

export interface ServerOptions<Call> {
  routeOf(method: string, path: string, query: URLSearchParams): ServedCall<Call> | null
  /** In the format of the interface. */
  failureOf(status: number, message: string, path: string): Reply
  /** Exactly this one; without it the last one if it is free, or any. */
  port: number | undefined
  lastPort: number | null
  /** Where it listens; only on this machine by default. */
  host?: string | undefined
}

export interface RunningServer<Call> {
  port: number
  url: string
  control: ServerControl<Call>
  close(): Promise<void>
}

export async function serve<Call>(options: ServerOptions<Call>): Promise<RunningServer<Call>> {
  const faults = new Map<Call, { fault: Fault; when: 'instead' | 'afterwards' }[]>()
  const seen = new Map<Call, number>()
  let delayMs = 0

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Through a proxy, a request names the host too.
    const url = (request.url ?? '/').replace(/^https?:\/\/[^/?]*/, '')
    const mark = url.indexOf('?')
    const path = mark === -1 ? url : url.slice(0, mark)
    const query = new URLSearchParams(mark === -1 ? '' : url.slice(mark + 1))
    const route = options.routeOf(request.method ?? '', path, query)
    const body = await readBody(request, route?.mostBytes ?? REQUEST_MOST_BYTES)
    if (body === null)
      return send(response, readRaw(options.failureOf(413, 'The request is too large.', path)))
    if (delayMs > 0) await sleep(delayMs)
    if (route === null)
      return send(response, readRaw(options.failureOf(404, 'There is no such service.', path)))
    const fault = route.call === null ? undefined : faults.get(route.call)?.shift()
    if (route.call !== null) seen.set(route.call, (seen.get(route.call) ?? 0) + 1)
    if (fault?.when === 'instead') return misbehave(response, fault.fault)
    const reply = await route.reply({ path, query, headers: request.headers, body })
    const wrong = fault?.fault ?? reply.fault
    if (wrong === undefined) send(response, readRaw(reply))
    else misbehave(response, wrong, readRaw(reply))
  }

  const server = createServer((request, response) => {
    // If the client has gone, there is nobody to answer.
    answer(request, response).catch(() => response.destroy())
  })
  // Longer than clients keep an idle connection: none is closed at the moment when a request is written to it.
  server.keepAliveTimeout = KEEP_ALIVE_MS
  const port = await listen(server, options)
  return {
    port,
    url: `http://${HOST}:${port}`,
    control: {
      failNext(call, fault, when = 'instead') {
        const waiting = faults.get(call)
        if (waiting) waiting.push({ fault, when })
        else faults.set(call, [{ fault, when }])
      },
      setDelay(milliseconds) {
        delayMs = milliseconds
      },
      seen: (call) => seen.get(call) ?? 0,
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/**
 * No page of another site can send this without a preflight, so none can replace the record without the owner's
 * knowledge.
 */
export const isJson = ({ headers }: AskedRequest): boolean => headers['content-type'] === 'application/json'

/** Read as it comes; invalid JSON is refused by the call's schema. */
export function writeJson({ body }: AskedRequest): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** The same port after a restart keeps bookmarks and a running server's connection valid. */
async function listen(
  server: Server,
  { port, lastPort, host = HOST }: Pick<ServerOptions<never>, 'port' | 'lastPort' | 'host'>,
): Promise<number> {
  if (port !== undefined) return bind(server, port, host)
  if (lastPort === null) return bind(server, 0, host)
  try {
    return await bind(server, lastPort, host)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return bind(server, 0, host)
    throw error
  }
}

function bind(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.removeListener('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

const readRaw = ({ status, type = 'application/json', body }: Reply): RawFault => ({
  status,
  headers: type.startsWith('text/') ? { 'content-type': type, ...PAGE_HEADERS } : { 'content-type': type },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

/** Null: it is too large. Events instead of iteration, because this runs for every sale of a load test. */
function readBody(request: IncomingMessage, mostBytes: number): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= mostBytes) chunks.push(chunk)
      else resolve(null)
    })
    request.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    request.on('error', reject)
    request.on('close', () => reject(new Error('The client went away')))
  })
}
