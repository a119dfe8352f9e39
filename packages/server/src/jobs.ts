// The work that nobody waits for, repeated while the process runs: look-ups of open sales, messages, comparisons,
// backups, the audit. Every process may run all of it: each job claims its rows or takes a lock (db/alone.ts).
import { toDay } from '@flexpower/contract'
import { startCopying } from './backups/copy-away.ts'
import { startNightlyBackup } from './backups/nightly.ts'
import type { Config } from './config/config.ts'
import { inTransaction, openDb } from './db/db.ts'
import { isWorkerPresent } from './db/presence.ts'
import { startBalanceWatch } from './features/balances.ts'
import { startCatchUp } from './features/enquiries/catch-up.ts'
import { startNightlyComparison } from './features/enquiries/nightly.ts'
import { startReports } from './features/revenue/send-reports.ts'
import { forgetOld } from './features/session.ts'
import { startAuditing } from './ledger/audit.ts'
import { startClosing } from './ledger/float-lines.ts'
import { type Sending, startSending } from './mail/send-due.ts'
import { createSms, createSmtp } from './mail/transports.ts'
import { startNotices, tellAdmins } from './notices/notices.ts'
import { HOUR_MS, MINUTE_MS } from './runtime/clock.ts'
import type { Context } from './runtime/context.ts'
import { repeat } from './runtime/repeat.ts'
import { startRecovery } from './sales/recover.ts'
import { startUpkeep } from './sales/upkeep.ts'

const FORGET_EVERY_MS = HOUR_MS
const WORKER_EVERY_MS = MINUTE_MS
/** One holds the lock, one queries; for the audit and for the upkeep of the lists. */
const UPKEEP_CONNECTIONS = 4

export interface Jobs {
  /**
   * Resolves when all have ended but the comparisons. A running one sends the utility many queries; without the utility it
   * ends soon.
   */
  stop(): Promise<{ comparisons: Promise<unknown> }>
}

/** A server without jobs watches that another process runs them. */
export function startJobs(context: Context): Jobs {
  if (context.config.role !== 'server') return startAllJobs(context)
  const stopWatching = watchWorkers(context)
  return {
    async stop() {
      await stopWatching()
      return { comparisons: Promise.resolve() }
    },
  }
}

/** With the first pause there is time to start servers before workers. */
const watchWorkers = (context: Context): (() => Promise<void>) =>
  repeat({
    pauseMs: () => WORKER_EVERY_MS,
    run: () => tellIfNoWorker(context),
    onFailure: (error) => context.log.warn({ err: error }, 'workers could not be looked for'),
  })

/** In the inbox and the log: mails are sent by a worker. Returns whether there is none. */
export async function tellIfNoWorker({ db, config, clock, log }: Context): Promise<boolean> {
  if (await isWorkerPresent(db)) return false
  const notice = {
    kind: 'server' as const,
    record: `server/no worker/${toDay(clock.now())}`,
    title: 'nobody runs the jobs',
    text: 'All running servers have FLEXPOWER_ROLE=server, and there is no worker. Sales go on, but those without an answer are not looked up, and no message is sent and no backup made. No money is lost. Start a process with FLEXPOWER_ROLE=worker or all: it makes up for what was missed.',
  }
  log.error(notice.text)
  await inTransaction(db, (tx) => tellAdmins(tx, { config, clock }, notice))
  return true
}

function startAllJobs(context: Context): Jobs {
  const { config, clock, log } = context
  const ways = createWays(config)
  // Around a pooler, if there is one: what takes minutes would keep a place of it for as long.
  const upkeepDb = openDb({
    url: config.databaseUrl ?? '',
    connections: UPKEEP_CONNECTIONS,
    statementMs: 0,
    onConnectionLost: (error) => log.warn({ err: error }, 'database connection lost'),
  })
  const upkeep = { db: upkeepDb.db, clock, log }
  const comparing = [startNightlyComparison(context), startCatchUp(context)]
  const stopNightlyBackup = startNightlyBackup(context)
  const jobs = [
    startRecovery({ ...context, absenceMs: config.absenceMs }),
    startSending({ ...context, ways }),
    startBalanceWatch(context),
    startNotices(context),
    startReports(context),
    startCopying(context),
    repeat({
      pauseMs: () => FORGET_EVERY_MS,
      run: () => forgetOld(context),
      onFailure: (error) => log.warn({ err: error }, 'old rows could not be forgotten'),
    }),
    startAuditing(upkeep),
    startClosing(upkeep),
    startUpkeep(upkeep),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map((stop) => stop()))
      await stopNightlyBackup()
      for (const way of Object.values(ways)) way.close()
      await upkeepDb.close()
      return { comparisons: Promise.all(comparing.map((stop) => stop())) }
    },
  }
}

/** The configured ways to send messages. */
const createWays = ({ mail, sms, site, publicUrl }: Config): Sending['ways'] => ({
  ...(mail && { mail: createSmtp(mail, { ...site, publicUrl }) }),
  ...(sms && { sms: createSms(sms) }),
})
