// How many calls the server works on at once. The others wait: a call that waits costs almost nothing, and refusing it
// would only bring it back. Nothing here depends on the speed of the machine: there are enough places to fill the
// batches of the database (db/lanes.ts), and a faster machine empties them faster (docs/decisions/0019).
import type { Lane } from '@flexpower/contract'
import { type CallPlace, workAt } from '../runtime/place.ts'
import { createCount, createWaitingRoom, type RoomSize, type Visitor } from './waiting-room.ts'

export interface LaneSize extends RoomSize {
  /** Worked on at once. A call that waits for another server is not worked on (runtime/place.ts). */
  atOnce: number
  atOnceOfOneUser: number
}

/**
 * Sales have a separate lane. Calls that read much have a narrow one, well below the number of database connections:
 * reports wait for each other, and nobody waits for them.
 */
const lanes: Record<Lane, LaneSize> = {
  sales: { atOnce: 128, atOnceOfOneUser: 8, waiting: 10_000, waitingOfOneUser: 100, waitMs: 800 },
  reading: { atOnce: 4, atOnceOfOneUser: 2, waiting: 200, waitingOfOneUser: 20, waitMs: 10_000 },
  rest: { atOnce: 150, atOnceOfOneUser: 50, waiting: 2_000, waitingOfOneUser: 200, waitMs: 5_000 },
}

/**
 * How many calls have begun, for each place: the others of them wait for another server. With a utility that hangs, more
 * would only hold more money for longer.
 */
const BEGUN_MOST = 16

export interface Admission {
  /** Waits for a place and keeps it until the work is done. */
  within<Result>(lane: Lane, visitor: Visitor, work: () => Promise<Result>): Promise<Result>
  /** The next piece of a call that was admitted before: waits for a place however long that takes. */
  turn<Result>(lane: Lane, work: () => Promise<Result>): Promise<Result>
}

export function createAdmission(sizes = lanes): Admission {
  const places = Object.fromEntries(
    Object.entries(sizes).map(([lane, size]) => [lane, createPlaces(size)]),
  ) as Record<Lane, Places>
  return {
    async within(lane, visitor, work) {
      await places[lane].enter(visitor)
      return places[lane].work(visitor.user, work)
    },
    async turn(lane, work) {
      await places[lane].goOn()
      return places[lane].work(null, work)
    },
  }
}

interface Places {
  enter(visitor: Visitor): Promise<void>
  goOn(): Promise<void>
  /** To be called with a place; gives it back at the end. */
  work<Result>(user: string | null, work: () => Promise<Result>): Promise<Result>
}

function createPlaces(size: LaneSize): Places {
  let taken = 0
  const takenBy = createCount()
  let begun = 0
  const begunBy = createCount()
  const room = createWaitingRoom(size)
  const goingOn: (() => void)[] = []

  const isFull = () => taken >= size.atOnce || begun >= size.atOnce * BEGUN_MOST
  const mayEnter = (user: string) =>
    takenBy(user) < size.atOnceOfOneUser && begunBy(user) < size.atOnceOfOneUser * BEGUN_MOST
  const take = (user: string | null) => {
    taken += 1
    if (user !== null) takenBy(user, 1)
  }
  const release = (user: string | null) => {
    taken -= 1
    if (user !== null) takenBy(user, -1)
    while (!isFull() && letIn()) continue
  }
  const begin = (user: string | null, change: 1 | -1) => {
    begun += change
    if (user !== null) begunBy(user, change)
  }
  const letIn = (): boolean => {
    const goOn = goingOn.shift()
    const next = goOn ? { user: null, enter: goOn } : room.takeNext(mayEnter)
    if (!next) return false
    take(next.user)
    begin(next.user, 1)
    next.enter()
    return true
  }

  return {
    async enter(visitor) {
      // Whenever a place becomes free it is given away, so there is one only if nobody who waits may have it.
      if (isFull() || !mayEnter(visitor.user)) return room.wait(visitor)
      take(visitor.user)
      begin(visitor.user, 1)
    },
    async goOn() {
      if (isFull()) return new Promise<void>((resolve) => goingOn.push(resolve))
      take(null)
      begin(null, 1)
    },
    async work(user, work) {
      try {
        return await workAt(createPlace({ take: () => take(user), release: () => release(user) }), work)
      } finally {
        begin(user, -1)
        release(user)
      }
    },
  }
}

/** A call may wait for several servers at the same time: it has its place while it waits for none. */
function createPlace({ take, release }: { take(): void; release(): void }): CallPlace {
  let waits = 0
  return {
    giveAway() {
      waits += 1
      if (waits === 1) release()
    },
    takeAgain() {
      waits -= 1
      if (waits === 0) take()
    },
  }
}
