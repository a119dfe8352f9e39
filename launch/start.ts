// `npm start`: starts everything that one installation needs (database, web application, in the demo the utility's
// simulator), then the server, and stops it all in the opposite order. An obstacle is reported in one clear message,
// and what was started by then is stopped.
import { flushCompileCache } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { AirtimeAccess, UtilityAccess } from '../packages/server/src/config/access.ts'
import { type Config, ConfigError } from '../packages/server/src/config/config.ts'
import { MigrationError } from '../packages/server/src/db/migrate.ts'
import { DatabaseMissing } from '../packages/server/src/db/wait.ts'
import type { Running } from '../packages/server/src/serve.ts'
import { BuildError, buildWeb } from './build.ts'
import { readConfig } from './configuration.ts'
import { startOwnPostgres } from './database.ts'
import { AlreadyRunningError, holdInstanceLock, type InstanceLock } from './instance-lock.ts'
import { readCode } from './postgres-cluster.ts'
import { PostgresError, type RunningPostgres } from './postgres.ts'
import { type RunningSimulator, SimulatorError, startSimulator } from './simulator.ts'

/** npm forwards Ctrl-C although the terminal has sent it to us already: two signals this close are one. */
const SAME_SIGNAL_MS = 500

class StartError extends Error {
  override name = 'StartError'
}

/** What is running, in the order in which it is needed. */
const up: {
  postgres?: RunningPostgres
  lock?: InstanceLock
  simulator?: RunningSimulator
  server?: Running
} = {}
const abandon = new AbortController()
let isStopping = false
/** Settled when it is known whether there is a PostgreSQL to stop. */
let opening: Promise<unknown> | undefined
/** A second Ctrl-C: only the database is still waited for, because it would go on running without us. */
const hurry = Promise.withResolvers<void>()

async function start(): Promise<void> {
  const config = readConfig()
  await requireFreePort(config)
  const needs = [openDatabase(config), openSimulator(config), loadServer(), prepareWeb()] as const
  opening = Promise.allSettled([needs[0]])
  for (const need of needs) need.catch(() => abandon.abort())
  // All of them are awaited even if one fails, so that whatever did start is known and can be stopped.
  await Promise.allSettled(needs)
  const [databaseUrl, others, { serveOnCores }] = await Promise.all(needs)
  if (isStopping) return
  up.server = await serveOnCores({ ...config, databaseUrl, ...others })
  // What was compiled is kept for the next start: now and not at the end, for which a kill leaves no time.
  flushCompileCache()
  if (!isStopping) greet(config, up.server.address)
}

/** Checked first, because it is the most common obstacle and everything else takes longer to find out. */
async function requireFreePort({ host, port }: Config): Promise<void> {
  const code = await new Promise<string | undefined>((answer) => {
    const probe = createServer()
    probe.on('error', (error) => answer(readCode(error) ?? error.message))
    probe.listen({ host, port }, () => probe.close(() => answer(undefined)))
  })
  if (code === undefined) return
  if (code === 'EADDRINUSE')
    throw new StartError(`Port ${port} is in use already. Choose another one: PORT=${port + 1} npm start`)
  if (code === 'EACCES')
    throw new StartError(`This user may not listen on port ${port}. Choose another one: PORT=3000 npm start`)
  throw new StartError(`FlexPower cannot listen on ${host}, port ${port} (${code}): check HOST and PORT.`)
}

async function openDatabase(config: Config): Promise<string> {
  if (config.databaseUrl !== null) return config.databaseUrl
  const postgres = await startOwnPostgres(config)
  up.lock = await holdInstanceLock(postgres.url, {
    revive: async () => {
      if (!isStopping) await postgres.revive()
    },
    onLost: (error) => stopBecause(`The database is gone. ${explain(error)}`),
  })
  // Only the holder of the lock may stop PostgreSQL: without it, another FlexPower is working on this one.
  up.postgres = postgres
  return postgres.url
}

/** If the utility is simulated, so is airtime that is not configured. */
async function openSimulator(
  config: Config,
): Promise<{ utility: UtilityAccess; airtime: AirtimeAccess | null }> {
  if (config.utility !== null) return { utility: config.utility, airtime: config.airtime }
  const directory = join(config.dataDir, 'simulator')
  up.simulator = await startSimulator(directory, () => stopBecause('The simulator has died.'))
  return { utility: up.simulator.utility, airtime: config.airtime ?? up.simulator.airtime }
}

/** Loaded late: a wrong port or variable is reported before. */
const loadServer = () => import('../packages/server/src/processes.ts')

/** `npm run dev` shows the web application from its sources, so any build will do here. */
const prepareWeb = () => buildWeb({ signal: abandon.signal, keeps: process.argv.includes('--keep-web') })

function greet(config: Config, address: string): void {
  const lines = [`FlexPower is ready: ${address}`, '']
  if (config.mode === 'demo')
    lines.push(
      'Demo accounts (e-mail, password):',
      '  admin@flexpower.gm    demo-admin',
      '  cashier@flexpower.gm  demo-cashier',
      '  kiosk@flexpower.gm    demo-kiosk',
      '',
    )
  if (up.simulator)
    lines.push(
      `Demo meters, and virtual meters to key tokens into: ${up.simulator.utility.url}`,
      `Demo phone numbers, and what they received: ${up.simulator.airtime.url}`,
      '',
    )
  console.log([...lines, 'Press Ctrl-C to stop.'].join('\n'))
}

function stopBecause(what: string): void {
  if (isStopping) return
  console.error(`${what} FlexPower stops; "npm start" starts it again.`)
  void stop(1)
}

/** Waits for a running start first: what it is just starting could not be stopped otherwise. */
async function stop(code: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  abandon.abort()
  await unlessHurried(Promise.allSettled([starting]))
  await opening
  let exitCode = code
  // The lock is released last, or another start could adopt a PostgreSQL that is about to end.
  for (const end of [
    () => unlessHurried(up.server?.close()),
    () => unlessHurried(up.simulator?.stop()),
    () => up.postgres?.stop(),
    () => up.lock?.release(),
  ])
    try {
      await end()
    } catch (error) {
      console.error(explain(error))
      exitCode = 1
    }
  process.exit(exitCode)
}

const unlessHurried = (work: Promise<unknown> | undefined) => Promise.race([work, hurry.promise])

function explain(error: unknown): string {
  const known = [
    StartError,
    ConfigError,
    DatabaseMissing,
    MigrationError,
    BuildError,
    PostgresError,
    AlreadyRunningError,
    SimulatorError,
  ]
  if (known.some((kind) => error instanceof kind)) return (error as Error).message
  return `FlexPower could not go on: ${error instanceof Error ? error.stack : String(error)}`
}

let firstSignalAt: number | null = null
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (firstSignalAt !== null && performance.now() - firstSignalAt > SAME_SIGNAL_MS) {
      console.log('Stopping at once; only the database is waited for.')
      hurry.resolve()
    }
    if (firstSignalAt !== null) return
    firstSignalAt = performance.now()
    console.log('\nStopping ...')
    void stop(0)
  })
// A SIGTERM for npm ends npm and its shell, but not every shell forwards it; without a parent we stop too.
const parent = process.ppid
if (process.env['npm_lifecycle_event'])
  setInterval(() => process.ppid !== parent && void stop(0), 200).unref()
// A closed terminal must not turn a clean stop into a crash.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const starting = start()
try {
  await starting
} catch (error) {
  if (!isStopping) {
    console.error(explain(error))
    await stop(1)
  }
}
