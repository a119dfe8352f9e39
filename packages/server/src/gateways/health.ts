// Whether the other side answers. After several silences in a row nothing is sent for a while, so that cashiers learn
// it at once instead of waiting. Then one query is sent, never an order, and its answer ends the pause.
import type { Clock } from '../runtime/clock.ts'
import { neverSent, type Unknown } from './outcome.ts'
import type { Health } from './utility.ts'

/**
 * `lookup` asks what happened to an order. It is always let through, because people wait for it. It decides nothing,
 * because a side that answers look-ups may still be unable to sell.
 */
export type Purpose = 'question' | 'order' | 'lookup'

export interface HealthOptions {
  /** As the log names it: `the utility`. */
  who: string
  clock: Clock
  /** Monotonic milliseconds. */
  now: () => number
  /** This many silences in a row mean that it is down. */
  silencesMost: number
  /** How long nothing is sent before the next attempt. */
  pauseMs: number
}

export interface HealthMonitor {
  /** Null: go ahead, and report the result. */
  refuse(purpose: Purpose): Unknown | null
  report(purpose: Purpose, answer: { isAlive: boolean; tookMs: number }): void
  read(): Health
}

const MEDIAN_OF = 21
const SLOW_MS = 3_000
/** A lost order says something about now, not about the whole evening after it. */
const LOST_LATELY_MS = 120_000

export function createHealth({ who, clock, now, silencesMost, pauseMs }: HealthOptions): HealthMonitor {
  const took: number[] = []
  // Counted separately, because a side that answers every query may still lose every order.
  const silences = { question: 0, order: 0 }
  let health: Health = { state: 'up', since: clock.now(), answersInMs: null }
  let pausedUntil: number | null = null
  let lostOrderAt = Number.NEGATIVE_INFINITY
  let isProbing = false

  function settle(): void {
    const answersInMs = findMedian(took)
    // A silence is longer than any answer: until the next answer it is slow, whatever its median says.
    const isOrderLost = silences.order > 0 && now() - lostOrderAt < LOST_LATELY_MS
    const isSilent = silences.question > 0 || isOrderLost
    const isSlow = isSilent || (answersInMs !== null && answersInMs > SLOW_MS)
    const state = pausedUntil === null ? (isSlow ? 'slow' : 'up') : 'down'
    health = {
      state,
      since: state === health.state ? health.since : clock.now(),
      // The median ignores answers that did not come: no figure is better than one that contradicts the state.
      answersInMs: isSilent ? null : answersInMs,
    }
  }

  return {
    refuse(purpose) {
      if (pausedUntil === null || purpose === 'lookup') return null
      if (purpose === 'order' || isProbing || now() < pausedUntil)
        return neverSent(`${who} has not answered lately, so nothing is sent to it for a moment`)
      isProbing = true
      return null
    },
    report(purpose, { isAlive, tookMs }) {
      if (isAlive) {
        took.push(tookMs)
        if (took.length > MEDIAN_OF) took.shift()
      }
      if (purpose !== 'lookup') {
        silences[purpose] = isAlive ? 0 : silences[purpose] + 1
        if (purpose === 'order' && !isAlive) lostOrderAt = now()
        if (purpose === 'question') {
          isProbing = false
          if (isAlive && pausedUntil !== null) {
            pausedUntil = null
            // The pause is over, but the very next lost order begins another.
            silences.order = Math.min(silences.order, silencesMost - 1)
          }
        }
        if (silences[purpose] >= silencesMost) pausedUntil = now() + pauseMs
      }
      settle()
    },
    read() {
      settle()
      return health
    },
  }
}

function findMedian(values: readonly number[]): number | null {
  return values.length === 0 ? null : (values.toSorted((a, b) => a - b)[values.length >> 1] as number)
}
