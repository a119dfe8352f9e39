// The database may start after the server, for example after a power cut: the server waits for it up to a limit, with a
// sentence every few seconds. An address that leads to the wrong place is found here too, before anything is sold.
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { readPlaces, showPlaces } from './address.ts'
import { describeAway, isDatabaseAway } from './away.ts'
import { connect, readProcessId } from './connection.ts'

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

export interface Addresses {
  url: string
  /** A pooler in front of it, see db.ts. */
  poolerUrl?: string | null
}

export async function waitForDatabase(
  { url, poolerUrl = null }: Addresses,
  { withinMs, tell }: Waiting,
): Promise<void> {
  const places = poolerUrl === null ? readPlaces(url) : [...readPlaces(poolerUrl), ...readPlaces(url)]
  const where = showPlaces(places)
  const begun = performance.now()
  let toldAt = Number.NEGATIVE_INFINITY
  for (;;) {
    const problem = await tryToConnect(url, poolerUrl)
    if (problem === null) return
    if (problem instanceof DatabaseMissing) throw problem
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

async function tryToConnect(url: string, poolerUrl: string | null): Promise<unknown> {
  try {
    const connection = await connect(url, { application_name: 'flexpower' })
    try {
      const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid')
      // A pooler greets by itself and with a number of its own, in every mode.
      if (rows[0]?.pid !== readProcessId(connection)) return new DatabaseMissing(explainPooler(poolerUrl))
      return poolerUrl === null ? null : await tryPooler(connection, poolerUrl)
    } finally {
      await connection.end()
    }
  } catch (error) {
    return error
  }
}

const explainPooler = (poolerUrl: string | null) =>
  poolerUrl === null
    ? 'DATABASE_URL leads to a connection pooler such as pgbouncer, through which locks and notifications do not work: set FLEXPOWER_DATABASE_DIRECT_URL to the address of PostgreSQL itself.'
    : 'FLEXPOWER_DATABASE_DIRECT_URL leads to a connection pooler such as pgbouncer, through which locks and notifications do not work: it must be the address of PostgreSQL itself.'

/** For a lock that only shows where the addresses lead. */
const SAME_PLACE_CLASS = 7_063_204

/** The pooler lets us in, allows transactions, and a lock that is taken around it is seen through it. */
async function tryPooler(direct: pg.Client, poolerUrl: string): Promise<unknown> {
  const key = randomInt(1, 2 ** 31 - 1)
  await direct.query('select pg_advisory_lock($1, $2)', [SAME_PLACE_CLASS, key])
  const pooled = await connect(poolerUrl, { application_name: 'flexpower', witness: null })
  try {
    await pooled.query('begin')
    const { rows } = await pooled.query<{ is_seen: boolean }>(
      `select exists (select from pg_locks join pg_database on pg_database.oid = database and datname = current_database()
         where locktype = 'advisory' and classid = $1 and objid = $2) as is_seen`,
      [SAME_PLACE_CLASS, key],
    )
    await pooled.query('commit')
    if (rows[0]?.is_seen === true) return null
    return new DatabaseMissing(
      'DATABASE_URL and FLEXPOWER_DATABASE_DIRECT_URL lead to different databases: the first must be a pooler in front of the second.',
    )
  } finally {
    await pooled.end()
  }
}
