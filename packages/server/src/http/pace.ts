// How many calls of a kind this process can do in a second, from those that it did in its busy time. So the limit is
// known before it is reached.
import { performance } from 'node:perf_hooks'

const SECOND_MS = 1000
/** The calls of this much busy time are counted: they end in bursts, and a single one says little. */
const LOOKED_BACK_MS = 3 * SECOND_MS
const STEP_MS = 250
/** With fewer, other work would be counted as theirs. */
const COUNTED_LEAST = 100

/** Of the work of a call. Otherwise refusing would count as their work, and the more were refused the more would be. */
const REFUSAL = 1 / 16

export interface Pace {
  done(): void
  refused(): void
  /** The last known value; null if there is none yet. */
  perSecond(): number | null
}

/** How long the process has been busy, in milliseconds from an arbitrary start. */
type BusyTime = () => number

const ownBusyTime: BusyTime = () => performance.eventLoopUtilization().active

export function createPace(busy: BusyTime = ownBusyTime): Pace {
  let count = 0
  let known: number | null = null
  /** The count at each busy time; the oldest first. */
  const marks = [{ busy: busy(), count }]
  const lookBack = () => {
    const now = busy()
    if (now - (marks.at(-1)?.busy ?? 0) >= STEP_MS) marks.push({ busy: now, count })
    while (marks.length > 1 && now - (marks[1]?.busy ?? 0) >= LOOKED_BACK_MS) marks.shift()
    const [from = { busy: now, count }] = marks
    return { ms: now - from.busy, done: count - from.count }
  }
  return {
    done() {
      // The time before the first call was the start of the process.
      if (count === 0) marks.splice(0, 1, { busy: busy(), count })
      count += 1
    },
    refused() {
      count += REFUSAL
    },
    perSecond() {
      const { ms, done } = lookBack()
      if (done >= COUNTED_LEAST) known = (done * SECOND_MS) / Math.max(1, ms)
      return known
    },
  }
}
