// Several server processes on one port, for a machine with several cores (FLEXPOWER_PROCESSES). This process accepts
// the connections and hands them out in turn; each of the others is a whole server (main.ts). They share nothing but the
// database, exactly as servers on several machines do. One that dies is replaced, and one that hangs is ended first.
import cluster, { type Worker } from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { type Logger, pino } from 'pino'
import { ConfigError } from './config/config.ts'
import { inTransaction, openDb } from './db/db.ts'
import { findMissingConnections } from './db/enough-connections.ts'
import { SCRAPE } from './metrics/metrics.ts'
import { tellAdmins } from './notices/notices.ts'
import { createBeats } from './runtime/beats.ts'
import { MINUTE_MS, systemClock } from './runtime/clock.ts'
import { openLog } from './runtime/log.ts'
import { type CompleteConfig, type Running, serve } from './serve.ts'

/** Before a process is replaced; doubled for each further end of one within the same minutes. */
const SHORTEST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = MINUTE_MS
const COUNT_FOR_MS = 15 * MINUTE_MS
/** So many ends within these minutes are no accident. */
const ALARMING_ENDS = 3
/** After the drain, requests get 8 seconds (serve.ts), jobs the rest. A killed process is made up for like a crashed one. */
export const STOP_WITHIN_MS = 20_000
const CLOSE = 'close'
/** What each of them sends while it works. */
const BEAT = 'beat'
const BEAT_EVERY_MS = 1_000
/** Far longer than anything that it does at a stretch, also on a machine that is ten times slower just now. */
const MISSED_BEATS = 30

export async function serveOnCores(config: CompleteConfig): Promise<Running> {
  const running = await (config.processes === 1 ? serve(config) : serveInProcesses(config))
  const log = pino({ level: config.logLevel }, openLog())
  // Not waited for: a server that listens must be there to be closed.
  void warnOfFewConnections(config, log)
  if (config.watching.metrics === null) return running
  const { offerMetrics } = await import('./metrics/serve.ts')
  const metrics = await offerMetrics(config.watching.metrics, running.scrape, {
    onFailure: ({ message }) => log.error(message),
  })
  return { ...running, close: async () => void (await Promise.all([metrics.close(), running.close()])) }
}

/** Only a warning: with few customers they are enough. A database that has just gone is told of by the server itself. */
async function warnOfFewConnections(config: CompleteConfig, log: Logger): Promise<void> {
  const missing = await findMissingConnections(config).catch(() => null)
  if (missing !== null) log.warn(missing)
}

async function serveInProcesses(config: CompleteConfig): Promise<Running> {
  cluster.setupPrimary({
    exec: fileURLToPath(new URL('main.ts', import.meta.url)),
    serialization: 'advanced',
  })
  const log = pino({ level: config.logLevel }, openLog())
  const countEnds = createEndCounter()
  // One that hangs would not notice that this process has ended.
  process.once('exit', () => listWorkers().forEach((worker) => worker.process.kill('SIGKILL')))
  let isClosing = false
  const beats = createBeats<Worker>(MISSED_BEATS)
  const watching = setInterval(() => {
    for (const { process } of beats.pass()) {
      log.error(
        { hangs: process.pid },
        `a server process has said nothing for ${MISSED_BEATS} s and is ended`,
      )
      process.kill('SIGKILL')
    }
  }, BEAT_EVERY_MS)
  const metrics = config.watching.metrics && (await import('./metrics/of-processes.ts')).scrapeProcesses()
  const startOne = async (): Promise<string> => {
    const worker = cluster.fork()
    const address = await startWorker(worker, config)
    beats.hear(worker)
    worker.on('message', (said) => said === BEAT && beats.hear(worker))
    worker.once('exit', () => beats.forget(worker))
    worker.once('exit', () => void metrics?.forget(worker))
    worker.once('exit', () => replace(worker, 'a server process ended'))
    return address
  }
  const replace = (worker: Worker, what: string) => {
    if (isClosing) return
    const { exitCode: code, signalCode: signal, pid } = worker.process
    const ends = countEnds()
    const pauseMs = Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** (ends - 1))
    log.error({ ended: pid, code, signal, pauseMs }, what)
    if (ends === ALARMING_ENDS) void tellOfEnds(config, log)
    setTimeout(() => {
      if (!isClosing)
        startOne().catch((error: unknown) => {
          if (!(error instanceof EndedAtStart)) throw error
          replace(error.worker, 'a server process ended while it was starting')
        })
    }, pauseMs).unref()
  }
  const close = async () => {
    isClosing = true
    clearInterval(watching)
    await Promise.all(listWorkers().map((worker) => stopWorker(worker, config.drainMs)))
  }
  try {
    // The first one migrates; with an obstacle, it alone reports it.
    const address = await startOne()
    await Promise.all(Array.from({ length: config.processes - 1 }, startOne))
    log.info({ processes: config.processes }, 'all server processes are listening')
    return { address, close, scrape: async () => metrics?.scrape(listWorkers()) ?? [] }
  } catch (error) {
    await close()
    throw error
  }
}

