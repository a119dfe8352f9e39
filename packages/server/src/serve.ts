// One server: opens what it needs, migrates, listens. On shutdown it says so for a while (drains), then lets running
// requests finish before it closes what they use.
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Logger, pino } from 'pino'
import type { MetricObject } from 'prom-client'
import { assemble, createApp } from './app.ts'
import { BACKLOG, createHealthServer } from './http/server.ts'
import { isUnaudited } from './backups/restore.ts'
import { numberKey } from './backups/sealed-file.ts'
import { systemClock } from './runtime/clock.ts'
import type { UtilityAccess } from './config/access.ts'
import { connectGateways } from './connect-gateways.ts'
import { type Config, ConfigError } from './config/config.ts'
import { type Db, openDb } from './db/db.ts'
import { migrate } from './db/migrate.ts'
import { announcePresence } from './db/presence.ts'
import { openReplica } from './db/replica.ts'
import { waitForDatabase } from './db/wait.ts'
import { makeFirstBackup } from './demo/first-backup.ts'
import { demoAccounts, seedDemo } from './demo/seed.ts'
import { startJobs } from './jobs.ts'
import type { DeclaredMetrics } from './metrics/declare.ts'
import { silent } from './metrics/metrics.ts'
import { countOutages, logLastFault, openLog } from './runtime/log.ts'
import { startEpochWatch } from './sales/epoch.ts'
import { hashOldRecoveryCodes } from './identity/second-factor.ts'
import { secretKeyMisfit } from './secrets/secret-key.ts'
import { noTraces, type Traces } from './traces/traces.ts'
import { readSchemaNumber, VERSION } from './version.ts'

const CLOSE_WITHIN_MS = 8_000

const webRoot = new URL('../../web/dist/', import.meta.url)

/** A configuration with nothing left for the launcher to fill in. */
export type CompleteConfig = Config & { databaseUrl: string; utility: UtilityAccess }

export interface Running {
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  address: string
  /** The metrics of each of its processes. */
  scrape(): Promise<MetricObject[][]>
  close(): Promise<void>
}

export async function serve(config: CompleteConfig): Promise<Running> {
  const log = pino({ level: config.logLevel, hooks: countOutages() }, openLog())
  const stopLastFault = logLastFault(config.logLevel)
  const { databaseUrl: url, poolerUrl } = config
  await waitForDatabase(
    { url, poolerUrl },
    {
      withinMs: config.databaseWaitMs,
      tell: (sentence) => process.stderr.write(`${sentence}\n`),
    },
  )
  await migrate(url)
  const { db, close: closeDb } = openDb({
    url,
    poolerUrl,
    onConnectionLost: (error) => log.warn({ err: error }, 'database connection lost'),
  })
  await prepare(db, config, log).catch(async (error: unknown) => {
    await closeDb()
    throw error
  })
  const metrics = await openMetrics(config)
  const traces = await openTraces(config, log)
  const { close: closeGateways, ...gateways } = connectGateways({ db, config, log, metrics, traces })
  const runsJobs = config.role !== 'server'
  const presence = await announce(config, log)
  const replica = config.replica && openReplica({ ...config.replica, primary: db, log })
  const context = assemble(
    { config, db, replica, clock: systemClock, log, metrics, traces, ...gateways },
    presence.id,
  )
  await context.epochs.look()
  const isBuilt = existsSync(new URL('render.js', webRoot))
  if (!isBuilt) log.warn('the web application is not built (npm run build): only the calls are served')
  let isDraining = false
  const app = await (config.role === 'worker'
    ? createHealthServer(context, () => isDraining)
    : createApp(context, isBuilt ? webRoot : null, () => isDraining))
  const stopEpochWatch = startEpochWatch(context.epochs, log)
  const jobs = startJobs(context)
  const close = async (drainMs: number) => {
    // Whoever sends requests here is told first, and goes on elsewhere.
    isDraining = true
    await sleep(drainMs)
    // A request that never ends must not keep the whole server running.
    const cutOff = setTimeout(() => app.server.closeAllConnections(), CLOSE_WITHIN_MS)
    await app.close()
    clearTimeout(cutOff)
    await stopEpochWatch()
    const { comparisons } = await jobs.stop()
    await context.backups.stop()
    await closeGateways()
    await comparisons
    await context.live.close()
    await presence.close()
    await traces.close()
    await replica?.close()
    await closeDb()
    stopLastFault()
  }
  try {
    const address = await app.listen({ host: config.host, port: config.port, backlog: BACKLOG })
    log.info({ version: VERSION, schema: await readSchemaNumber(), address }, 'FlexPower is ready')
    if (config.mode === 'demo' && runsJobs) void makeFirstBackup(context)
    return { address, close: () => close(config.drainMs), scrape: async () => [await metrics.scrape()] }
  } catch (error) {
    await close(0)
    throw error
  }
}

const announce = ({ databaseUrl: url, role, backups }: CompleteConfig, log: Logger) =>
  announcePresence(url, (error) => log.warn({ err: error }, 'presence lost'), {
    runsJobs: role !== 'server',
    backupKey: numberKey(backups.key),
  })

/** Loaded only if somebody reads them. */
async function openMetrics({ watching }: Config): Promise<DeclaredMetrics> {
  if (watching.metrics === null) return { ...silent, scrape: async () => [] }
  const { createMetrics } = await import('./metrics/declare.ts')
  return createMetrics({ ofProcess: true })
}

/** The same. */
async function openTraces({ watching, site }: Config, log: Logger): Promise<Traces> {
  if (watching.tracesUrl === null) return noTraces
  const { createTraces } = await import('./traces/otlp.ts')
  return createTraces({
    url: watching.tracesUrl,
    service: site.productName.toLowerCase(),
    clock: systemClock,
    onLost: (error) => log.warn({ err: error }, 'traces are lost: the collector does not take them'),
  })
}

/** Checks that sales may be made on this database; the demo's is filled if it is empty. */
async function prepare(db: Db, config: CompleteConfig, log: Logger): Promise<void> {
  await refuseUnaudited(db)
  if (config.mode === 'demo') await seedDemo(db, systemClock, config)
  else await refuseDemoAccounts(db)
  await hashOldRecoveryCodes(db)
  const misfit = await secretKeyMisfit({ db, config })
  if (misfit !== null) log.error(misfit)
}

/** A restore that found its books broken, or was interrupted before their audit, leaves rows on which nobody must sell. */
async function refuseUnaudited(db: Db): Promise<void> {
  if (await isUnaudited(db))
    throw new ConfigError(
      'This database was restored from a backup whose books were not found right, or the restore was broken off: restore another backup into an empty database, as docs/runbook.md describes.',
    )
}

/** The demo's passwords are printed in the README: a database with its accounts is no place for real money. */
async function refuseDemoAccounts(db: Db): Promise<void> {
  const emails = demoAccounts.map(({ email }) => email)
  const found = await db
    .selectFrom('users')
    .select('email')
    .where('email', 'in', emails)
    .where('deleted_at', 'is', null)
    .execute()
  if (found.length > 0)
    throw new ConfigError(
      `This database holds demo accounts (${found.map(({ email }) => email).join(', ')}), whose passwords are public: use another one for production.`,
    )
}
