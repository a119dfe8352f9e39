// The installation under a drill: a real PostgreSQL and both simulators, each behind a proxy that can cut the
// connection, and server processes that can be killed, all on loopback. What was ordered is compared with what the
// simulators sold, and the books are audited.
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { populate } from '../bench/installation.ts'
import { type RunningPostgres, startPostgres } from '../launch/postgres.ts'
import { openDb } from '../packages/server/src/db/db.ts'
import { migrate } from '../packages/server/src/db/migrate.ts'
import { auditBooks } from '../packages/server/src/ledger/audit.ts'
import { type FaultProxy, startFaultProxy } from '../packages/server/src/testing/fault-proxy.ts'
import { isPoolerWanted, startPgbouncer } from '../packages/server/src/testing/pgbouncer.ts'
import { writeUtilitySettings } from '../packages/server/src/testing/utility-settings.ts'
import { type Airtime, startAirtime } from '@flexpower/simulator/airtime'
import {
  type FaceName,
  faces,
  isFaceName,
  listTokens,
  startUtility,
  type Utility,
} from '@flexpower/simulator'
import { type LogTarget, type Server, serverOn } from './server.ts'

export interface Ground {
  /** Through the proxy. */
  databaseUrl: string
  /** Around it. */
  directUrl(): string
  wire: FaultProxy
  utility: Utility
  airtime: Airtime
  /** Between the servers and the utility. */
  utilityWire: FaultProxy
  servers: Server[]
  /** One more server, of another version if its program is named. */
  openServer(program?: string | null): Promise<Server>
  /** Ends PostgreSQL with that signal and restarts it on the same data; resolves when it accepts connections. */
  restartDatabase(signal: NodeJS.Signals): Promise<void>
  isDatabaseAlive(): Promise<boolean>
  /**
   * Waits until no sale is open; returns how many seconds that took, or null if it took too long. `mayWaitForAdmin`:
   * sales that an Admin has to decide count as ended.
   */
  untilNothingIsOpen(seconds: number, options?: { mayWaitForAdmin: boolean }): Promise<number | null>
  verdict(): Promise<DrillVerdict>
  close(): Promise<void>
}

/** Nothing lost, nothing twice, nothing broken. */
export interface DrillVerdict {
  /** Sold by one side, and missing on the other. */
  lost: number
  /** Sold by the other side, and still open here with the money held. */
  held: number
  twice: number
  violations: number
}

export const say = ({ lost, held, twice, violations }: DrillVerdict): string =>
  `${lost} lost, ${twice} sold twice, ${violations} invariants broken${held === 0 ? '' : `, ${held} sold and still held here`}`

export const isClean = ({ lost, twice, violations }: DrillVerdict): boolean => lost + twice + violations === 0

export interface GroundOptions {
  servers: number
  /** For the servers, in addition to what they need to reach everything. */
  env?: Record<string, string>
  /** Where PostgreSQL stores its data, if not beside everything else. */
  databaseFolder?: string
  databaseSettings?: Record<string, string>
  /** A database that is there already and is left running; servers reach it without the proxy. */
  databaseUrl?: string
  /** Where the servers' log goes; by default nowhere. */
  log?: LogTarget
}

/** What docs/runbook.md advises for pgbouncer. */
const POOL_SIZE = 40

