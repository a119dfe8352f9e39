// Starts the project's own PostgreSQL, or adopts the one that an earlier, killed start left running on the same data.
// It outlives this process on purpose: only stop() ends it, so neither Ctrl-C nor a crash of ours interrupts a write.
import { spawn } from 'node:child_process'
import { copyFile, open, readFile, readlink, rm, stat, truncate } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from './free-port.ts'
import {
  readCode,
  dataArgument,
  isAlive,
  openCluster,
  postgresEnvironment,
  SUPERUSER,
  type Cluster,
} from './postgres-cluster.ts'
import { PostgresError } from './postgres-program.ts'

export { PostgresError }

const DATABASE = 'flexpower'
/** How long a predecessor may take to start, to stop, or to release its shared memory. */
const PREDECESSOR_MS = 60_000
/** Recovery after a power cut replays at most max_wal_size; a slow disk gets time for it. */
const RECOVERY_MS = 600_000
const STOP_MS = 60_000
const LOG_LIMIT_BYTES = 4 * 1024 * 1024

export interface RunningPostgres {
  url: string
  /** True when it was running already. */
  adopted: boolean
  /** Restarts it, at the same address, if it is gone: killed, or out of memory. */
  revive(): Promise<void>
  /** Ends every session, writes everything to disk and waits until the process is gone. */
  stop(): Promise<void>
}

interface Postmaster {
  pid: number
  port: number
}

interface PidFile extends Postmaster {
  isReady: boolean
  content: string
}

/** A start that failed; `mayPass` if a predecessor's remains are in the way. */
interface Setback {
  reason: string
  mayPass: boolean
}

/** `settings` are PostgreSQL's own (`fsync`, `max_connections` …); they do not change an adopted server. */
export async function startPostgres(options: {
  directory: string
  settings?: Record<string, string>
}): Promise<RunningPostgres> {
  const settings = options.settings ?? {}
  const cluster = await openCluster(resolve(options.directory), settings['fsync'] !== 'off')
  const postmaster = await bringUp(cluster, settings, freePort)
  await ensureDatabase(cluster, postmaster.port)
  return running(cluster, settings, postmaster)
}

async function bringUp(
  cluster: Cluster,
  settings: Record<string, string>,
  choosePort: () => number | Promise<number>,
): Promise<Postmaster & { adopted: boolean }> {
  const giveUpAt = performance.now() + PREDECESSOR_MS
  for (let attempt = 1; ; attempt += 1) {
    const left = await findPostmaster(cluster.data)
    const result = left ? await adopt(cluster, left) : await launch(cluster, settings, await choosePort())
    if ('pid' in result) return { ...result, adopted: left !== null }
    // One more try even without a known cause: another program may have taken the free port in between.
    if (!(result.mayPass && performance.now() < giveUpAt) && attempt > 1)
      throw new PostgresError(result.reason)
    await sleep(200)
  }
}

function running(
  cluster: Cluster,
  settings: Record<string, string>,
  { port, adopted, ...first }: Postmaster & { adopted: boolean },
): RunningPostgres {
  let { pid } = first
  // A log that grows too long, for example on a full disk, is no reason to stop selling.
  const trimming = setInterval(() => void trimLog(cluster.log).catch(() => {}), 60_000).unref()
  return {
    url: buildUrl(cluster, port, DATABASE),
    adopted,
    async revive() {
      const found = await bringUp(cluster, settings, () => port)
      // Not ours to stop.
      if (found.port !== port)
        throw new PostgresError('Another FlexPower has started the database meanwhile.')
      pid = found.pid
    },
    async stop() {
      clearInterval(trimming)
      await stopPostmaster(cluster, pid)
    },
  }
}

const buildUrl = (cluster: Cluster, port: number, database: string) =>
  `postgres://${SUPERUSER}:${cluster.password}@127.0.0.1:${port}/${database}`

/** What the pid file says, whether or not it is true. PostgreSQL creates it empty and fills it a moment later. */
async function readPidFile(data: string): Promise<PidFile | null> {
  const content = await readOrNull(pidFile(data))
  if (content === null) return null
  const [pid, , , port, , , , status] = content.split('\n')
  return { pid: Number(pid), port: Number(port), isReady: status?.trim() === 'ready', content }
}

const pidFile = (data: string) => join(data, 'postmaster.pid')

/** The process that serves this cluster now, if any. */
async function findPostmaster(data: string): Promise<PidFile | null> {
  const found = await readPidFile(data)
  if (found === null) return null
  const verdict = await isPostmaster(found.pid, data)
  if (verdict === true) return found
  // PostgreSQL replaces the file of a dead process by itself, but not an empty one, which a power cut leaves, nor one
  // whose number now belongs to another process, as is common after a restart of a container. A file that does not
  // change for a second is not being written by another start.
  if (verdict === false && (found.pid === 0 || isAlive(found.pid))) {
    await sleep(1_000)
    if ((await readOrNull(pidFile(data))) === found.content) await rm(pidFile(data), { force: true })
    return findPostmaster(data)
  }
  return null
}

