// How many calls of a kind this process can do in a second, from those that it did: so many for as long as it was busy at all,
// which tells what it could do before it has to.
import { performance } from 'node:perf_hooks'

const SECOND_MS = 1000
/** Of so much busy time the calls are counted: they end in bursts, and a single one says little. */
const LOOKED_BACK_MS = 3 * SECOND_MS
const STEP_MS = 250
/** With fewer, what else went on would be taken for their work. */
const COUNTED_LEAST = 100

/** Of the work of a call: else the work of refusing would pass for theirs, and the more were refused the more would be. */
const REFUSAL = 1 / 16

export interface Pace {
  done(): void
  refused(): void
  /** As it was last known; null when it never was. */
  perSecond(): number | null
}

/** How long the process has been busy, in milliseconds from whenever. */
type BusyTime = () => number

const ownBusyTime: BusyTime = () => performance.eventLoopUtilization().active

export function createPace(busy: BusyTime = ownBusyTime): Pace {
  let count = 0
  let known: number | null = null
  /** How many there had been when it had been busy for so long; the oldest first. */
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
      // What came before the first was the start of the process.
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
