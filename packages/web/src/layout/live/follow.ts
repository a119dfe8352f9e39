// Follows the server while a page is in view: holds a stream of hints, goes on after a cut where it was, and says what to read
// again. If there is no stream, the pages ask from time to time.
import {
  LAST_EVENT_HEADER,
  LIVE_CHANGED,
  LIVE_CLOSED,
  LIVE_KINDS,
  LIVE_OPENED,
  live,
  type LiveEnd,
} from '@flexpower/contract'
import { send } from '../../api/client.ts'
import { readToken } from '../../api/session.ts'
import { readEvents, type ServerEvent } from './event-stream.ts'

/** After the page has read what it shows: on a poor link the stream must not be in its way. */
const BEGIN_AFTER_MS = 2_000
/** The server gives a sign of life every 4 seconds. A dead stream is given up, so that the next one can begin. */
const SILENT_MS = 12_000
const WAITS_MS = [1_000, 3_000, 10_000, 30_000, 60_000]
/** A page that nobody sees needs no stream, and a phone in a pocket no traffic. */
const HIDDEN_MS = 60_000
/** All browsers learn at the same moment that they must read again: each waits a little. */
const SPREAD_MS = 3_000

export interface Follower {
  /** These kinds of records have changed. */
  onChanged: (kinds: readonly string[]) => void
  /** The session has ended, or may have. */
  onSessionEnd: () => void
  /** The stream is open, or not any more. */
  onStream: (isOpen: boolean) => void
  /** Something came from the server. */
  onSign: () => void
}

/** Returns how to stop. */
export function followServer({ onChanged, onSessionEnd, onStream, onSign }: Follower): () => void {
  let last: number | null = null
  let failures = 0
  let isStopped = false
  let stream: AbortController | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined

  const openLater = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void open(), ms * (0.5 + Math.random()))
  }

  async function open(): Promise<void> {
    if (isStopped || document.hidden || stream !== null) return
    stream = new AbortController()
    const onEvent = ({ id, name, data }: ServerEvent) => {
      if (id !== null) last = Math.max(last ?? 0, id)
      take(name, data as { complete?: boolean; kinds?: string[] })
    }
    const end = await readStream(stream, last, onEvent, onSign)
    stream = null
    onStream(false)
    if (!isStopped) goOn(end)
  }

  function take(name: string, { complete, kinds }: { complete?: boolean; kinds?: string[] }): void {
    failures = 0
    if (name === LIVE_CHANGED) onChanged(kinds ?? [])
    if (name === LIVE_OPENED) onStream(true)
    if (name === LIVE_OPENED && complete === false)
      setTimeout(() => onChanged(LIVE_KINDS), Math.random() * SPREAD_MS)
  }

  function goOn(end: LiveEnd | null): void {
    if (end === 'session') onSessionEnd()
    // Newer pages of this user have the streams: this one tries again when somebody comes back to it.
    if (end === 'replaced') return
    openLater(WAITS_MS[Math.min(failures, WAITS_MS.length - 1)] ?? 0)
    failures += 1
  }

  const onVisibility = () => {
    clearTimeout(hiding)
    if (document.hidden) hiding = setTimeout(() => stream?.abort(), HIDDEN_MS)
    else if (stream === null) openLater(0)
  }
  document.addEventListener('visibilitychange', onVisibility)
  openLater(BEGIN_AFTER_MS)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    clearTimeout(timer)
    clearTimeout(hiding)
    isStopped = true
    stream?.abort()
  }
}

/** Until it ends, for whatever reason; returns the server's reason, if it gave one. */
async function readStream(
  cutting: AbortController,
  last: number | null,
  onEvent: (event: ServerEvent) => void,
  onSign: () => void,
): Promise<LiveEnd | null> {
  let end: LiveEnd | null = null
  let silence = setTimeout(() => cutting.abort(), SILENT_MS)
  const hear = () => {
    onSign()
    clearTimeout(silence)
    silence = setTimeout(() => cutting.abort(), SILENT_MS)
  }
  try {
    const { status, ok, body } = await send(
      live.events,
      {},
      {
        token: readToken(),
        signal: cutting.signal,
        headers: { accept: 'text/event-stream', ...(last !== null && { [LAST_EVENT_HEADER]: String(last) }) },
      },
    )
    if (status === 401) end = 'session'
    if (ok && body !== null)
      await readEvents(
        body,
        (event) => {
          if (event.name === LIVE_CLOSED) end = (event.data as { reason: LiveEnd }).reason
          else onEvent(event)
        },
        hear,
      )
  } catch {
    // Cut, or never there: it is tried again.
  }
  clearTimeout(silence)
  return end
}