const listWorkers = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)

class EndedAtStart extends ConfigError {
  readonly worker: Worker
  constructor(worker: Worker) {
    super('A server process ended while it was starting; its reason is above.')
    this.worker = worker
  }
}

/** Resolves with its address when it listens. */
const startWorker = (worker: Worker, config: CompleteConfig): Promise<string> =>
  new Promise((resolve, reject) => {
    worker.once('online', () => worker.send(config))
    worker.once('message', (address: string) => resolve(address))
    worker.once('exit', () => reject(new EndedAtStart(worker)))
  })

const stopWorker = (worker: Worker, drainMs: number): Promise<void> =>
  new Promise((resolve) => {
    const killing = setTimeout(() => worker.process.kill('SIGKILL'), drainMs + STOP_WITHIN_MS)
    worker.once('exit', () => {
      clearTimeout(killing)
      resolve()
    })
    if (worker.isConnected()) worker.send(CLOSE)
  })

/** Each call is one end; returns how many there were in the last minutes. */
function createEndCounter(): () => number {
  let endedAt: number[] = []
  return () => {
    const now = performance.now()
    endedAt = [...endedAt.filter((at) => now - at < COUNT_FOR_MS), now]
    return endedAt.length
  }
}

/** This process has no connection of its own to the database: it needs one only here. */
async function tellOfEnds(config: CompleteConfig, log: Logger): Promise<void> {
  const { db, close } = openDb({ url: config.databaseUrl, connections: 1, onConnectionLost: () => {} })
  const notice = {
    kind: 'server' as const,
    record: `server/${systemClock.now().toISOString()}`,
    title: 'server processes end again and again',
    text: `${ALARMING_ENDS} server processes have ended within ${COUNT_FOR_MS / MINUTE_MS} minutes. Each is replaced, after a pause that grows to a minute. Sales that were running in them are looked up at the utility, and no money is lost. Selling goes on as long as one process is left.`,
  }
  try {
    await inTransaction(db, (tx) => tellAdmins(tx, { config, clock: systemClock }, notice))
  } catch (error) {
    log.error({ err: error }, 'Admins could not be told that server processes end again and again')
  } finally {
    await close()
  }
}

/** What each of the others runs. It ends with this process, however that ends: Node's cluster sees to it. */
export async function serveAsWorker(): Promise<void> {
  // Ctrl-C in a terminal reaches every process; the first one decides.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  let running: Running | null = null
  const close = async () => {
    // While it is still starting nobody is waiting for it, and what it began in the database is rolled back.
    await running?.close()
    process.exit()
  }
  // One listener from the beginning: it may be told to close at any time.
  const config = await new Promise<CompleteConfig>((resolve) =>
    process.on('message', (said: CompleteConfig | typeof CLOSE | typeof SCRAPE) => {
      if (said === CLOSE) void close()
      else if (said === SCRAPE) void running?.scrape().then(([metrics]) => process.send?.({ metrics }))
      else resolve(said)
    }),
  )
  running = await serve(config)
  process.send?.(running.address)
  setInterval(() => process.send?.(BEAT), BEAT_EVERY_MS).unref()
}
