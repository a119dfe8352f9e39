// The way of one request through the server as a trace: its spans, one inside the other, and what is told to the next
// server. Off by default: then every span is just its work.

export type SpanFacts = Record<string, string | number>

export interface Origin {
  /** What the caller sent, W3C Trace Context. */
  traceparent: string | undefined
  /** The caller's own key: every repetition of a request belongs to one trace. */
  key: string | undefined
}

export interface Traces {
  /** A request that comes in. */
  request<Result>(name: string, origin: Origin, work: () => Promise<Result>): Promise<Result>
  /** A step inside a request. Outside of one, as in recovery, it is the beginning of its own trace. */
  span<Result>(name: string, facts: SpanFacts, work: () => Promise<Result>): Promise<Result>
  /** What to send along, so that the next server's spans belong to this trace; null: nothing. */
  traceparent(): string | null
  /** Sends what is left. */
  close(): Promise<void>
}

export const noTraces: Traces = {
  request: (_name, _origin, work) => work(),
  span: (_name, _facts, work) => work(),
  traceparent: () => null,
  close: async () => {},
}
