// At most one server works on a data folder. This is ensured by a lock that PostgreSQL keeps for one open connection,
// so it disappears with its process, however that ends, and no file is ever left behind.
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

/** Any number, as long as nobody else uses it in this database. */
const LOCK_KEY = 4_639_001
/** PostgreSQL needs a moment to see that a killed holder is gone. */
const DEAD_HOLDER_MS = 1_500
/** After a crash of one of its processes PostgreSQL drops every connection and is back within seconds. */
const RECONNECT_MS = 30_000

export interface InstanceLock {
  release(): Promise<void>
}

export class AlreadyRunningError extends Error {
  override name = 'AlreadyRunningError'
}

interface Keeping {
  /** The connection broke: ensures that there is a PostgreSQL to connect to. */
  revive(): Promise<void>
  /** Called at most once, if the lock could not be taken back. */
  onLost(error: unknown): void
}

export async function holdInstanceLock(url: string, { revive, onLost }: Keeping): Promise<InstanceLock> {
  const released = new AbortController()
  let holder = await takeWithin(url, DEAD_HOLDER_MS, released.signal)
  const watch = () =>
    holder.once('end', () => {
      if (!released.signal.aborted) void regain()
    })
  const regain = async () => {
    try {
      await revive()
      holder = await takeWithin(url, RECONNECT_MS, released.signal)
      watch()
    } catch (error) {
      if (!released.signal.aborted) onLost(error)
    }
  }
  watch()
  return {
    async release() {
      released.abort()
      await holder.end()
    },
  }
}

async function takeWithin(url: string, patience_ms: number, released: AbortSignal): Promise<Client> {
  const giveUpAt = performance.now() + patience_ms
  for (;;) {
    const isLast = performance.now() >= giveUpAt
    const taken = await take(url).catch((error: unknown) => {
      if (isLast) throw error
      return null
    })
    if (taken && !released.aborted) return taken
    await taken?.end()
    released.throwIfAborted()
    if (isLast)
      throw new AlreadyRunningError(
        'FlexPower is already running on this data folder: stop it first, or choose another folder with FLEXPOWER_DATA_DIR.',
      )
    await sleep(100)
  }
}

async function take(url: string): Promise<Client | null> {
  const client = new Client({
    connectionString: url,
    application_name: 'flexpower instance lock',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  // The 'end' event that follows is what counts; without a listener the error would end the process.
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    LOCK_KEY,
  ])
  if (rows[0]?.taken) return client
  await client.end()
  return null
}
