// A replica for calls that read much. It is read only when it has everything that the primary had when the call began,
// so nobody, at whichever server, misses what they or somebody else has just written. If it is away or behind, the
// primary is read, and nobody waits long to find that out.
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeAway, isCancelled, isDatabaseAway } from './away.ts'
import { type Limits, usualLimits } from './connection.ts'
import { type Db, openDb } from './db.ts'
import { createLanes } from './lanes.ts'

export interface Replica {
  /** For work that only reads: on the replica or on the primary, and again on the primary if the replica is lost. */
  read<Result>(work: (db: Db) => Promise<Result>): Promise<Result>
  /** How often which of the two was read. */
  counts(): Readonly<{ replica: number; primary: number }>
  close(): Promise<void>
}

export interface ReplicaOptions {
  url: string
  primary: Db
  /** One that is further behind is not asked for a while. */
  lagMostMs: number
  log: { warn(text: string): void }
  /** How long a call waits for it. */
  catchUpMs?: number
  limits?: Limits
}

/** Replaying takes milliseconds. */
const CATCH_UP_MS = 200
const LOOK_AGAIN_MS = 5
/** How long a replica is not asked after it was away or too far behind. */
const REST_MS = 5_000
const CONNECT_MS = 1_000
const TOGETHER_MOST = 1_000

/** How far the primary has come. Only what is in its log can be seen on the replica, and a commit is in it. */
interface Position {
  system: string
  place: string
}

interface Look {
  has_it: boolean
  is_standby: boolean
  lag_ms: number
}

export function openReplica({
  url,
  primary,
  lagMostMs,
  log,
  catchUpMs = CATCH_UP_MS,
  limits = { ...usualLimits, connectMs: CONNECT_MS },
}: ReplicaOptions): Replica {
  const { db, close } = openDb({ url, limits, onConnectionLost: () => {} })
  const counts = { replica: 0, primary: 0 }
  let restsUntil = Number.NEGATIVE_INFINITY
  let told: string | null = null
  const rest = (why: string) => {
    restsUntil = performance.now() + REST_MS
    if (told !== why) log.warn(`The replica is not read, but the primary: ${why}.`)
    told = why
  }
  /** One look for all calls that begin at the same moment. */
  const isThere = createLanes<null, boolean>({
    lanes: 1,
    mostPerBatch: TOGETHER_MOST,
    run: async (calls) => {
      const why = await findObstacle(primary, db, { lagMostMs, catchUpMs }).catch(describeAway)
      if (typeof why === 'string') rest(why)
      else if (why === null && told !== null) {
        log.warn('The replica is read again.')
        told = null
      }
      return calls.map(() => why === null)
    },
  })
  return {
    async read(work) {
      if (performance.now() >= restsUntil && (await isThere(null)))
        try {
          counts.replica += 1
          return await work(db)
        } catch (error) {
          if (!mayPass(error)) throw error
          rest(describeAway(error))
        }
      counts.primary += 1
      return work(primary)
    },
    counts: () => ({ ...counts }),
    close,
  }
}

/** Lost, or ended because the primary removed rows that were being read. Not: slow. */
const mayPass = (error: unknown): boolean =>
  !isCancelled(error) && (isDatabaseAway(error) || /^40(001|P01)$/.test(describeAway(error)))

/** Null: it can be read. False: it is just behind, for this call. Otherwise why it cannot be read for a while. */
async function findObstacle(
  primary: Db,
  replica: Db,
  { lagMostMs, catchUpMs }: { lagMostMs: number; catchUpMs: number },
): Promise<string | false | null> {
  const { rows } = await sql<Position>`
    select system_identifier::text as system, pg_current_wal_flush_lsn()::text as place from pg_control_system()`.execute(
    primary,
  )
  const [position] = rows
  if (!position) return false
  const begun = performance.now()
  for (;;) {
    const look = await lookAt(replica, position)
    if (look === null) return 'FLEXPOWER_REPLICA_URL leads to another database'
    if (!look.is_standby) return 'it is no standby'
    if (look.has_it) return null
    if (look.lag_ms > lagMostMs) return 'it is too far behind'
    if (performance.now() - begun > catchUpMs) return false
    await sleep(LOOK_AGAIN_MS)
  }
}

/** Null: it has another system's data. The lag is the age of the last commit that it has, or nothing without one. */
async function lookAt(replica: Db, { system, place }: Position): Promise<Look | null> {
  const { rows } = await sql<Look>`
    select pg_is_in_recovery() as is_standby, coalesce(pg_last_wal_replay_lsn() >= ${place}::pg_lsn, false) as has_it,
        coalesce(extract(epoch from now() - pg_last_xact_replay_timestamp()) * 1000, 0)::float8 as lag_ms
      from pg_control_system() where system_identifier::text = ${system}`.execute(replica)
  return rows[0] ?? null
}
