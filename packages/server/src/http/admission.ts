// How many calls the server works on at once. The others wait: a call that waits costs almost nothing, and refusing it
// would only bring it back. Nothing here depends on the speed of the machine: there are enough places to fill the
// batches of the database (db/lanes.ts), and a faster machine empties them faster (docs/decisions/0019).
import type { Lane } from '@flexpower/contract'
import { type LaneReading, type Metrics, silent } from '../metrics/metrics.ts'
import { type CallPlace, workAt } from '../runtime/place.ts'
import { createPace, type Pace } from './pace.ts'
import { createWaitingRoom, type RoomSize, type Visitor, type WaitingRoom } from './waiting-room.ts'

export interface LaneSize extends RoomSize {
  /** Worked on at once. A call that waits for another server is not worked on (runtime/place.ts). */
  atOnce: number
  atOnceOfOneUser: number
  /** Nearly all, because a whole shop may share an address; the rest is for those who come from elsewhere. */
  atOnceOfOneAddress: number
  /** Whatever is done here asks another side: a call that ends without was refused, and says nothing about its pace. */
  allAsk: boolean
}

/** More than come at once by themselves. Each costs a few kilobytes, which its connection costs anyway. */
const HELD_BACK = 10_000

/**
 * Sales have a separate lane. Calls that read much have a narrow one, well below the number of database connections:
 * reports wait for each other, and nobody waits for them.
 */
const lanes: Record<Lane, LaneSize> = {
  sales: {
    atOnce: 144,
    atOnceOfOneUser: 8,
    atOnceOfOneAddress: 128,
    allAsk: true,
    waiting: 10_000,
    waitingOfOneUser: 100,
    heldBack: HELD_BACK,
    waitMs: 800,
  },
  reading: {
    atOnce: 4,
    atOnceOfOneUser: 2,
    atOnceOfOneAddress: 3,
    allAsk: false,
    waiting: 200,
    waitingOfOneUser: 20,
    heldBack: HELD_BACK,
    waitMs: 10_000,
  },
  rest: {
    atOnce: 150,
    atOnceOfOneUser: 50,
    atOnceOfOneAddress: 130,
    allAsk: false,
    waiting: 2_000,
    waitingOfOneUser: 200,
    heldBack: HELD_BACK,
    waitMs: 5_000,
  },
}

/**
 * How many calls one user has begun, for each place of theirs: the others of them wait for another server, or for a
 * client to read the next piece of a list.
 */
const BEGUN_OF_ONE_USER = 16

export interface Admission {
  /** Waits for a place and keeps it until the work is done. */
  within<Result>(lane: Lane, visitor: Visitor, work: () => Promise<Result>): Promise<Result>
  /** For a call that was admitted and whose answer goes on piece by piece. It is one that its user has begun. */
  goOn(lane: Lane, visitor: Visitor): GoingOn
  /** How busy each lane is at this moment. */
  read(): LaneReading[]
}

export interface GoingOn {
  /** Waits for a place however long that takes, and keeps it until this piece of work is done. */
  turn<Result>(work: () => Promise<Result>): Promise<Result>
  end(): void
}

export function createAdmission(
  sizes = lanes,
  metrics: Pick<Metrics, 'observeWait' | 'countTurnedAway'> = silent,
): Admission {
  const names = Object.keys(sizes) as Lane[]
  const places = Object.fromEntries(
    names.map((lane) => {
      const onWaited = (ms: number | null) =>
        ms === null ? metrics.countTurnedAway(lane) : metrics.observeWait(lane, ms)
      return [lane, createPlaces(sizes[lane], onWaited)]
    }),
  ) as Record<Lane, Places>
  return {
    read: () => names.map((lane) => ({ lane, ...places[lane].read() })),
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
/** `perPlace`: how many may have begun for each place. */
const mayBegin = (share: Share, perPlace: number) => hasPlace(share) && share.begun < share.most * perPlace

interface Guest extends Visitor {
  ofAddress: Share
  ofUser: Share
}

interface Queue {
  room: WaitingRoom<Guest>
  mayEnter(guest: Guest): boolean
  onWaited: OnWaited
}

interface Places {
  within<Result>(visitor: Visitor, work: () => Promise<Result>): Promise<Result>
  goOn(visitor: Visitor): GoingOn
  read(): Omit<LaneReading, 'lane'>
}

/** Told how long a call has waited; null: it was refused. */
type OnWaited = (ms: number | null) => void

function createPlaces(size: LaneSize, onWaited: OnWaited): Places {
  const all: Share = { most: size.atOnce, taken: 0, begun: 0 }
  const addresses = createShares(size.atOnceOfOneAddress)
  const users = createShares(size.atOnceOfOneUser)
  const pace = createPace(size.atOnce)
  const { newCalls, pieces } = createQueues(size, all, pace, onWaited)
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
    queue: Queue,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const { user, address } = visitor
    const guest = { ...visitor, ofAddress: addresses.find(address), ofUser: users.find(user) }
    try {
      // Whenever a place becomes free it is given away, so there is one only if nobody who waits may have it.
      if (queue.mayEnter(guest)) {
        begin(guest)
        queue.onWaited(0)
      } else await waitIn(queue, guest)
      let saysPace = !size.allAsk
      try {
        const place = {
          take: () => change(guest, 'taken', 1),
          release: () => release(guest),
          ask: () => (saysPace = true),
        }
        return await workAt(createPlace(place), work)
      } finally {
        change(guest, 'begun', -1)
        if (saysPace) pace.finish()
        release(guest)
      }
    } finally {
      addresses.leave(address)
      users.leave(user)
    }
  }

  return {
    within: (visitor, work) => workFor(visitor, newCalls, work),
    read: () => ({ working: all.taken, waiting: newCalls.room.count() }),
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

function createQueues(
  size: RoomSize,
  all: Share,
  pace: Pace,
  onWaited: OnWaited,
): { newCalls: Queue; pieces: Queue } {
  return {
    newCalls: {
      room: createWaitingRoom(size),
      mayEnter: ({ ofAddress, ofUser }) =>
        mayBegin(ofUser, BEGUN_OF_ONE_USER) &&
        mayBegin(ofAddress, pace.perPlace()) &&
        mayBegin(all, pace.perPlace()),
      onWaited,
    },
    pieces: {
      room: createWaitingRoom({
        waiting: Infinity,
        waitingOfOneUser: Infinity,
        heldBack: 0,
        waitMs: Infinity,
      }),
      mayEnter: ({ ofAddress, ofUser }) => hasPlace(ofAddress) && hasPlace(ofUser) && hasPlace(all),
      // A piece is no call.
      onWaited: () => {},
    },
  }
}

async function waitIn({ room, onWaited }: Queue, guest: Guest): Promise<void> {
  const since = performance.now()
  try {
    await room.wait(guest)
    onWaited(performance.now() - since)
  } catch (error) {
    onWaited(null)
    throw error
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
function createPlace({ take, release, ask }: { take(): void; release(): void; ask(): void }): CallPlace {
  let waits = 0
  return {
    ask,
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
