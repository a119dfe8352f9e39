// What a drill stands on: a real PostgreSQL behind a wire that can be cut, both simulators, and server processes that can be
// killed, all on loopback. What was ordered is compared with what the simulators sold, and the books are audited.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { populate } from '../bench/installation.ts'
import { startPostgres } from '../launch/postgres.ts'
import { openDb } from '../packages/server/src/db/db.ts'
import { migrate } from '../packages/server/src/db/migrate.ts'
import { auditBooks } from '../packages/server/src/ledger/audit.ts'
import { type FaultProxy, startFaultProxy } from '../packages/server/src/testing/fault-proxy.ts'
import { type Airtime, startAirtime } from '@flexpower/simulator/airtime'
import { startUtility, type Utility } from '@flexpower/simulator'

const main = join(import.meta.dirname, '..', 'packages', 'server', 'src', 'main.ts')

export interface Server {
  address: string
  start(): Promise<void>
  /** As a power cut does it. */
  kill(): Promise<void>
}

export interface Ground {
  /** Through the wire. */
  databaseUrl: string
  /** Around it. */
  directUrl(): string
  wire: FaultProxy
  utility: Utility
  airtime: Airtime
  servers: Server[]
  /** Ends PostgreSQL with that signal and brings it back on the same data; resolves when it takes connections. */
  restartDatabase(signal: NodeJS.Signals): Promise<void>
  /** Waits until no sale is open; answers how many seconds that took, or null when it took too long. */
  untilNothingIsOpen(seconds: number): Promise<number | null>
  verdict(): Promise<Verdict>
  close(): Promise<void>
}

/** Nothing lost, nothing twice, nothing broken. */
export interface Verdict {
  lost: number
  twice: number
  violations: number
}

export const say = ({ lost, twice, violations }: Verdict): string =>
  `${lost} lost, ${twice} sold twice, ${violations} invariants broken`

export const isClean = ({ lost, twice, violations }: Verdict): boolean => lost + twice + violations === 0

