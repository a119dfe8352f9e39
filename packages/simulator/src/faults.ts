// The ways in which the utility misbehaves when a test or a sentinel meter requests it. Each answers one request, and
// leaves no timer behind once the connection is gone.
import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'

export const HUGE_BYTES = 10 * 1024 * 1024
const TRICKLE_MS = 50
const BYTE_MS = 1000
const SLOW_MS = 3000
/** Long enough for a client to send its next request on the same connection. */
const DUPLICATE_OPEN_MS = 1000

/** An answer written byte for byte by the test. */
export interface RawFault {
  status: number
  headers?: Record<string, string>
  body: string
  /** Held for this long before it is sent. */
  afterMs?: number
}

/** The name of each is the key in the table below. */
export type Fault = keyof typeof faults | RawFault

/** What would have been answered: the real answer if there is one, otherwise the beginning of one. */
const CANNED: RawFault = { status: 200, body: '{"data":{"idVendor":"100200","balance":1}}' }

const faults = {
  'no answer': () => undefined,
  reset: (response) => response.socket?.resetAndDestroy(),
  'reset mid-body': (response, real) => writeHalf(response, real, () => response.socket?.resetAndDestroy()),
  'silence mid-body': (response, real) => writeHalf(response, real, () => undefined),
  'server error': (response) =>
    send(response, {
      status: 500,
      body: '{"code":"500","msgUser":"Internal error","msgDeveloper":"ORA-00060"}',
    }),
  html: (response) =>
    send(response, {
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '<!doctype html><title>Maintenance</title><p>Back soon.',
    }),
  'truncated json': (response, { status, body }) => send(response, { status, body: half(body) }),
  'huge body': (response) => send(response, { status: 200, body: `{"data":"${'x'.repeat(HUGE_BYTES)}"}` }),
  'gzip bomb': (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    response.end(gzipSync(Buffer.alloc(HUGE_BYTES, ' ')))
  },
  /** To the same address: a client that follows it succeeds, and is detected. */
  redirect: (response) => {
    response.writeHead(307, { location: response.req.url ?? '/' })
    response.end()
  },
  /** Never silent for long, so that only a limit on the whole ends it. */
  trickle: (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const timer = setInterval(() => response.write(' '), TRICKLE_MS)
    response.on('close', () => clearInterval(timer))
  },
  'one byte a second': (response, { status, body }) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    const bytes = Buffer.from(body)
    let sent = 0
    const timer = setInterval(() => {
      response.write(bytes.subarray(sent, ++sent))
      if (sent === bytes.length) response.end()
    }, BYTE_MS)
    response.on('close', () => clearInterval(timer))
  },
  slow: (response, real) => sendLater(response, real, SLOW_MS),
  /** Two whole answers to one request: the second must not be taken for the answer to the next one. */
  'duplicate response': (response, { status, body }) => {
    const bytes = Buffer.byteLength(body)
    const answer = `HTTP/1.1 ${status} OK\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n${body}`
    const { socket } = response
    response.detachSocket(socket as NonNullable<typeof socket>)
    socket?.write(answer + answer)
    const timer = setTimeout(() => socket?.destroy(), DUPLICATE_OPEN_MS)
    socket?.on('close', () => clearTimeout(timer))
  },
} satisfies Record<string, (response: ServerResponse, real: RawFault) => unknown>

export function misbehave(response: ServerResponse, fault: Fault, real: RawFault = CANNED): void {
  if (typeof fault === 'string') faults[fault](response, real)
  else sendLater(response, fault, fault.afterMs ?? 0)
}

function sendLater(response: ServerResponse, answer: RawFault, afterMs: number): void {
  if (afterMs === 0) return send(response, answer)
  const timer = setTimeout(() => send(response, answer), afterMs)
  response.on('close', () => clearTimeout(timer))
}

export function send(response: ServerResponse, { status, headers, body }: RawFault): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...headers,
  })
  response.end(body)
}

const half = (body: string): string => body.slice(0, body.length >> 1)

function writeHalf(response: ServerResponse, { status, body }: RawFault, then: () => void): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  })
  response.write(half(body), then)
}
