// F11: far more load than the server can handle. It sells as much as before, what is admitted is served in time, the
// rest is told to retry, and soon after everything is as before.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Rush, rush, type RushAnswers } from '../bench/crowd.ts'
import { isClean, layGround, say } from './ground.ts'
import type { Size } from './drill.ts'

const UTILITY_MS = 200
const ADMITTED_WITHIN_MS = 2_000
/** Of what the server sells when nobody has to wait. */
const GOODPUT_LEAST = 0.9
const MEMORY_MOST_MB = 300
/** As many as in a busy counter hall: each sends its next sale when it has the answer. */
const CALM = { perSecond: 100_000, seconds: 5, connections: 100 }

export async function overload(size: Size) {
  const ground = await layGround({ servers: 1 })
  try {
    await Promise.all(ground.servers.map((server) => server.start()))
    const address = ground.servers[0]?.address ?? ''
    ground.utility.control.setDelay(UTILITY_MS)
    let firstMeter = 0
    const measureRush = (plan: Omit<Rush, 'address' | 'firstMeter'>) => {
      firstMeter += 1_000_000
      return rush({ ...plan, address, firstMeter })
    }
    await measureRush(CALM)
    const calm = await measureRush(CALM)
    const capacity = calm.soldPerSecond
    const crowd = await measureRush({ perSecond: 10 * capacity, seconds: size(60), connections: 2_000 })
    const storm = await measureRush({ perSecond: 100 * capacity, seconds: size(10), connections: 4_000 })
    await sleep(10_000)
    const after = await measureRush(CALM)
    await ground.untilNothingIsOpen(60)
    const peakMb = (await ground.servers[0]?.peakMb()) ?? 0
    const verdict = await ground.verdict()
    const figures = Object.entries({ calm, crowd, storm, after }).map(
      ([name, answers]) => `${name}: ${describe(answers)}`,
    )
    return {
      passed:
        isClean(verdict) &&
        [crowd, storm].every(
          ({ admitted, other, soldPerSecond }) =>
            at(admitted, 0.99) <= ADMITTED_WITHIN_MS &&
            other.length === 0 &&
            soldPerSecond >= capacity * GOODPUT_LEAST,
        ) &&
        at(after.admitted, 0.5) <= 2 * at(calm.admitted, 0.5) &&
        peakMb <= MEMORY_MOST_MB,
      figures: `${figures.join('; ')}; capacity ${capacity.toFixed(0)} a second; limit ${ADMITTED_WITHIN_MS} ms; memory ${peakMb.toFixed(0)} MB at most (limit ${MEMORY_MOST_MB}); ${say(verdict)}`,
    }
  } finally {
    await ground.close()
  }
}

const at = (times: number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0

const describe = ({ soldPerSecond, ...answers }: RushAnswers) =>
  [
    `${soldPerSecond.toFixed(0)} sold a second`,
    ...Object.entries(answers).map(
      ([kind, times]: [string, number[]]) =>
        `${times.length} ${kind} (p50 ${at(times, 0.5).toFixed(0)}, p99 ${at(times, 0.99).toFixed(0)} ms)`,
    ),
  ].join(', ')
