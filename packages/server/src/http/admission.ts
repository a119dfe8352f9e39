// How many calls the server works on at once. The others wait: a call that waits costs almost nothing, and refusing it
// would only bring it back. Nothing here depends on the speed of the machine: there are enough places to fill the
// batches of the database (db/lanes.ts), and a faster machine empties them faster (docs/decisions/0019).
import type { Lane } from '@flexpower/contract'
import { type CallPlace, workAt } from '../runtime/place.ts'
import { createWaitingRoom, type RoomSize, type Visitor, type WaitingRoom } from './waiting-room.ts'

export interface LaneSize extends RoomSize {
  /** Worked on at once. A call that waits for another server is not worked on (runtime/place.ts). */
  atOnce: number
  atOnceOfOneUser: number
  /** Nearly all, because a whole shop may share an address; the rest is for those who come from elsewhere. */
  atOnceOfOneAddress: number
}

/**
 * Sales have a separate lane. Calls that read much have a narrow one, well below the number of database connections:
 * reports wait for each other, and nobody waits for them.
 */
const lanes: Record<Lane, LaneSize> = {
  sales: {
    atOnce: 144,
    atOnceOfOneUser: 8,
    atOnceOfOneAddress: 128,
    waiting: 10_000,
    waitingOfOneUser: 100,
    waitMs: 800,
  },
  reading: {
    atOnce: 4,
    atOnceOfOneUser: 2,
    atOnceOfOneAddress: 3,
    waiting: 200,
    waitingOfOneUser: 20,
    waitMs: 10_000,
  },
  rest: {
    atOnce: 150,
    atOnceOfOneUser: 50,
    atOnceOfOneAddress: 130,
    waiting: 2_000,
    waitingOfOneUser: 200,
    waitMs: 5_000,
  },
}

/**
 * How many calls have begun, for each place: the others of them wait for another server, or for a client to read the
 * next piece of a list. With a utility that hangs, more would only hold more money for longer.
 */
const BEGUN_MOST = 16

export interface Admission {
  /** Waits for a place and keeps it until the work is done. */
  within<Result>(lane: Lane, visitor: Visitor, work: () => Promise<Result>): Promise<Result>
  /** For a call that was admitted and whose answer goes on piece by piece. It is one that its user has begun. */
  goOn(lane: Lane, visitor: Visitor): GoingOn
}

export interface GoingOn {
  /** Waits for a place however long that takes, and keeps it until this piece of work is done. */
  turn<Result>(work: () => Promise<Result>): Promise<Result>
  end(): void
}

export function createAdmission(sizes = lanes): Admission {
  const places = Object.fromEntries(
    Object.entries(sizes).map(([lane, size]) => [lane, createPlaces(size)]),
  ) as Record<Lane, Places>
  return {
    within: (lane, visitor, work) => places[lane].within(visitor, work),
    goOn: (lane, visitor) => places[lane].goOn(visitor),
  }
}

/** What everybody, one address or one user has of the places. */
interface Share {
  readonly most: number
  taken: number
  begun: number
}

const hasPlace = ({ taken, most }: Share) => taken < most
const mayBegin = (share: Share) => hasPlace(share) && share.begun < share.most * BEGUN_MOST

interface Guest extends Visitor {
  ofAddress: Share
  ofUser: Share
}

interface Queue {
  room: WaitingRoom<Guest>
  mayEnter(guest: Guest): boolean
}

interface Places {
  within<Result>(visitor: Visitor, work: () => Promise<Result>): Promise<Result>
  goOn(visitor: Visitor): GoingOn
}

function createPlaces(size: LaneSize): Places {
  const all: Share = { most: size.atOnce, taken: 0, begun: 0 }
  const addresses = createShares(size.atOnceOfOneAddress)
  const users = createShares(size.atOnceOfOneUser)
  const { newCalls, pieces } = createQueues(size, all)
  const change = ({ ofAddress, ofUser }: Guest, what: 'taken' | 'begun', by: 1 | -1) => {
    ofAddress[what] += by
    ofUser[what] += by
    all[what] += by
  }
  const begin = (guest: Guest) => {
    change(guest, 'taken', 1)
    change(guest, 'begun', 1)
  }
  const letIn = createLetIn([pieces, newCalls], begin)
  /** One place or one begun call less lets at most one in: looking for a second would pass everybody who waits. */
  const fill = () => {
    if (hasPlace(all)) letIn()
  }
  const release = (guest: Guest) => {
    change(guest, 'taken', -1)
    fill()
  }

  async function workFor<Result>(
    visitor: Visitor,
    { room, mayEnter }: Queue,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const { user, address } = visitor
    const guest = { ...visitor, ofAddress: addresses.find(address), ofUser: users.find(user) }
    try {
      // Whenever a place becomes free it is given away, so there is one only if nobody who waits may have it.
      if (mayEnter(guest)) begin(guest)
      else await room.wait(guest)
      try {
        const place = { take: () => change(guest, 'taken', 1), release: () => release(guest) }
        return await workAt(createPlace(place), work)
      } finally {
        change(guest, 'begun', -1)
        release(guest)
      }
    } finally {
      addresses.leave(address)
      users.leave(user)
    }
  }

  return {
    within: (visitor, work) => workFor(visitor, newCalls, work),
    goOn(visitor) {
      // Only of its user's: clients that do not read their lists must keep nobody else waiting.
      const share = users.find(visitor.user)
      share.begun += 1
      return {
        turn: (work) => workFor(visitor, pieces, work),
        end() {
          share.begun -= 1
          users.leave(visitor.user)
          fill()
        },
      }
    },
  }
}

function createQueues(size: RoomSize, all: Share): { newCalls: Queue; pieces: Queue } {
  return {
    newCalls: {
      room: createWaitingRoom(size),
      mayEnter: ({ ofAddress, ofUser }) => mayBegin(ofAddress) && mayBegin(ofUser) && mayBegin(all),
    },
    pieces: {
      room: createWaitingRoom({ waiting: Infinity, waitingOfOneUser: Infinity, waitMs: Infinity }),
      mayEnter: ({ ofAddress, ofUser }) => hasPlace(ofAddress) && hasPlace(ofUser) && hasPlace(all),
    },
  }
}

/** Gives a free place to one who waits, if there is one who may have it. */
function createLetIn(queues: Queue[], begin: (guest: Guest) => void): () => boolean {
  return () => {
    for (const queue of queues) {
      const next = queue.room.takeNext(queue.mayEnter)
      if (!next) continue
      begin(next.who)
      // The other one is the first next time: neither long lists nor new calls keep the others waiting.
      if (queue === queues[0]) queues.reverse()
      next.enter()
      return true
    }
    return false
  }
}

/** The shares of all who call at the moment, by name; only those take memory. */
function createShares(most: number): { find(name: string): Share; leave(name: string): void } {
  const shares = new Map<string, Share & { calls: number }>()
  return {
    find(name) {
      const share = shares.get(name) ?? { most, taken: 0, begun: 0, calls: 0 }
      if (share.calls === 0) shares.set(name, share)
      share.calls += 1
      return share
    },
    leave(name) {
      const share = shares.get(name)
      if (!share) return
      share.calls -= 1
      if (share.calls === 0) shares.delete(name)
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
