// The database may start after the server, for example after a power cut: the server waits for it up to a limit, with a
// sentence every few seconds.
import { setTimeout as sleep } from 'node:timers/promises'
import { readPlaces, showPlaces } from './address.ts'
import { describeAway, isDatabaseAway } from './away.ts'
import { connect } from './connection.ts'

const LOOK_EVERY_MS = 500
const TELL_EVERY_MS = 5_000

/** The database did not come, or refuses our sign-in; the message is a sentence for the person who starts the server. */
export class DatabaseMissing extends Error {
  override name = 'DatabaseMissing'
}

export interface Waiting {
  withinMs: number
  tell(sentence: string): void
}

export async function waitForDatabase(url: string, { withinMs, tell }: Waiting): Promise<void> {
  const where = showPlaces(readPlaces(url))
  const begun = performance.now()
  let toldAt = Number.NEGATIVE_INFINITY
  for (;;) {
    const problem = await tryToConnect(url)
    if (problem === null) return
    const why = describeAway(problem)
    if (!isDatabaseAway(problem))
      throw new DatabaseMissing(
        `The database at ${where} does not let FlexPower in (${why}): check DATABASE_URL.`,
      )
    const waitedMs = performance.now() - begun
    if (waitedMs >= withinMs)
      throw new DatabaseMissing(
        `The database at ${where} did not come within ${withinMs / 1000} s (${why}): start it, or check DATABASE_URL.`,
      )
    if (performance.now() - toldAt >= TELL_EVERY_MS) {
      tell(`Waiting for the database at ${where} (${why}) …`)
      toldAt = performance.now()
    }
    await sleep(Math.min(LOOK_EVERY_MS, withinMs))
  }
}

async function tryToConnect(url: string): Promise<unknown> {
  try {
    const connection = await connect(url, { application_name: 'flexpower' })
    await connection.end()
    return null
  } catch (error) {
    return error
  }
}
