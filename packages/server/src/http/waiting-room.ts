// Calls that wait until there is a place for them, and those that wait for their refusal. A waiting call costs a few
// kilobytes and no processor time.
import { Refusal } from '../refusal.ts'

export interface RoomSize {
  /** One address has half of them at most. */
  waiting: number
  waitingOfOneUser: number
  /** After this long a call is no longer worth beginning. */
  waitMs: number
}

/** Who is calling, as far as it is known before the session was looked up. */
export interface Visitor {
  /** Their session, or their address if they have none. */
  user: string
  address: string
  /** Nobody waits for the answer any more. */
  isGone(): boolean
}

/**
 * A call that could not be begun in time is answered this much later. Its client comes back after the answer, so this
 * is what holds back a crowd that does not wait for as long as it is told.
 */
const HELD_BACK_MS = 3_500
/** Those whose time is over within this long are refused together. */
const SWEEP_MS = 20

/** One for all: a stack trace for each would cost more than the rest of a refusal. */
export const tooMany = new Refusal(
  'unavailable',
  'The server is busy. Nothing was changed; try again in a few seconds.',
  { retryAfter: 2 },
)

interface Waiting extends Visitor {
  until: number
  enter(): void
  refuse(error: Refusal): void
}

export interface WaitingRoom {
  /** Resolves when the call is let in; rejects with a refusal if that takes too long. */
  wait(visitor: Visitor): Promise<void>
  /** The call whose turn it is, of those that may have a place. */
  takeNext(mayEnter: (user: string) => boolean): { user: string; enter(): void } | undefined
}

export function createWaitingRoom(size: RoomSize): WaitingRoom {
  /** The oldest first. */
  const waiting: Waiting[] = []
  const waitingOf = createCount()
  /** Those who are late, or for whom there was no room: they wait for their refusal. */
  const turnedAway: Waiting[] = []
  /** There are more than can be served in time: from the first call that was late until the oldest is young again. */
  let isOverfull = false
  let timer: NodeJS.Timeout | null = null

  const hasRoomFor = ({ user, address }: Visitor) =>
    waiting.length < size.waiting &&
    waitingOf(user) < size.waitingOfOneUser &&
    waitingOf(address) < size.waiting / 2

  const count = ({ user, address }: Visitor, change: number) => {
    waitingOf(user, change)
    if (address !== user) waitingOf(address, change)
  }

  function add(call: Waiting): void {
    if (hasRoomFor(call)) {
      waiting.push(call)
      count(call, 1)
    } else turnAway(call)
    timer ??= setTimeout(sweep, SWEEP_MS)
  }

  function turnAway(call: Waiting): void {
    if (turnedAway.length < size.waiting) turnedAway.push(call)
    else call.refuse(tooMany)
  }

  function sweep(): void {
    const now = performance.now()
    const late = takeBefore(waiting, now)
    for (const call of late) {
      count(call, -1)
      turnAway(call)
    }
    const isYoung = (waiting[0]?.until ?? Infinity) - now > size.waitMs / 2
    isOverfull = late.length > 0 || (isOverfull && !isYoung)
    for (const call of takeBefore(turnedAway, now - HELD_BACK_MS)) call.refuse(tooMany)
    timer = waiting.length + turnedAway.length === 0 ? null : setTimeout(sweep, SWEEP_MS)
  }

  return {
    wait: (visitor) =>
      new Promise((enter, refuse) =>
        add({ ...visitor, until: performance.now() + size.waitMs, enter, refuse }),
      ),
    /**
     * In the order in which they came while everybody is served in time. When there are too many, the newest first: in
     * order, everybody would wait for as long as possible, and those who are served would be served late.
     */
    takeNext(mayEnter) {
      const may = ({ user }: Waiting) => mayEnter(user)
      for (;;) {
        const index = isOverfull ? waiting.findLastIndex(may) : waiting.findIndex(may)
        const call = waiting[index]
        if (!call) return undefined
        waiting.splice(index, 1)
        count(call, -1)
        if (!call.isGone()) return call
        call.refuse(tooMany)
      }
    },
  }
}

/** Removes the calls whose time is over; they are the first ones. */
function takeBefore(calls: Waiting[], now: number): Waiting[] {
  const inTime = calls.findIndex(({ until }) => until > now)
  return calls.splice(0, inTime < 0 ? calls.length : inTime)
}

/** How many there are of each name; only those of which there are some take memory. */
export function createCount(): (name: string, change?: number) => number {
  const counts = new Map<string, number>()
  return (name, change = 0) => {
    const count = (counts.get(name) ?? 0) + change
    if (count === 0) counts.delete(name)
    else if (change !== 0) counts.set(name, count)
    return count
  }
}
