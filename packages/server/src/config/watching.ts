// How the server is watched from outside: metrics for Prometheus, traces for OpenTelemetry. Both are off unless they are
// set.
import { z } from 'zod'
import { httpUrl, port, text } from './settings.ts'

export interface Watching {
  /** Where the metrics are served; null: nowhere. */
  metrics: { host: string; port: number } | null
  /** The address that takes traces, OTLP over HTTP; null: there are none. */
  tracesUrl: string | null
}

export const watchingVariables = {
  FLEXPOWER_METRICS_PORT: port.optional(),
  FLEXPOWER_METRICS_HOST: text.default('127.0.0.1'),
  FLEXPOWER_TRACES_URL: httpUrl.optional(),
}

const environment = z.object(watchingVariables)

export const arrangeWatching = (values: z.infer<typeof environment>): Watching => ({
  metrics:
    values.FLEXPOWER_METRICS_PORT === undefined
      ? null
      : { host: values.FLEXPOWER_METRICS_HOST, port: values.FLEXPOWER_METRICS_PORT },
  tracesUrl: values.FLEXPOWER_TRACES_URL ?? null,
})