/** A postmaster's working directory is its data directory. Null if the system does not say. */
async function isPostmaster(pid: number, data: string): Promise<boolean | null> {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux') return true
  try {
    const [here, there] = await Promise.all([
      stat(data, { bigint: true }),
      stat(`/proc/${pid}/cwd`, { bigint: true }),
    ])
    // The kernel adds " (deleted)" if a package update has replaced the program meanwhile.
    const program = basename(await readlink(`/proc/${pid}/exe`)).replace(' (deleted)', '')
    return here.ino === there.ino && here.dev === there.dev && program === 'postgres'
  } catch (error) {
    return readCode(error) === 'EACCES' ? null : false
  }
}

async function adopt(cluster: Cluster, left: PidFile): Promise<Postmaster | Setback> {
  const wait = {
    reason: `A PostgreSQL of an earlier start (process ${left.pid}) does not answer.`,
    mayPass: true,
  }
  if (!left.isReady) return wait
  try {
    await query(buildUrl(cluster, left.port, 'postgres'), 'select 1')
    return { pid: left.pid, port: left.port }
  } catch (error) {
    const isDenied = readCode(error) === '28P01'
    if (!isDenied) return wait
    return {
      reason: `The running PostgreSQL (process ${left.pid}) refuses the stored password.`,
      mayPass: false,
    }
  }
}

async function launch(
  cluster: Cluster,
  settings: Record<string, string>,
  port: number,
): Promise<Postmaster | Setback> {
  await trimLog(cluster.log)
  const log = await open(cluster.log, 'a', 0o600)
  if (cluster.account) await log.chown(cluster.account.uid, cluster.account.gid)
  const logStart = (await log.stat()).size
  const all = { ...ownSettings(port), ...settings }
  const child = spawn(
    cluster.program.postgres,
    [
      '-D',
      dataArgument(cluster.data),
      ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    {
      ...cluster.account,
      cwd: cluster.data,
      env: postgresEnvironment,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    },
  )
  const ended: { how: string | null } = { how: null }
  child.on('error', (error) => (ended.how = error.message))
  child.on('exit', (code, signal) => (ended.how = `it ended with ${signal ?? `exit code ${code}`}`))
  child.unref()
  await log.close()
  const giveUpAt = performance.now() + RECOVERY_MS
  while (ended.how === null && performance.now() < giveUpAt) {
    const postmaster = await readPidFile(cluster.data)
    if (postmaster?.isReady && postmaster.pid === child.pid) return { pid: postmaster.pid, port }
    await sleep(10)
  }
  child.kill('SIGQUIT')
  const said = await tail(cluster.log, logStart)
  return {
    reason: `PostgreSQL did not start: ${ended.how ?? 'it was not ready in time'}.${said && `\n${said}`}`,
    // PostgreSQL removes its own pid file when it fails; one that is still there belongs to a predecessor.
    mayPass: (await readPidFile(cluster.data)) !== null,
  }
}

const ownSettings = (port: number) => ({
  port: String(port),
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  cluster_name: 'flexpower',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_checkpoints: 'off',
})

/** Fast shutdown; one that hangs is ended without a checkpoint, which the next start repairs from the log. */
async function stopPostmaster(cluster: Cluster, pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if ((await isPostmaster(pid, cluster.data)) === false) return
    process.kill(pid, signal)
    const giveUpAt = performance.now() + STOP_MS
    while (performance.now() < giveUpAt) {
      if ((await isPostmaster(pid, cluster.data)) === false) return
      await sleep(10)
    }
  }
  throw new PostgresError(`PostgreSQL (process ${pid}) does not stop.`)
}

async function ensureDatabase(cluster: Cluster, port: number): Promise<void> {
  try {
    await query(buildUrl(cluster, port, DATABASE), 'select 1')
  } catch (error) {
    const isMissing = readCode(error) === '3D000'
    if (!isMissing) throw error
    await createDatabase(buildUrl(cluster, port, 'postgres'))
  }
}

async function createDatabase(url: string): Promise<void> {
  try {
    await query(url, `create database ${DATABASE}`)
  } catch (error) {
    // Another start made it at the same moment; PostgreSQL reports that in one of two ways.
    const isThere = readCode(error) === '42P04' || readCode(error) === '23505'
    if (!isThere) throw error
  }
}

async function query(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  // Without a listener a connection that breaks while idle would end the whole process.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** PostgreSQL appends through its own handle, so the file is emptied in place and not renamed. */
async function trimLog(log: string): Promise<void> {
  const size = await stat(log).then(
    (found) => found.size,
    () => 0,
  )
  if (size < LOG_LIMIT_BYTES) return
  await rm(`${log}.old`, { force: true })
  await copyFile(log, `${log}.old`)
  await truncate(log)
}

async function tail(file: string, from: number): Promise<string> {
  const bytes = await readFile(file)
  return bytes.subarray(from).toString().trim().split('\n').slice(-8).join('\n')
}

async function readOrNull(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (readCode(error) === 'ENOENT') return null
    throw error
  }
}