export async function layGround(options: GroundOptions): Promise<Ground> {
  const folder = await mkdtemp(join(tmpdir(), 'flexpower-drill-'))
  const postgresOptions = {
    directory: join(options.databaseFolder ?? folder, 'postgres'),
    settings: { max_connections: '200', ...options.databaseSettings },
  }
  const given = options.databaseUrl
  let postgres: Pick<RunningPostgres, 'url' | 'stop'> =
    given === undefined ? await startPostgres(postgresOptions) : { url: given, stop: async () => {} }
  await furnish(postgres.url)
  const { utility, airtime } = await startOtherSides(folder)
  const wire = await startFaultProxy(buildTarget(postgres.url))
  const through = throughWire(postgres.url, wire)
  // In front of the proxy: a pooler sees the database go and come back as the servers do.
  const pooler = isPoolerWanted() ? await startPgbouncer(through, POOL_SIZE) : null
  const utilityWire = await startFaultProxy(buildTarget(utility.access.url))
  const env = {
    ...serverEnv(
      {
        DATABASE_URL: given ?? through,
        ...(pooler && { DATABASE_URL: pooler.url, FLEXPOWER_DATABASE_DIRECT_URL: through }),
      },
      { ...utility.access, url: throughWire(utility.access.url, utilityWire) },
      airtime.access,
    ),
    FLEXPOWER_DATA_DIR: folder,
    ...options.env,
  }
  const servers: Server[] = []
  const openServer = async (program: string | null = null) => {
    const server = await serverOn(env, options.log ?? 'ignore', program)
    servers.push(server)
    return server
  }
  for (let count = 0; count < options.servers; count += 1) await openServer()
  const ground: Ground = {
    databaseUrl: through,
    directUrl: () => postgres.url,
    wire,
    utility,
    airtime,
    utilityWire,
    servers,
    openServer,
    isDatabaseAlive: () => answers(postgres.url),
    restartDatabase: async (signal) => {
      const pid = findPostmaster(postgresOptions.directory)
      if (isAlive(pid)) process.kill(pid, signal)
      while (isAlive(pid)) await sleep(20)
      postgres = await startPostgres(postgresOptions)
      wire.aim(buildTarget(postgres.url))
    },
    untilNothingIsOpen: (seconds, how) =>
      untilNothingIsOpen(postgres.url, seconds, how?.mayWaitForAdmin ? OPEN : [...OPEN, 'manual']),
    verdict: () => judge(postgres.url, utility, airtime),
    close: async () => {
      if (!laid.delete(ground)) return
      await Promise.all(servers.map((server) => server.kill()))
      await pooler?.close()
      await Promise.all([utility.close(), airtime.close(), wire.close(), utilityWire.close()])
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  laid.add(ground)
  return ground
}

async function startOtherSides(dataDir: string) {
  const books = { dataDir, syncs: false, openingBalance: 1_000_000_000_000 }
  return {
    utility: await startUtility({ ...books, face: readFace() }),
    airtime: await startAirtime(books),
  }
}

const answers = (url: string): Promise<boolean> =>
  ask(url, 'select 1').then(
    () => true,
    () => false,
  )

/** `DRILL_FACE=edsa`: the utility as the clients of that installation see it. */
/** Which interface the utility of the drill shows. */
export function readFace(name = process.env['DRILL_FACE'] ?? 'published'): FaceName {
  if (isFaceName(name)) return name
  throw new Error(`DRILL_FACE must be one of ${Object.keys(faces).join(', ')} (it is "${name}").`)
}

/** Users who may sell everything, with money to sell from. */
async function furnish(url: string): Promise<void> {
  await migrate(url)
  const setup = new Client({ connectionString: url })
  await setup.connect()
  await populate(setup)
  await setup.query(`update session set expires_at = now() + interval '30 days'`)
  await setup.query(
    `insert into float_balance (user_id, kind, balance) select id, 'airtime', 100000000000000 from users on conflict do nothing`,
  )
  // Floats that nobody loaded would break the books: the drill's money comes from the bank like any other.
  await setup.query(
    `with loads as (
       insert into credit (user_id, kind, amount, slip_reference, balance_after, loaded_by, created_at)
         select user_id, kind, balance, 'drill ' || kind || ' ' || user_id, balance, user_id, now() from float_balance returning *)
     insert into transfer (entry_id, leg, source, destination, amount)
       select id, 0, 'bank', 'float/' || kind || '/' || user_id, amount from loads`,
  )
  await setup.query('update users set may_take_postpaid = true')
  await setup.end()
}

const laid = new Set<Ground>()

/** Ends whatever is still running when a drill is ended from outside. */
export async function clearGround(): Promise<void> {
  await Promise.all([...laid].map((ground) => ground.close()))
}

const buildTarget = (url: string) => ({ host: '127.0.0.1', port: Number(new URL(url).port) })

function throughWire(url: string, wire: FaultProxy): string {
  const through = new URL(url)
  through.port = String(wire.port)
  return through.href.replace(/\/$/, '')
}

function serverEnv(
  database: Record<string, string>,
  utility: Utility['access'],
  airtime: Airtime['access'],
): Record<string, string> {
  return {
    ...database,
    FLEXPOWER_LOG_LEVEL: 'silent',
    ...writeUtilitySettings(utility),
    FLEXPOWER_UTILITY_ABSENCE_SECONDS: '2',
    FLEXPOWER_AIRTIME_URL: airtime.url,
    FLEXPOWER_AIRTIME_AUTH_URL: airtime.authUrl,
    FLEXPOWER_AIRTIME_AUDIENCE: airtime.audience,
    FLEXPOWER_AIRTIME_CLIENT_ID: airtime.clientId,
    FLEXPOWER_AIRTIME_CLIENT_SECRET: airtime.clientSecret,
  }
}

/** Zero if there is none: PostgreSQL removes its file on a clean exit. */
function findPostmaster(directory: string): number {
  try {
    return Number(readFileSync(join(directory, 'cluster', 'postmaster.pid'), 'utf8').split('\n', 1)[0])
  } catch {
    return 0
  }
}

function isAlive(pid: number): boolean {
  if (pid === 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

export async function ask<Row extends object>(url: string, query: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(query)).rows
  } finally {
    await client.end()
  }
}

/** What the server is still working on. */
const OPEN = ['sent', 'unknown']

async function untilNothingIsOpen(url: string, seconds: number, states: string[]): Promise<number | null> {
  const begun = performance.now()
  for (;;) {
    const [row] = await ask<{ open: number }>(
      url,
      `select count(*)::int as open from vend where state in (${states.map((state) => `'${state}'`).join()})`,
    )
    const took = (performance.now() - begun) / 1000
    if (row?.open === 0) return took
    if (took > seconds) return null
    await sleep(100)
  }
}

async function judge(url: string, utility: Utility, airtime: Airtime): Promise<DrillVerdict> {
  const { db, close } = openDb({ url, statementMs: 0, onConnectionLost: () => {} })
  const violations = await auditBooks(db, new Date())
  for (const violation of violations) console.log(JSON.stringify(violation))
  const sales = await db.selectFrom('sale').select(['transaction_id', 'tokens']).execute()
  const open = await db
    .selectFrom('vend')
    .select('reference')
    .where('state', 'in', ['sent', 'unknown', 'manual'])
    .execute()
  await close()
  const ours = new Set(sales.map((sale) => `${sale.transaction_id} ${sale.tokens.join()}`))
  const theirs = [
    ...utility.control.sales().map((sale) => `${sale.requestId} ${listTokens(sale).join()}`),
    ...airtime.control
      .sales()
      .filter(({ status }) => status === 'SUCCESSFUL')
      .map(({ customIdentifier }) => `${customIdentifier} `),
  ]
  const isTheirs = new Set(theirs)
  const readReference = (sale: string) => sale.split(' ')[0]
  const references = theirs.map(readReference)
  const isOpen = new Set<string | undefined>(open.map(({ reference }) => reference))
  const missing = theirs.filter((sale) => !ours.has(sale))
  const held = missing.filter((sale) => isOpen.has(readReference(sale))).length
  return {
    lost: missing.length - held + [...ours].filter((sale) => !isTheirs.has(sale)).length,
    held,
    twice: references.length - new Set(references).size,
    violations: violations.length,
  }
}
