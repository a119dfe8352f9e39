// Calls that wait until there is a place for them, and those that wait for their refusal. A waiting call costs a few
// kilobytes and no processor time.
import { Refusal } from '../refusal.ts'

export interface RoomSize {
  /** One address has half of them at most. */
  waiting: number
  waitingOfOneUser: number
  /** Of those who wait for their refusal. One address has half of the room, one user a tenth. */
  heldBack: number
  /** After this long a call is no longer worth beginning. */
  waitMs: number
}

/** Who is calling, as far as it is known before the session was looked up (http/visitors.ts). */
export interface Visitor {
  user: string
  address: string
  /** Nobody waits for the answer any more. */
  isGone(): boolean
}

/**
 * A call that cannot be begun in time is answered this much later. Its client comes back after the answer, so this is
 * what holds back a crowd that does not wait for as long as it is told. Those who came together are answered apart:
 * otherwise they would come back together, again and again. Later would not do: a counter asks for its sale after 4 s.
 */
const HELD_BACK_MS = { least: 2_500, most: 4_500 }
/** Its multiples lie evenly between whole numbers, however many there are. */
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2
/** Those whose time is over within this long are refused together. */
const SWEEP_MS = 20

const busy = () =>
  new Refusal('unavailable', 'The server is busy. Nothing was changed; try again in a few seconds.', {
    retryAfter: 2,
  })

/** One for all: a stack trace for each would cost more than the rest of a refusal. */
export const tooMany = busy()
/**
 * For those who cannot even be held back, because so many of theirs are. Their connection ends with the answer
 * (failures.ts): they have to open another each time.
 */
export const tooManyToHold = busy()

interface Waiting<Who> {
  who: Who
  /** When it is no longer worth beginning; of those turned away, when they are refused. */
  until: number
  enter(): void
  refuse(error: Refusal): void
}

/** The calls of one user, the oldest first. */
interface Turn<Who> {
  calls: Waiting<Who>[]
}

export interface WaitingRoom<Who extends Visitor> {
  /** Resolves when the call is let in; rejects with a refusal if that takes too long. */
  wait(who: Who): Promise<void>
  /** The call whose turn it is, of those that may have a place. */
  takeNext(mayEnter: (who: Who) => boolean): { who: Who; enter(): void } | undefined
  /** How many wait for a place. */
  count(): number
}

export function createWaitingRoom<Who extends Visitor>(size: RoomSize): WaitingRoom<Who> {
  const turns = createTurns<Who>()
  /** Those who are late, or for whom there was no room. */
  const turnedAway = createHeldBack<Who>(size.heldBack)
  /** There are more than can be served in time: from the first call that was late until the oldest is young again. */
  let isOverfull = false
  let timer: NodeJS.Timeout | null = null

  const hasRoomFor = ({ user, address }: Visitor) =>
    turns.count() < size.waiting &&
    turns.countOfUser(user) < size.waitingOfOneUser &&
    turns.countOfAddress(address) < size.waiting / 2

  function add(call: Waiting<Who>): void {
    if (hasRoomFor(call.who)) turns.add(call)
    else turnedAway.add(call)
    timer ??= setTimeout(sweep, SWEEP_MS)
  }

  function sweep(): void {
    const now = performance.now()
    const late = turns.takeLate(now)
    for (const call of late) turnedAway.add(call)
    isOverfull = late.length > 0 || (isOverfull && turns.findEarliest() - now <= size.waitMs / 2)
    turnedAway.refuseDue(now)
    timer = turns.count() + turnedAway.count() === 0 ? null : setTimeout(sweep, SWEEP_MS)
  }

  return {
    count: () => turns.count(),
    wait: (who) =>
      new Promise((enter, refuse) => add({ who, until: performance.now() + size.waitMs, enter, refuse })),
    /**
     * In the order in which they came while everybody is served in time. When there are too many, the newest first: in
     * order, everybody would wait for as long as possible, and those who are served would be served late.
     */
    takeNext(mayEnter) {
      for (;;) {
        const call = turns.take(mayEnter, isOverfull)
        if (!call?.who.isGone()) return call
        call.refuse(tooMany)
      }
    },
  }
}

