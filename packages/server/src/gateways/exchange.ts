// One HTTP exchange with a peer that we do not trust: every phase has a time limit, the body has a size limit,
// redirects are not followed and nothing is decompressed. It never throws, and its reasons contain nothing of what was
// sent.
import { Agent, type Dispatcher, request } from 'undici'
import { whileAsking } from '../runtime/place.ts'
import { neverSent, type Unknown, unknown } from './outcome.ts'

/** undici checks the first three about once a second, which is fine for limits of many seconds; `totalMs` is exact. */
export interface Timeouts {
  connectMs: number
  /** From the request's last byte to the answer's headers. */
  headersMs: number
  /** The longest silence within a body. */
  bodyMs: number
  /** The whole exchange, with the wait for a connection: a body of one byte a second is never silent for long. */
  totalMs: number
}

export interface Message {
  method: 'GET' | 'POST' | 'PATCH'
  url: string
  headers: Record<string, string>
  body?: string
  /** The answer may be a list of a whole day. */
  isLong?: boolean
}

export interface PeerAnswer {
  kind: 'answer'
  status: number
  text: string
}

export interface Exchange {
  send(message: Message, timeouts: Timeouts): Promise<PeerAnswer | Unknown>
  /** Waits for the running exchanges. */
  close(): Promise<void>
}

const BODY_MOST_BYTES = 1024 * 1024
/** Some fifty thousand lines of an enquiry. */
const LONG_MOST_BYTES = 16 * BODY_MOST_BYTES
const LONG_CONNECTIONS = 4

export function createExchange(connectMs: number, connections: number): Exchange {
  // One connection for each request: over HTTP/2 one lost connection would leave many outcomes unknown at once.
  const options = { allowH2: false, connect: { timeout: connectMs } }
  const usual = new Agent({ ...options, connections, maxResponseSize: BODY_MOST_BYTES })
  const long = new Agent({ ...options, connections: LONG_CONNECTIONS, maxResponseSize: LONG_MOST_BYTES })
  return {
    async send(message, timeouts) {
      const deadline = new AbortController()
      const { signal } = deadline
      let isSent = false
      const lost = (reason: string) => (isSent ? unknown(reason) : neverSent(reason))
      // undici ignores the signal while a request waits for a connection, so the limit is kept here too.
      const late = new Promise<Unknown>((resolve) => {
        signal.addEventListener('abort', () => resolve(lost('the answer took too long as a whole')))
      })
      const timer = setTimeout(() => deadline.abort(), timeouts.totalMs)
      const dispatcher = (message.isLong === true ? long : usual).compose(
        noticing(() => {
          // After the deadline undici drops the request at this point, and nothing of it is written.
          if (!signal.aborted) isSent = true
        }),
      )
      const { headersMs: headersTimeout, bodyMs: bodyTimeout } = timeouts
      try {
        const exchange = converse(message, { dispatcher, signal, headersTimeout, bodyTimeout })
        return await whileAsking(() =>
          Promise.race([exchange.catch((error: unknown) => lost(explain(error))), late]),
        )
      } finally {
        clearTimeout(timer)
      }
    },
    close: async () => {
      await Promise.all([usual.close(), long.close()])
    },
  }
}

async function converse(
  { method, url, headers, body }: Message,
  options: Pick<Dispatcher.RequestOptions, 'headersTimeout' | 'bodyTimeout'> & {
    dispatcher: Dispatcher
    signal: AbortSignal
  },
): Promise<PeerAnswer | Unknown> {
  const answer = await request(url, { ...options, method, headers, body: body ?? null })
  // We never ask for compression; left packed, a bomb of a few kilobytes stays small.
  const isPacked = (answer.headers['content-encoding'] ?? 'identity') !== 'identity'
  if (isPacked) {
    answer.body.on('error', () => undefined).destroy()
    return unknown('the answer is compressed, which was not asked for')
  }
  return { kind: 'answer', status: answer.statusCode, text: await answer.body.text() }
}

/** Says when a connection is open and the request is about to be written: before that nothing has been sent. */
const noticing =
  (onSending: () => void): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        onSending()
        handler.onRequestStart?.(controller, context)
      },
      onResponseStart: (...given) => handler.onResponseStart?.(...given),
      onResponseData: (...given) => handler.onResponseData?.(...given),
      onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
      onResponseError: (...given) => handler.onResponseError?.(...given),
    })

const reasons: Record<string, string | undefined> = {
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'no answer in time',
  UND_ERR_BODY_TIMEOUT: 'the answer stopped half way',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'the answer is too large',
  ECONNREFUSED: 'connection refused (ECONNREFUSED)',
  ENOTFOUND: 'there is no such host (ENOTFOUND)',
}

/** Only the error's code: its message may quote an address or a header. */
function explain(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return reasons[code] ?? `the connection failed (${/^[A-Z][A-Z0-9_]*$/.test(code) ? code : 'no code'})`
}
