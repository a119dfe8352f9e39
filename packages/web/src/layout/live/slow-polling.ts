// While the server tells what changes, asking for the same from time to time is only a safety net, against a hint that was
// lost. Without the stream pages ask as often as they want to.
import { LIVE_KINDS } from '@flexpower/contract'
import type { QueryClient } from '@tanstack/react-query'
import { setPace } from '../../api/hooks/use-call.ts'
import { listReads } from './read-again.ts'

const NET_MS = 120_000
/** What is asked for more often than this is what somebody waits for. */
const WAITED_FOR_MS = 10_000
/** It also has the state of the utility, of which there are no hints. */
const UNTOLD = 'counter'

const told = new Set(listReads(LIVE_KINDS).filter((path) => path !== UNTOLD))

export const slowDown = (path: unknown, ms: number): number =>
  ms < WAITED_FOR_MS || !told.has(String(path)) ? ms : Math.max(ms, NET_MS)

/** From now on, also for what is in view. Nothing is read at this moment: many browsers lose their stream together. */
export function setFollowing(client: QueryClient, isFollowing: boolean): void {
  setPace(isFollowing ? slowDown : undefined)
  for (const { observers } of client.getQueryCache().getAll())
    for (const observer of observers) observer.setOptions(observer.options)
}
