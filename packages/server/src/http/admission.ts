// Limits how many calls run at once, so that too many of one kind are told to retry instead of everybody waiting. A
// sale never queues behind reports, and memory stays bounded whatever comes in. Calls are refused before the body is
// read.
import type { Lane } from '@flexpower/contract'
import { Refusal } from '../refusal.ts'
import { createPace, type Pace } from './pace.ts'

interface LaneSize {
  /** Running at once. */
  most: number
  /** How many more wait; the rest is refused. */
  waiting: number
  /**
   * Fewer, down to `least`, if recent calls show that this many would not be done in this time: they would only wait
   * here.
   */
  inTime?: { seconds: number; least: number }
}

/**
 * Sales have a separate lane. Calls that read much have a narrow one, well below the number of database connections:
 * reports wait for each other, and nobody waits for them.
 */
const lanes: Record<Lane, LaneSize> = {
  sales: { most: 1_200, waiting: 0, inTime: { seconds: 0.6, least: 200 } },
  reading: { most: 4, waiting: 60 },
  rest: { most: 150, waiting: 0 },
}

export interface Admission {
  /**
   * Throws a refusal if there is no room. It takes no room itself, so it can be called before the rest of a request is
   * read.
   */
  requireRoom(lane: Lane): void
  /** Waits for room, if it is worth it, and keeps it until the work is done. */
  within<Result>(lane: Lane, work: () => Promise<Result>): Promise<Result>
  /** The next piece of a call that was admitted before: waits for room however long that takes. */
  turn<Result>(lane: Lane, work: () => Promise<Result>): Promise<Result>
}

interface Queue {
  inside: number
  waiting: (() => void)[]
  pace: Pace
}

export function createAdmission(sizes = lanes, paceOf: () => Pace = createPace): Admission {
  const queues = Object.fromEntries(
    Object.keys(sizes).map((name): [string, Queue] => [name, { inside: 0, waiting: [], pace: paceOf() }]),
  ) as Record<Lane, Queue>
  const isFull = (name: Lane) => {
    const { inside, waiting, pace } = queues[name]
    const { most, waiting: waitingMost, inTime } = sizes[name]
    if (inside >= most && waiting.length >= waitingMost) return true
    const perSecond = inTime ? pace.perSecond() : null
    return (
      inTime !== undefined &&
      perSecond !== null &&
      inside >= Math.max(inTime.least, perSecond * inTime.seconds)
    )
  }
  const inTurn: Admission['turn'] = async (name, work) => {
    const queue = queues[name]
    if (queue.inside < sizes[name].most) queue.inside += 1
    else await new Promise<void>((resolve) => queue.waiting.push(resolve))
    try {
      return await work()
    } finally {
      // A place is handed over directly: the longest waiting call gets it.
      const next = queue.waiting.shift()
      if (next) next()
      else queue.inside -= 1
    }
  }
  return {
    requireRoom(name) {
      if (!isFull(name)) return
      queues[name].pace.refused()
      throw tooMany()
    },
    async within(name, work) {
      if (isFull(name)) throw tooMany()
      const result = await inTurn(name, work)
      queues[name].pace.done()
      return result
    },
    turn: inTurn,
  }
}

const tooMany = () =>
  new Refusal('unavailable', 'The server is busy. Nothing was changed; try again in a few seconds.', {
    retryAfter: 2,
  })
