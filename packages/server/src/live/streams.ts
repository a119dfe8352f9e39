// The streams of this process: who has one, and what is written into them. A user has at most two, in all processes together:
// with a third, the oldest is closed by the process that has it.
import { Readable } from 'node:stream'
import {
  LIVE_CHANGED,
  LIVE_CLOSED,
  LIVE_OPENED,
  liveChanged,
  liveClosed,
  type LiveEnd,
  liveOpened,
} from '@flexpower/contract'
import * as z from 'zod/mini'

const STREAMS_OF_ONE_USER = 2
/** A client that has not read this much is gone. */
const UNREAD_MOST_BYTES = 16 * 1024

export interface StreamOwner {
  userId: number
  sessionId: number
  isAdmin: boolean
}

export interface Stream extends StreamOwner {
  /** A later one has a greater number, in all processes. */
  id: number
  content: Readable
  /** What changed before it has begun; null: it has, or it ended before that. */
  held: Set<string> | null
}

/** What changed for whom. */
export interface LiveEvent {
  id: number
  kinds: string[]
  users: number[]
  admins: boolean
}

type StreamName = Pick<Stream, 'userId' | 'id'>

/** What processes tell each other about streams. */
export type StreamNews = { opened: StreamName } | { closed: StreamName }

export interface Streams {
  open(id: number, owner: StreamOwner): Stream
  deliver(event: LiveEvent): void
  /** Another process opened or closed one. */
  note(news: StreamNews): void
  end(stream: Stream, reason: LiveEnd): void
  all(): Stream[]
  ofUser(userId: number): Stream[]
}

export function createStreams(announce: (news: StreamNews) => void): Streams {
  const own = new Map<number, Stream>()
  const users = createUsers((id) => own.has(id))
  const admins = new Set<Stream>()
  const ofUser = (userId: number) =>
    users
      .list(userId)
      .map((id) => own.get(id))
      .filter((stream) => stream !== undefined)

  function end(stream: Stream, reason: LiveEnd): void {
    write(stream, writeEvent(LIVE_CLOSED, z.encode(liveClosed, { reason })))
    stream.content.push(null)
    stream.held = null
    // Of a server that stops the others need no word: its streams are the oldest of users who come to them.
    forget(stream, reason !== 'stopping')
  }

  function forget(stream: Stream, isTold = true): void {
    if (!own.delete(stream.id)) return
    admins.delete(stream)
    users.remove(stream)
    if (isTold) announce({ closed: { userId: stream.userId, id: stream.id } })
  }

  function add(name: StreamName): void {
    const surplus = users.add(name)
    const stream = surplus === null ? undefined : own.get(surplus)
    if (stream) end(stream, 'replaced')
    else if (surplus !== null) users.remove({ ...name, id: surplus })
  }

  return {
    open(id, owner) {
      const content = new Readable({ read: () => {}, highWaterMark: 0 })
      const stream: Stream = { ...owner, id, content, held: new Set() }
      own.set(id, stream)
      if (owner.isAdmin) admins.add(stream)
      add(stream)
      announce({ opened: { userId: owner.userId, id } })
      content.once('close', () => forget(stream))
      return stream
    },
    deliver(event) {
      const told = new Set(event.users.flatMap(ofUser))
      if (event.admins) for (const stream of admins) told.add(stream)
      for (const stream of told)
        if (stream.held) for (const kind of event.kinds) stream.held.add(kind)
        else writeChanged(stream, event.id, event.kinds)
    },
    note(news) {
      if ('closed' in news) users.remove(news.closed)
      else if (users.mayHaveSurplus(news.opened)) add(news.opened)
    },
    end,
    all: () => [...own.values()],
    ofUser,
  }
}

/** Of users with a stream here: their streams in all processes, the oldest first. */
function createUsers(isOwn: (id: number) => boolean) {
  const byUser = new Map<number, number[]>()
  const list = (userId: number) => byUser.get(userId) ?? []
  return {
    list,
    /** Without a stream here there is none to close, and one's own news says nothing new. */
    mayHaveSurplus: ({ userId, id }: StreamName) => byUser.has(userId) && !list(userId).includes(id),
    /** Returns the one that is too many. */
    add({ userId, id }: StreamName): number | null {
      // Others are heard of a moment later, and not in their order.
      const ids = [...list(userId), id].toSorted((one, other) => one - other)
      byUser.set(userId, ids)
      return ids.length > STREAMS_OF_ONE_USER ? (ids[0] ?? null) : null
    },
    remove({ userId, id }: StreamName): void {
      const left = list(userId).filter((each) => each !== id)
      if (left.some(isOwn)) byUser.set(userId, left)
      else byUser.delete(userId)
    },
  }
}

function write({ content }: Stream, text: string): void {
  if (content.readableLength > UNREAD_MOST_BYTES) content.destroy()
  else content.push(text)
}

const writeEvent = (name: string, data: unknown, id?: number): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** What a stream begins with: unless it is complete, something may have changed that nobody will tell. */
export const writeOpened = (stream: Stream, last: number, isComplete: boolean): void =>
  write(stream, writeEvent(LIVE_OPENED, z.encode(liveOpened, { isComplete }), last))

/** The first events of a stream: where it begins, and what its browser has missed. One that ended meanwhile has none. */
export function beginStream(stream: Stream, last: number, missed: string[] | null): void {
  if (stream.held === null) return
  writeOpened(stream, last, missed !== null)
  const kinds = [...stream.held, ...(missed ?? [])]
  stream.held = null
  if (kinds.length > 0) writeChanged(stream, last, [...new Set(kinds)])
}

const writeChanged = (stream: Stream, id: number, kinds: string[]): void =>
  write(stream, writeEvent(LIVE_CHANGED, z.encode(liveChanged, { kinds }), id))

/** A comment: it keeps the connection open, and shows when it is dead. */
export const writeBeat = (stream: Stream): void => write(stream, ':\n\n')
