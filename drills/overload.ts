// F11: far more than the server can do. What is let in is served in time, the rest is told to come back, and soon after all is
// as before.
import { setTimeout as sleep } from 'node:timers/promises'
import { fleetMeter } from '@flexpower/simulator'
import { electricityOrder, inParallel, type SaleAnswer, send } from './counter.ts'
import { isClean, layGround, say } from './ground.ts'
import type { Size } from './run.ts'

const UTILITY_MS = 200
const ADMITTED_WITHIN_MS = UTILITY_MS + 1_500
const REFUSED_WITHIN_MS = 100
const MEMORY_MOST_MB = 600

export async function overload(size: Size) {
  const ground = await layGround({ servers: 1 })
  try {
    await Promise.all(ground.servers.map((server) => server.start()))
    const address = ground.servers[0]?.address ?? ''
    ground.utility.control.setDelay(UTILITY_MS)
    let next = 0
    const clientsFor = async (clients: number, seconds: number) => {
      const answers: SaleAnswer[] = []
      const endAt = performance.now() + seconds * 1000
      await inParallel(clients, async (client) => {
        while (performance.now() < endAt) {
          const answer = await send(address, electricityOrder(1 + (client % 200), fleetMeter((next += 1))))
          answers.push(answer)
          if (answer.http === 503) await sleep(100)
        }
      })
      return answers
    }
    const calm = await clientsFor(50, 5)
    const crowd = await clientsFor(2_000, size(60))
    const storm = await clientsFor(6_000, size(10))
    await sleep(10_000)
    const after = await clientsFor(50, 5)
    await ground.untilNothingIsOpen(60)
    const peakMb = (await ground.servers[0]?.peakMb()) ?? 0
    const verdict = await ground.verdict()
    const parts = { calm, crowd, storm, after }
    const figures = Object.entries(parts).map(([name, answers]) => `${name}: ${describe(answers)}`)
    return {
      passed:
        isClean(verdict) &&
        worstOf(crowd, 'admitted') <= ADMITTED_WITHIN_MS &&
        medianOf(after) <= 2 * medianOf(calm) &&
        peakMb <= MEMORY_MOST_MB,
      figures: `${figures.join('; ')}; limits ${ADMITTED_WITHIN_MS} and ${REFUSED_WITHIN_MS} ms; memory ${peakMb.toFixed(0)} MB at most (limit ${MEMORY_MOST_MB}); ${say(verdict)}`,
    }
  } finally {
    await ground.close()
  }
}

const kinds = {
  admitted: ({ http }: SaleAnswer) => http === 200,
  refused: ({ http, retryAfter }: SaleAnswer) => http === 503 && retryAfter !== null,
  other: ({ http, retryAfter }: SaleAnswer) => http !== 200 && !(http === 503 && retryAfter !== null),
}

const timesOf = (answers: SaleAnswer[], kind: keyof typeof kinds) =>
  answers
    .filter(kinds[kind])
    .map(({ tookMs }) => tookMs)
    .toSorted((a, b) => a - b)

const at = (times: number[], part: number) =>
  times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
const worstOf = (answers: SaleAnswer[], kind: keyof typeof kinds) => at(timesOf(answers, kind), 0.99)
const medianOf = (answers: SaleAnswer[]) => at(timesOf(answers, 'admitted'), 0.5)

const describe = (answers: SaleAnswer[]) =>
  Object.keys(kinds)
    .map((kind) => {
      const times = timesOf(answers, kind as keyof typeof kinds)
      return `${times.length} ${kind} (p50 ${at(times, 0.5).toFixed(0)}, p99 ${at(times, 0.99).toFixed(0)} ms)`
    })
    .join(', ')
