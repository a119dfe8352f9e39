// The ways in which the utility misbehaves when a test asks for it. Each answers one request, and leaves no timer behind
// once the connection is gone.
import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'

const HUGE_BYTES = 10 * 1024 * 1024
const TRICKLE_MS = 50

/** An answer written byte for byte by the test. */
export interface RawAnswer {
  status: number
  headers?: Record<string, string>
  body: string
}

/** The word for each is the key of the table below. */
export type Fault = keyof typeof faults | RawAnswer

const faults = {
  'no answer': () => undefined,
  reset: (response) => response.socket?.resetAndDestroy(),
  'reset mid-body': (response) => writeHalf(response, () => response.socket?.resetAndDestroy()),
  'silence mid-body': (response) => writeHalf(response, () => undefined),
  'server error': (response) =>
    send(
      response,
      500,
      'application/json',
      '{"code":"500","msgUser":"Internal error","msgDeveloper":"ORA-00060"}',
    ),
  html: (response) =>
    send(response, 200, 'text/html', '<!doctype html><title>Maintenance</title><p>Back soon.'),
  'truncated json': (response) =>
    send(response, 200, 'application/json', '{"data":{"idVendor":"100200","bal'),
  'huge body': (response) => send(response, 200, 'application/json', `{"data":"${'x'.repeat(HUGE_BYTES)}"}`),
  'gzip bomb': (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    response.end(gzipSync(Buffer.alloc(HUGE_BYTES, ' ')))
  },
  /** To the same address: a client that follows it succeeds, and is found out. */
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
} satisfies Record<string, (response: ServerResponse) => unknown>

export function misbehave(response: ServerResponse, fault: Fault): void {
  if (typeof fault === 'string') {
    faults[fault](response)
    return
  }
  response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers })
  response.end(fault.body)
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type })
  response.end(body)
}

function writeHalf(response: ServerResponse, then: () => void): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
  response.write('{"data":{"idVendor":', then)
}
