// The place of a call among those that the server works on at once (http/admission.ts). A call that waits for somebody
// else's server costs nothing meanwhile, so it gives its place away and takes it again when the answer is there.
import { AsyncLocalStorage } from 'node:async_hooks'

export interface CallPlace {
  giveAway(): void
  /** Never waits: a call that was admitted goes on at once, before any new one. */
  takeAgain(): void
  /** It asks another side, so how long it takes says how busy that is. */
  ask(): void
}

const places = new AsyncLocalStorage<CallPlace>()

export const workAt = <Result>(place: CallPlace, work: () => Promise<Result>): Promise<Result> =>
  places.run(place, work)

/** For work that is only waiting. Outside a call, as in recovery, it changes nothing. */
export async function whileWaiting<Result>(work: () => Promise<Result>): Promise<Result> {
  const place = places.getStore()
  place?.giveAway()
  try {
    return await work()
  } finally {
    place?.takeAgain()
  }
}

/** The same for a question to another side. */
export function whileAsking<Result>(work: () => Promise<Result>): Promise<Result> {
  places.getStore()?.ask()
  return whileWaiting(work)
}
