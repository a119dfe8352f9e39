// The metrics of several processes, asked for one by one. What an ended process has counted is kept: without it the sums
// would fall, which Prometheus takes for a restart.
import type { Worker } from 'node:cluster'
import { AggregatorRegistry, type MetricObject } from 'prom-client'
import { SCRAPE } from './metrics.ts'

const WITHIN_MS = 4_000

export interface ScrapedProcesses {
  scrape(workers: readonly Worker[]): Promise<MetricObject[][]>
  /** A process has ended. */
  forget(worker: Worker): Promise<void>
}

export function scrapeProcesses(): ScrapedProcesses {
  const last = new Map<number, MetricObject[]>()
  let ended: MetricObject[][] = []
  return {
    async scrape(workers) {
      const answers = await Promise.all(workers.map(ask))
      for (const [index, { id }] of workers.entries()) {
        const answer = answers[index]
        if (answer) last.set(id, answer)
      }
      return [...ended, ...answers.filter((answer) => answer !== null)]
    },
    async forget({ id }) {
      const counted = last.get(id)?.filter(({ type }) => `${type}` === 'counter' || `${type}` === 'histogram')
      last.delete(id)
      if (!counted) return
      const sum = await AggregatorRegistry.aggregate([...ended, counted]).getMetricsAsJSON()
      ended = [sum]
    },
  }
}

/** Null: it is starting, or does not answer. */
const ask = (worker: Worker): Promise<MetricObject[] | null> =>
  new Promise((resolve) => {
    const end = (answer: MetricObject[] | null) => {
      clearTimeout(late)
      worker.off('message', hear)
      resolve(answer)
    }
    const hear = (said: unknown) => {
      if (typeof said === 'object' && said !== null && 'metrics' in said) end(said.metrics as MetricObject[])
    }
    const late = setTimeout(() => end(null), WITHIN_MS)
    worker.on('message', hear)
    if (worker.isConnected()) worker.send(SCRAPE, (error) => error && end(null))
    else end(null)
  })
