// Traces for an OpenTelemetry collector, OTLP over HTTP in JSON. Our own: the usual packages are 32 MB, and this is a
// page. Spans are collected and sent together; if the collector is away they are dropped, and nobody waits for it.
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../runtime/clock.ts'
import type { SpanFacts, Traces } from './traces.ts'

const SEND_EVERY_MS = 2_000
const SEND_WITHIN_MS = 5_000
const WAITING_MOST = 5_000

interface Span {
  traceId: string
  spanId: string
}

interface EndedSpan extends Span {
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: { stringValue: string } | { intValue: string } }[]
  status: { code: number }
}

const SERVER = 2
const INTERNAL = 1
const ERROR = 2
const OK = 0

/** `00-<trace>-<span>-<flags>`; all zeros are not valid. */
const TRACEPARENT = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}$/

export interface TraceOptions {
  url: string
  service: string
  clock: Clock
  /** Told once when spans are lost, until they arrive again. */
  onLost: (error: unknown) => void
}

export function createTraces(options: TraceOptions): Traces {
  const { clock } = options
  const spans = new AsyncLocalStorage<Span>()
  const outbox = createOutbox(options)

  async function run<Result>(
    begun: Pick<EndedSpan, 'name' | 'kind' | 'traceId'> & { parentSpanId: string | undefined },
    facts: SpanFacts,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const { parentSpanId, ...span } = { ...begun, spanId: randomBytes(8).toString('hex') }
    const at = clock.now().getTime()
    const from = performance.now()
    let code = OK
    try {
      return await spans.run(span, work)
    } catch (error) {
      code = ERROR
      throw error
    } finally {
      outbox.add({
        ...span,
        ...(parentSpanId !== undefined && { parentSpanId }),
        startTimeUnixNano: toNanos(at),
        endTimeUnixNano: toNanos(at + performance.now() - from),
        attributes: Object.entries(facts).map(([key, value]) => ({
          key,
          value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
        })),
        status: { code },
      })
    }
  }

  return {
    request(name, { traceparent, key }, work) {
      const [, told, parentSpanId] = TRACEPARENT.exec(traceparent ?? '') ?? []
      const ofKey = key && createHash('sha256').update(key).digest('hex').slice(0, 32)
      const traceId = told ?? (ofKey || newTrace())
      return run({ name, kind: SERVER, traceId, parentSpanId }, {}, work)
    },
    span(name, facts, work) {
      const parent = spans.getStore()
      const traceId = parent?.traceId ?? newTrace()
      return run({ name, kind: INTERNAL, traceId, parentSpanId: parent?.spanId }, facts, work)
    },
    traceparent() {
      const span = spans.getStore()
      return span ? `00-${span.traceId}-${span.spanId}-01` : null
    },
    close: outbox.close,
  }
}

const newTrace = () => randomBytes(16).toString('hex')

/** Whole milliseconds and their fraction: a number of nanoseconds would not be exact. */
const toNanos = (ms: number): string =>
  `${Math.floor(ms)}${String(Math.floor((ms % 1) * 1e6)).padStart(6, '0')}`

function createOutbox({ url, service, onLost }: TraceOptions) {
  let waiting: EndedSpan[] = []
  let isLosing = false
  let sending: Promise<void> = Promise.resolve()

  async function send(): Promise<void> {
    const batch = waiting.splice(0)
    if (batch.length === 0) return
    const resource = { attributes: [{ key: 'service.name', value: { stringValue: service } }] }
    const body = JSON.stringify({
      resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'flexpower' }, spans: batch }] }],
    })
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(SEND_WITHIN_MS),
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`the collector answered ${answer.status}`)
      isLosing = false
    } catch (error) {
      if (!isLosing) onLost(error)
      isLosing = true
    }
  }

  const timer = setInterval(() => {
    sending = sending.then(send)
  }, SEND_EVERY_MS).unref()
  return {
    add(span: EndedSpan) {
      if (waiting.length < WAITING_MOST) waiting.push(span)
    },
    async close() {
      clearInterval(timer)
      await sending
      await send()
    },
  }
}
