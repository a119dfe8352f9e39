// Each browser holds a stream, each process listens on one connection to what all of them tell (db/listen.ts), and passes on
// to each stream what is for its user. Hints only: what changed is read by ordinary calls.
import { sql } from 'kysely'
import { listen } from '../db/listen.ts'
import { Refusal } from '../refusal.ts'
import { MINUTE_MS } from '../runtime/clock.ts'
import type { Context } from '../runtime/context.ts'
import { repeat } from '../runtime/repeat.ts'
import type { Live } from './live.ts'
import { numberStream, readMissed, readMissedBy, readNewest } from './numbers.ts'
import {
  beginStream,
  createStreams,
  type LiveEvent,
  type Stream,
  type StreamNews,
  type Streams,
  writeBeat,
  writeOpened,
} from './streams.ts'
import { createTeller, LIVE_CHANNEL } from './tell.ts'

/** A counter says within 10 seconds that its link is dead (decision 43). */
const BEAT_EVERY_MS = 4_000
/** Sessions that end by themselves are noticed at the latest after this. */
const CHECK_EVERY_MS = MINUTE_MS
const STREAMS_MOST = 5_000
/** Told of a user when one of their sessions may have ended. */
const SESSION = 'session'

type Parts = Pick<Context, 'config' | 'db' | 'clock' | 'log'>

interface Times {
  beatMs?: number
  checkMs?: number
}

export function createLive(parts: Parts, times: Times = {}): Live {
  const { db } = parts
  const teller = createTeller(db, parts.log)
  const streams = createStreams((news) => teller.announce(news))
  let isEnding = false
  /** From the first stream on. */
  let listening: Promise<() => Promise<void>> | null = null
  const endAll = () => {
    isEnding = true
    for (const stream of streams.all()) streams.end(stream, 'stopping')
  }
  return {
    hint: teller.hint,
    async open(owner, last) {
      if (isEnding || streams.all().length >= STREAMS_MOST) throw tooManyStreams()
      listening ??= start(parts, streams, times).catch((error: unknown) => {
        listening = null
        throw error
      })
      await listening
      // First the stream, then what was missed: nothing can be told in between.
      const stream = streams.open(await numberStream(db), owner)
      try {
        const missed = last === null ? [] : await readMissedBy(db, owner, last)
        beginStream(stream, await readNewest(db), missed?.filter((kind) => kind !== SESSION) ?? null)
      } catch (error) {
        stream.content.destroy()
        throw error
      }
      return stream.content
    },
    endAll,
    async close() {
      endAll()
      await teller.close()
      await (await listening)?.()
    },
  }
}

const tooManyStreams = () =>
  new Refusal('unavailable', 'Too many pages are open. This one asks from time to time instead.', {
    retryAfter: 60,
  })

/** Listens, keeps the streams open, and ends those whose session is over; returns how to stop. */
async function start(
  parts: Parts,
  streams: Streams,
  { beatMs = BEAT_EVERY_MS, checkMs = CHECK_EVERY_MS }: Times,
): Promise<() => Promise<void>> {
  const { db, log } = parts
  let heard = await readNewest(db)
  const take = (told: LiveEvent | StreamNews[]) => {
    if (Array.isArray(told)) return told.forEach(streams.note)
    heard = Math.max(heard, told.id)
    if (!told.kinds.includes(SESSION)) return streams.deliver(told)
    endGone(parts, streams, told.users.flatMap(streams.ofUser)).catch(logUnchecked)
  }
  const logUnchecked = (error: unknown) =>
    log.warn({ err: error }, 'the sessions of streams could not be checked')
  /** What was told while the connection was away. */
  const catchUp = async () => {
    const missed = streams.all().length === 0 ? [] : await readMissed(db, heard)
    missed?.forEach(take)
    if (missed !== null) return
    heard = await readNewest(db)
    for (const stream of streams.all()) writeOpened(stream, heard, false)
  }
  const stopListening = await listen({
    url: parts.config.databaseUrl ?? '',
    channel: LIVE_CHANNEL,
    onTold: (payload) => take(JSON.parse(payload) as LiveEvent | StreamNews[]),
    onListening: () =>
      void catchUp().catch((error: unknown) =>
        log.warn({ err: error }, 'what changed meanwhile could not be read'),
      ),
    onLost: (error) => log.warn({ err: error }, 'listening lost'),
  })
  const beating = setInterval(() => streams.all().forEach(writeBeat), beatMs).unref()
  const stopChecking = repeat({
    pauseMs: () => checkMs,
    run: () => endGone(parts, streams, streams.all()),
    onFailure: logUnchecked,
  })
  return async () => {
    clearInterval(beating)
    await Promise.all([stopListening(), stopChecking()])
  }
}

/** Ends the streams whose session is over, or whose user is no longer what they were. */
async function endGone({ db, clock }: Parts, streams: Streams, some: Stream[]): Promise<void> {
  if (some.length === 0) return
  const { rows } = await sql<{ id: number; is_admin: boolean }>`
    select s.id, u.type = 'Admin' as is_admin from session s join users u on u.id = s.user_id
      where s.id = any(${some.map(({ sessionId }) => sessionId)}::bigint[])
        and s.ended_at is null and s.expires_at > ${clock.now()} and u.deleted_at is null`.execute(db)
  const alive = new Map(rows.map((row) => [row.id, row.is_admin]))
  for (const stream of some)
    if (alive.get(stream.sessionId) !== stream.isAdmin) streams.end(stream, 'session')
}