/** Who waits for a refusal. Whoever floods the server must not take the room of others, who would come back at once. */
function createHeldBack<Who extends Visitor>(most: number) {
  const calls: Waiting<Who>[] = []
  const countOfUser = createCount()
  const countOfAddress = createCount()
  const change = ({ who }: Waiting<Who>, by: 1 | -1) => {
    countOfUser(who.user, by)
    countOfAddress(who.address, by)
  }
  const hasRoomFor = ({ user, address }: Visitor) =>
    calls.length < most && countOfUser(user) < most / 10 && countOfAddress(address) < most / 2
  let ever = 0

  return {
    count: () => calls.length,
    add(call: Waiting<Who>): void {
      if (!hasRoomFor(call.who)) return call.refuse(tooManyToHold)
      const { least, most: longest } = HELD_BACK_MS
      call.until = performance.now() + least + (longest - least) * ((ever * GOLDEN_RATIO) % 1)
      ever += 1
      calls.push(call)
      change(call, 1)
    },
    refuseDue(now: number): void {
      for (const call of takeDue(calls, now)) {
        change(call, -1)
        call.refuse(tooMany)
      }
    },
  }
}

/** Who waits, user by user. Whoever got a place goes to the other end, with the calls that are left. */
function createTurns<Who extends Visitor>() {
  let turns: Turn<Who>[] = []
  const turnOf = new Map<string, Turn<Who>>()
  const countOfAddress = createCount()
  let count = 0

  function remove({ who }: Waiting<Who>): void {
    count -= 1
    countOfAddress(who.address, -1)
    if (turnOf.get(who.user)?.calls.length === 0) turnOf.delete(who.user)
  }

  return {
    count: () => count,
    countOfUser: (user: string) => turnOf.get(user)?.calls.length ?? 0,
    countOfAddress: (address: string) => countOfAddress(address),
    findEarliest: () =>
      turns.reduce((earliest, { calls }) => Math.min(earliest, calls[0]?.until ?? Infinity), Infinity),
    add(call: Waiting<Who>): void {
      const { user, address } = call.who
      count += 1
      countOfAddress(address, 1)
      const turn = turnOf.get(user) ?? { calls: [] }
      if (turn.calls.push(call) > 1) return
      turnOf.set(user, turn)
      turns.push(turn)
    },
    take(mayEnter: (who: Who) => boolean, newestFirst: boolean): Waiting<Who> | undefined {
      const index = findNext(turns, newestFirst, mayEnter)
      const turn = turns[index]
      const call = newestFirst ? turn?.calls.pop() : turn?.calls.shift()
      if (!turn || !call) return undefined
      remove(call)
      turns.splice(index, 1)
      if (turn.calls.length > 0) turns.splice(newestFirst ? 0 : turns.length, 0, turn)
      return call
    },
    takeLate(now: number): Waiting<Who>[] {
      const late = turns
        .filter(({ calls }) => (calls[0]?.until ?? Infinity) <= now)
        .flatMap(({ calls }) => takeBefore(calls, now))
      for (const call of late) remove(call)
      if (late.length > 0) turns = turns.filter(({ calls }) => calls.length > 0)
      return late
    },
  }
}

/** A plain loop: it passes many users, for every sale, while their address has no place. */
function findNext<Who>(turns: Turn<Who>[], newestFirst: boolean, mayEnter: (who: Who) => boolean): number {
  for (let passed = 0; passed < turns.length; passed += 1) {
    const index = newestFirst ? turns.length - 1 - passed : passed
    const calls = turns[index]?.calls ?? []
    const call = calls[newestFirst ? calls.length - 1 : 0]
    if (call && mayEnter(call.who)) return index
  }
  return -1
}

/** Removes the calls whose time is over; they are the first ones. */
function takeBefore<Call extends { until: number }>(calls: Call[], now: number): Call[] {
  const inTime = calls.findIndex(({ until }) => until > now)
  return calls.splice(0, inTime < 0 ? calls.length : inTime)
}

/** Removes the calls whose time is over, wherever they are. In place, because it happens often and most stay. */
function takeDue<Call extends { until: number }>(calls: Call[], now: number): Call[] {
  const due: Call[] = []
  let kept = 0
  for (const call of calls) {
    if (call.until <= now) due.push(call)
    else calls[kept++] = call
  }
  calls.length = kept
  return due
}

/** How many there are of each name; only those of which there are some take memory. */
function createCount(): (name: string, change?: number) => number {
  const counts = new Map<string, number>()
  return (name, change = 0) => {
    const count = (counts.get(name) ?? 0) + change
    if (count === 0) counts.delete(name)
    else if (change !== 0) counts.set(name, count)
    return count
  }
}
