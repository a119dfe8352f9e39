// One server: opens what it needs, migrates, listens, and on shutdown lets running requests finish before it closes what
// they use.
import { existsSync } from 'node:fs'
import { type Logger, pino } from 'pino'
import { shareAirtimeToken, shareUtilityToken } from './secrets/access-token-store.ts'
import { assemble, createApp } from './app.ts'
import { BACKLOG } from './http/server.ts'
import { startNightlyBackup } from './backups/nightly.ts'
import { isUnaudited } from './backups/restore.ts'
import { HOUR_MS, systemClock } from './runtime/clock.ts'
import { type Config, ConfigError, type UtilityAccess } from './config.ts'
import type { Context } from './runtime/context.ts'
import { type Db, openDb } from './db/db.ts'
import { migrate } from './db/migrate.ts'
import { announcePresence } from './db/presence.ts'
import { waitForDatabase } from './db/wait.ts'
import { makeFirstBackup } from './demo/first-backup.ts'
import { demoAccounts, seedDemo } from './demo/seed.ts'
import { startBalanceWatch } from './features/balances.ts'
import { startCatchUp } from './features/enquiries/catch-up.ts'
import { startNightlyComparison } from './features/enquiries/nightly.ts'
import { startReports } from './features/revenue/send-reports.ts'
import { forgetOld } from './features/session.ts'
import { createIncms } from './gateways/incms.ts'
import { createSms, createSmtp } from './mail/transports.ts'
import { createReloadly } from './gateways/reloadly.ts'
import { startClosing } from './ledger/float-lines.ts'
import { startAuditing } from './ledger/audit.ts'
import { countOutages, logLastFault, openLog } from './runtime/log.ts'
import { repeat } from './runtime/repeat.ts'
import { startEpochWatch } from './sales/epoch.ts'
import { startRecovery } from './sales/recover.ts'
import { startUpkeep } from './sales/upkeep.ts'
import { hashOldRecoveryCodes } from './identity/second-factor.ts'
import { secretKeyMisfit } from './secrets/secret-key.ts'
import { type Sending, startSending } from './mail/send-due.ts'
import { keptPasswords } from './secrets/vendor-password.ts'

const FORGET_EVERY_MS = HOUR_MS
/** One holds the lock, one queries; for the audit and for the upkeep of the lists. */
const UPKEEP_CONNECTIONS = 4
const CLOSE_WITHIN_MS = 8_000

const webRoot = new URL('../../web/dist/', import.meta.url)

/** A configuration with nothing left for the launcher to fill in. */
export type CompleteConfig = Config & { databaseUrl: string; utility: UtilityAccess }

export interface Running {
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  address: string
  close(): Promise<void>
}

export async function serve(config: CompleteConfig): Promise<Running> {
  const log = pino({ level: config.logLevel, hooks: countOutages() }, openLog())
  const stopLastFault = logLastFault(config.logLevel)
  await waitForDatabase(config.databaseUrl, {
    withinMs: config.databaseWaitMs,
    tell: (sentence) => process.stderr.write(`${sentence}\n`),
  })
  await migrate(config.databaseUrl)
  const { db, close: closeDb } = openDb({
    url: config.databaseUrl,
    onConnectionLost: (error) => log.warn({ err: error }, 'database connection lost'),
  })
  await prepare(db, config, log).catch(async (error: unknown) => {
    await closeDb()
    throw error
  })
  const utility = createIncms(config.utility, {
    passwords: async () => [...(await keptPasswords({ db, config, log })), config.utility.password],
    tokens: shareUtilityToken({ db, config }, config.utility),
  })
  const airtime =
    config.airtime &&
    createReloadly(config.airtime, { tokens: shareAirtimeToken({ db, config }, config.airtime) })
  const presence = await announcePresence(config.databaseUrl, (error) =>
    log.warn({ err: error }, 'presence lost'),
  )
  const context = assemble({ config, db, clock: systemClock, log, utility, airtime }, presence.id)
  await context.epochs.look()
  const isBuilt = existsSync(new URL('render.js', webRoot))
  if (!isBuilt) log.warn('the web application is not built (npm run build): only the calls are served')
  const app = await createApp(context, isBuilt ? webRoot : null)
  const stopComparison = startNightlyComparison(context)
  const stopCatchUp = startCatchUp(context)
  const stopNightlyBackup = startNightlyBackup(context)
  const ways = createWays(config)
  const upkeepDb = openDb({
    url: config.databaseUrl,
    connections: UPKEEP_CONNECTIONS,
    statementMs: 0,
    onConnectionLost: (error) => log.warn({ err: error }, 'database connection lost'),
  })
  const stopJobs = startJobs(context, upkeepDb.db, ways)
  const close = async () => {
    // A request that never ends must not keep the whole server running.
    const cutOff = setTimeout(() => app.server.closeAllConnections(), CLOSE_WITHIN_MS)
    await app.close()
    clearTimeout(cutOff)
    await stopJobs()
    await stopNightlyBackup()
    await context.backups.stop()
    for (const way of Object.values(ways)) way.close()
    // A running comparison sends the utility many queries; without the utility it ends soon.
    const comparisons = [stopComparison(), stopCatchUp()]
    await Promise.all([utility.close(), airtime?.close()])
    await Promise.all(comparisons)
    await presence.close()
    await upkeepDb.close()
    await closeDb()
    stopLastFault()
  }
  try {
    const address = await app.listen({ host: config.host, port: config.port, backlog: BACKLOG })
    if (config.mode === 'demo') void makeFirstBackup(context)
    return { address, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The server's background jobs; returns how to stop all of them. */
function startJobs(context: Context, upkeepDb: Db, ways: Sending['ways']): () => Promise<void> {
  const { config, clock, log } = context
  const upkeep = { db: upkeepDb, clock, log }
  const jobs = [
    startEpochWatch(context.epochs, log),
    startRecovery({ ...context, absenceMs: config.absenceMs }),
    startSending({ ...context, ways }),
    startBalanceWatch(context),
    startReports(context),
    repeat({
      pauseMs: () => FORGET_EVERY_MS,
      run: () => forgetOld(context),
      onFailure: (error) => log.warn({ err: error }, 'old rows could not be forgotten'),
    }),
    startAuditing(upkeep),
    startClosing(upkeep),
    startUpkeep(upkeep),
  ]
  return async () => {
    await Promise.all(jobs.map((stop) => stop()))
  }
}

/** The configured ways to send messages. */
const createWays = ({ mail, sms, site, publicUrl }: Config): Sending['ways'] => ({
  ...(mail && { mail: createSmtp(mail, { ...site, publicUrl }) }),
  ...(sms && { sms: createSms(sms) }),
})

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