export async function layGround(options: { servers: number; env?: Record<string, string> }): Promise<Ground> {
  const folder = await mkdtemp(join(tmpdir(), 'flexpower-drill-'))
  const postgresOptions = { directory: join(folder, 'postgres'), settings: { max_connections: '200' } }
  let postgres = await startPostgres(postgresOptions)
  await migrate(postgres.url)
  const setup = new Client({ connectionString: postgres.url })
  await setup.connect()
  await populate(setup)
  await setup.query(`update session set expires_at = now() + interval '30 days'`)
  await setup.query(
    `insert into float_balance (user_id, kind, balance) select id, 'airtime', 100000000000000 from users on conflict do nothing`,
  )
  // Floats that nobody loaded would break the books: the drill's money comes from the bank as everybody's does.
  await setup.query(
    `with loads as (
       insert into credit (user_id, kind, amount, slip_reference, balance_after, loaded_by, created_at)
         select user_id, kind, balance, 'drill ' || kind || ' ' || user_id, balance, user_id, now() from float_balance returning *)
     insert into transfer (entry_id, leg, source, destination, amount)
       select id, 0, 'bank', 'float/' || kind || '/' || user_id, amount from loads`,
  )
  await setup.query('update users set may_take_postpaid = true')
  await setup.end()
  const utility = await startUtility({ dataDir: folder, syncs: false, openingBalance: 1_000_000_000_000 })
  const airtime = await startAirtime({ dataDir: folder, syncs: false, openingBalance: 1_000_000_000_000 })
  const wire = await startFaultProxy(targetOf(postgres.url))
  const through = new URL(postgres.url)
  through.port = String(wire.port)
  const env = { ...serverEnv(through.href, utility, airtime), ...options.env }
  const servers = await Promise.all(Array.from({ length: options.servers }, () => serverOn(env)))
  const ground: Ground = {
    databaseUrl: through.href,
    directUrl: () => postgres.url,
    wire,
    utility,
    airtime,
    servers,
    restartDatabase: async (signal) => {
      const pid = await postmasterOf(postgres.url)
      process.kill(pid, signal)
      while (isAlive(pid)) await sleep(20)
      postgres = await startPostgres(postgresOptions)
      wire.aim(targetOf(postgres.url))
    },
    untilNothingIsOpen: (seconds) => untilNothingIsOpen(postgres.url, seconds),
    verdict: () => verdictOf(postgres.url, utility, airtime),
    close: async () => {
      await Promise.all(servers.map((server) => server.kill()))
      await Promise.all([utility.close(), airtime.close(), wire.close()])
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return ground
}

const targetOf = (url: string) => ({ host: '127.0.0.1', port: Number(new URL(url).port) })

function serverEnv(databaseUrl: string, utility: Utility, airtime: Airtime): Record<string, string> {
  const { url, tenant, vendorId, vendorUser, password, client } = utility.access
  return {
    DATABASE_URL: databaseUrl,
    FLEXPOWER_LOG_LEVEL: 'silent',
    FLEXPOWER_UTILITY_URL: url,
    FLEXPOWER_UTILITY_TENANT: tenant,
    FLEXPOWER_UTILITY_VENDOR: vendorId,
    FLEXPOWER_UTILITY_USER: vendorUser,
    FLEXPOWER_UTILITY_PASSWORD: password,
    FLEXPOWER_UTILITY_CLIENT: client,
    FLEXPOWER_UTILITY_ABSENCE_SECONDS: '2',
    FLEXPOWER_AIRTIME_URL: airtime.access.url,
    FLEXPOWER_AIRTIME_AUTH_URL: airtime.access.authUrl,
    FLEXPOWER_AIRTIME_AUDIENCE: airtime.access.audience,
    FLEXPOWER_AIRTIME_CLIENT_ID: airtime.access.clientId,
    FLEXPOWER_AIRTIME_CLIENT_SECRET: airtime.access.clientSecret,
  }
}

async function serverOn(env: Record<string, string>): Promise<Server> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  let child: ChildProcess | null = null
  return {
    address,
    async start() {
      child = spawn(process.execPath, [main], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { PATH: process.env['PATH'] ?? '', ...env, PORT: String(port) },
      })
      const begun = performance.now()
      while (!(await isReady(address))) {
        if (child.exitCode !== null || performance.now() - begun > 60_000)
          throw new Error('the server did not start')
        await sleep(25)
      }
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

const isReady = (address: string): Promise<boolean> =>
  fetch(`${address}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  )

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}

async function postmasterOf(url: string): Promise<number> {
  const [row] = await ask<{ pid: number }>(
    url,
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`,
  )
  return row?.pid ?? 0
}

function isAlive(pid: number): boolean {
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

async function untilNothingIsOpen(url: string, seconds: number): Promise<number | null> {
  const begun = performance.now()
  for (;;) {
    const [row] = await ask<{ open: number }>(
      url,
      `select count(*)::int as open from vend where state in ('sent', 'unknown', 'manual')`,
    )
    const took = (performance.now() - begun) / 1000
    if (row?.open === 0) return took
    if (took > seconds) return null
    await sleep(100)
  }
}

async function verdictOf(url: string, utility: Utility, airtime: Airtime): Promise<Verdict> {
  const { db, close } = openDb({ url, statementMs: 0, onConnectionLost: () => {} })
  const violations = await auditBooks(db, new Date())
  for (const violation of violations) console.log(JSON.stringify(violation))
  const sales = await db.selectFrom('sale').select(['transaction_id', 'tokens']).execute()
  await close()
  const ours = new Set(sales.map((sale) => `${sale.transaction_id} ${sale.tokens.join()}`))
  const theirs = [
    ...utility.control
      .sales()
      .map((sale) => `${sale.requestId} ${[...sale.keyChangeTokens, ...sale.creditTokens].join()}`),
    ...airtime.control
      .sales()
      .filter(({ status }) => status === 'SUCCESSFUL')
      .map(({ customIdentifier }) => `${customIdentifier} `),
  ]
  const references = theirs.map((sale) => sale.split(' ')[0])
  return {
    lost:
      theirs.filter((sale) => !ours.has(sale)).length +
      [...ours].filter((sale) => !theirs.includes(sale)).length,
    twice: references.length - new Set(references).size,
    violations: violations.length,
  }
}
