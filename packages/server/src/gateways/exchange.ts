// One HTTP exchange with somebody we do not trust to behave: every phase has a time limit, the body has a size limit,
// redirects are not followed and nothing is decompressed. It never throws, and its reasons hold none of what was sent.
import { Agent, request } from 'undici'
import type { Unknown } from './outcome.ts'

/** undici keeps the first three to about a second, which is fine for limits of many; `totalMs` is exact. */
export interface Timeouts {
  connectMs: number
  /** From the request's last byte to the answer's headers. */
  headersMs: number
  /** The longest silence within a body. */
  bodyMs: number
  /** The whole exchange: a byte a second is never silent for long. */
  totalMs: number
}

export interface Message {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
}

export interface Answer {
  kind: 'answer'
  status: number
  text: string
}

export interface Exchange {
  send(message: Message): Promise<Answer | Unknown>
  /** Waits for the exchanges under way. */
  close(): Promise<void>
}

const BODY_MOST_BYTES = 1024 * 1024
const CONNECTIONS_MOST = 128

export function createExchange(timeouts: Timeouts): Exchange {
  const agent = new Agent({
    // One connection a request: over HTTP/2 one lost connection would leave many outcomes unknown at once.
    allowH2: false,
    connections: CONNECTIONS_MOST,
    connect: { timeout: timeouts.connectMs },
    headersTimeout: timeouts.headersMs,
    bodyTimeout: timeouts.bodyMs,
    maxResponseSize: BODY_MOST_BYTES,
  })
  return {
    async send({ method, url, headers, body = null }) {
      const deadline = new AbortController()
      const timer = setTimeout(() => deadline.abort(), timeouts.totalMs)
      try {
        const answer = await request(url, {
          dispatcher: agent,
          signal: deadline.signal,
          method,
          headers,
          body,
        })
        // Nobody asked for compression; left packed, a bomb of a few kilobytes stays one.
        const isPacked = (answer.headers['content-encoding'] ?? 'identity') !== 'identity'
        if (isPacked) {
          answer.body.on('error', () => undefined).destroy()
          return unknown('the answer is compressed, which was not asked for')
        }
        return { kind: 'answer', status: answer.statusCode, text: await answer.body.text() }
      } catch (error) {
        return unknown(deadline.signal.aborted ? 'the answer took too long as a whole' : reasonOf(error))
      } finally {
        clearTimeout(timer)
      }
    },
    close: () => agent.close(),
  }
}

export const unknown = (reason: string): Unknown => ({ kind: 'unknown', reason })

const reasons: Record<string, string | undefined> = {
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'no answer in time',
  UND_ERR_BODY_TIMEOUT: 'the answer stopped half way',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'the answer is too large',
  ECONNREFUSED: 'nobody listens there (ECONNREFUSED)',
  ENOTFOUND: 'there is no such host (ENOTFOUND)',
}

/** Only the error's code: its message may quote an address or a header. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return reasons[code] ?? `the connection failed (${/^[A-Z][A-Z0-9_]*$/.test(code) ? code : 'no code'})`
}
