// GET /metrics for Prometheus, on a port of its own that is never the public one. The processes of one server answer as
// one: counts are added up, and figures of the database, which all of them read, are taken once.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { AggregatorRegistry, type MetricObject, Registry } from 'prom-client'

export interface MetricsAddress {
  host: string
  port: number
}

export interface RunningMetrics {
  /** Where it listens, such as `http://127.0.0.1:9464/metrics`. */
  address: string
  close(): Promise<void>
}

export const writeMetrics = (ofProcesses: MetricObject[][]): Promise<string> =>
  AggregatorRegistry.aggregate(ofProcesses).metrics()

const TRY_AGAIN_MS = 10_000

/** Selling does not wait for a port that is taken: it is told each time, and tried again until it is free. */
export async function offerMetrics(
  address: MetricsAddress,
  scrapeAll: () => Promise<MetricObject[][]>,
  { onFailure, pauseMs = TRY_AGAIN_MS }: { onFailure: (error: Error) => void; pauseMs?: number },
): Promise<Pick<RunningMetrics, 'close'>> {
  const closing = new AbortController()
  const tryOnce = () =>
    serveMetrics(address, scrapeAll).catch((error: Error) => {
      onFailure(error)
      return null
    })
  let metrics = await tryOnce()
  const trying = (async () => {
    while (metrics === null && !closing.signal.aborted) {
      await sleep(pauseMs, null, { ref: false, signal: closing.signal }).catch(() => {})
      if (!closing.signal.aborted) metrics = await tryOnce()
    }
  })()
  return {
    async close() {
      closing.abort()
      await trying
      await metrics?.close()
    },
  }
}

export async function serveMetrics(
  { host, port }: MetricsAddress,
  scrapeAll: () => Promise<MetricObject[][]>,
): Promise<RunningMetrics> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('The metrics are at GET /metrics.\n')
      return
    }
    scrapeAll()
      .then(writeMetrics)
      .then(
        (text) =>
          response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(`${text}\n`),
        () => response.writeHead(503).end(),
      )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: Error & { code?: string }) => reject(explain(error, host, port)))
    server.listen({ host, port }, resolve)
  })
  const { port: chosen } = server.address() as AddressInfo
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${chosen}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const explain = ({ code, message }: { code?: string; message: string }, host: string, port: number) =>
  new Error(
    code === 'EADDRINUSE'
      ? `Port ${port} for the metrics is in use already: choose another FLEXPOWER_METRICS_PORT for this server. It sells without.`
      : `The metrics cannot be served on ${host}, port ${port} (${code ?? message}): check FLEXPOWER_METRICS_HOST and FLEXPOWER_METRICS_PORT. The server sells without.`,
  )
