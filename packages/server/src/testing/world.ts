// A whole installation for one test file: its own database, a clock that the test moves, the simulators and the server,
// each reached over real HTTP; and callers that use the contract.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Answer,
  api,
  CLIENT_TOKEN_HEADER,
  type Endpoint,
  ERASED,
  type Given,
  readAnswer,
  buildRequest,
  SESSION_TOKEN_HEADER,
} from '@flexpower/contract'
import { type FaceName, listTokens, startUtility } from '@flexpower/simulator'
import { startAirtime } from '@flexpower/simulator/airtime'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, expect, inject, onTestFinished, TestRunner } from 'vitest'
import { shareAirtimeToken, shareUtilityToken } from '../secrets/access-token-store.ts'
import { assemble, createApp } from '../app.ts'
import { BACKLOG } from '../http/server.ts'
import { type Config, parseConfig } from '../config/config.ts'
import type { Context } from '../runtime/context.ts'
import type { Limits } from '../db/connection.ts'
import { type Db, openDb } from '../db/db.ts'
import { migrate } from '../db/migrate.ts'
import { openReplica } from '../db/replica.ts'
import { createIncms } from '../gateways/incms.ts'
import { createReloadly } from '../gateways/reloadly.ts'
import { createMetrics, type DeclaredMetrics } from '../metrics/declare.ts'
import { auditBooks } from '../ledger/audit.ts'
import { countOutages } from '../runtime/log.ts'
import { recoverDue } from '../sales/recover.ts'
import { keptPasswords } from '../secrets/vendor-password.ts'
import { noTraces, type Traces } from '../traces/traces.ts'
import type { FaultProxy } from './fault-proxy.ts'
import { makeUser, type MadeUser, type UserTraits } from './make.ts'
import { createDatabase, databaseUrl, TEMPLATE } from './setup.ts'

export interface TestClock {
  now(): Date
  /** Moves forward by that many milliseconds. */
  pass(milliseconds: number): void
}

/** Someone who calls the server: signed in, or a visitor. */
export interface TestCaller {
  token: string | null
  call<E extends Endpoint>(endpoint: E, input: Given<E>): Promise<Answer<E>>
  /** A request as a stranger would write it, with this caller's headers unless others are given. */
  send(method: string, path: string, options?: SendOptions): Promise<RawAnswer>
}

interface SendOptions {
  body?: unknown
  /** Sent as it is, instead of `body`. */
  text?: string
  headers?: Record<string, string>
}

export interface RawAnswer {
  status: number
  headers: Headers
  body: unknown
}

export interface World {
  db: Db
  context: Context
  databaseUrl: string
  /** A pooler in front of it; null: there is none. */
  poolerUrl: string | null
  address: string
  config: Config
  clock: TestClock
  utility: Awaited<ReturnType<typeof startUtility>>
  airtime: Awaited<ReturnType<typeof startAirtime>>
  /** What the server logged, one JSON line each. */
  logLines: string[]
  metrics: DeclaredMetrics
  visitor: TestCaller
  /** Signs in an existing user. */
  enter(email: string, password: string, remember?: boolean): Promise<TestCaller>
  /** Makes a user and signs them in through the login call. */
  signIn(traits?: UserTraits & { remember?: boolean }): Promise<TestCaller & { user: MadeUser }>
  /** Moves the clock to the next look-ups and runs them, until no sale is open or nothing more is learnt. */
  recover(rounds?: number): Promise<void>
  /** The books are right, and agree with the utility's own. */
  expectCleanBooks(): Promise<void>
  close(): Promise<void>
}

export interface WorldOptions {
  env?: Record<string, string>
  webRoot?: URL
  saleMs?: number
  /** Which interface the utility shows; `published` by default. */
  face?: FaceName
  /** A separate PostgreSQL instead of the one that all tests share. */
  server?: string
  traces?: Traces
  /** Between the server and its database. */
  wire?: FaultProxy
  /** How long the server waits for its database. */
  limits?: Limits
}

const START = '2026-11-14T14:20:00Z'
/** However slow the machine is, an answer that comes is received. A test in which none comes sets its own limit. */
const SALE_MS = 20_000
const RECOVERY_STEP_MS = 70_000

export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const url = await makeDatabase(options.server)
  const dataDir = await mkdtemp(join(tmpdir(), 'flexpower-data-'))
  const clock = stoppedClock()
  const config = parseConfig({ DATABASE_URL: url, FLEXPOWER_DATA_DIR: dataDir, ...options.env })
  const logLines: string[] = []
  const log = pino({ level: 'debug', hooks: countOutages() }, { write: (line) => void logLines.push(line) })
  const poolerUrl = findPooler(url, options)
  const { db, close: closeDb } = openDb({
    ...putWire({ url, poolerUrl }, options.wire),
    ...(options.limits && { limits: options.limits }),
    onConnectionLost: () => {},
  })
  const metrics = createMetrics()
  const { traces = noTraces } = options
  const simulators = await openSimulators({ db, config, log, clock, metrics, traces }, options)
  const { utility, airtime, gateways } = simulators
  const replica = config.replica && openReplica({ ...config.replica, primary: db, log })
  const context = assemble({ config, db, replica, clock, log, metrics, traces, ...gateways })
  const app = await createApp(context, options.webRoot ?? null)
  const address = await app.listen({ host: '127.0.0.1', port: 0, backlog: BACKLOG })
  const caller = (token: string | null) => createCaller(address, config.clientAccessToken, token)
  const visitor = caller(null)
  const world: World = {
    db,
    context,
    databaseUrl: url,
    poolerUrl,
    address,
    config,
    clock,
    utility,
    airtime,
    logLines,
    metrics,
    visitor,
    enter: async (email, password, remember = false) =>
      caller((await visitor.call(api.session.login, { email, password, remember })).token),
    signIn: async ({ remember = false, ...traits } = {}) => {
      const user = await makeUser(db, clock, traits)
      const { token } = await visitor.call(api.session.login, {
        email: user.email,
        password: user.password,
        remember,
      })
      return { ...caller(token), user }
    },
    recover: async (rounds = 6) => {
      for (let round = 0; round < rounds; round += 1) {
        clock.pass(RECOVERY_STEP_MS)
        await recoverDue({ ...context, absenceMs: config.absenceMs })
      }
    },
    expectCleanBooks: () => expectCleanBooks({ db, clock, utility, airtime }),
    close: async () => {
      await app.close()
      await context.backups.stop()
      await context.live.close()
      await simulators.close()
      await replica?.close()
      await closeDb()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  closeLater(world)
  return world
}

/** After the test that made it, or after the file. Vitest would not call an `afterAll` of a test. */
function closeLater({ close }: World): void {
  if (TestRunner.getCurrentTest() === undefined) afterAll(close)
  else onTestFinished(close)
}

async function expectCleanBooks({
  db,
  clock,
  utility,
  airtime,
}: Pick<World, 'db' | 'clock' | 'utility' | 'airtime'>): Promise<void> {
  expect(await auditBooks(db, clock.now())).toEqual([])
  await expectSameSales(db, utility)
  await expectSameTopUps(db, airtime)
}

/** From the template, unless the PostgreSQL has none. */
async function makeDatabase(server: string | undefined): Promise<string> {
  const name = `world_${randomBytes(6).toString('hex')}`
  const url = databaseUrl(server ?? inject('postgresUrl'), name)
  await createDatabase(url, name, server === undefined ? TEMPLATE : 'template0')
  if (server !== undefined) await migrate(url)
  return url
}

/** A separate PostgreSQL has none. */
function findPooler(url: string, { server }: WorldOptions): string | null {
  const pooler = inject('poolerUrl')
  return pooler === null || server !== undefined ? null : databaseUrl(pooler, new URL(url).pathname.slice(1))
}

/** The wire is where sales go: to the pooler, if there is one. */
function putWire(addresses: { url: string; poolerUrl: string | null }, wire: FaultProxy | undefined) {
  if (!wire) return addresses
  const { url, poolerUrl } = addresses
  const through = new URL(poolerUrl ?? url)
  if (poolerUrl !== null) wire.aim({ host: through.hostname, port: Number(through.port) })
  through.port = String(wire.port)
  return poolerUrl === null ? { url: through.href, poolerUrl } : { url, poolerUrl: through.href }
}

/** The references of sales whose outcome is unknown: the other side may have them or not. */
async function openReferences(db: Db): Promise<Set<string>> {
  const open = await db
    .selectFrom('vend')
    .select('reference')
    .where('state', 'not in', ['confirmed', 'voided'])
    .execute()
  return new Set(open.map(({ reference }) => reference))
}

/** Butut for butut, what we confirmed is what the operators delivered, and what was given up was not delivered. */
async function expectSameTopUps(db: Db, airtime: World['airtime']): Promise<void> {
  const notYetKnown = await openReferences(db)
  const ours = await db
    .selectFrom('any_sale')
    .select(['transaction_id', 'subject', 'tendered'])
    .where('product', '=', 'airtime')
    .where(sql<boolean>`details ->> 'transaction' <> ''`)
    .execute()
  const erased = new Set(ours.flatMap((sale) => (sale.subject === ERASED ? [sale.transaction_id] : [])))
  const theirs = airtime.control
    .sales()
    .filter(({ customIdentifier, status }) => status === 'SUCCESSFUL' && !notYetKnown.has(customIdentifier))
    .map(({ customIdentifier, phone, amount }) => {
      const number = erased.has(customIdentifier) ? ERASED : phone
      return `${customIdentifier} ${number} ${amount}`
    })
  expect(ours.map((sale) => `${sale.transaction_id} ${sale.subject} ${sale.tendered}`).toSorted()).toEqual(
    theirs.toSorted(),
  )
}

/** The utility and the airtime aggregator, simulated, and our gateways to them. */
async function openSimulators(
  parts: Pick<Context, 'db' | 'config' | 'log' | 'clock' | 'metrics' | 'traces'>,
  { saleMs = SALE_MS, face = 'published' }: WorldOptions,
) {
  const { clock } = parts
  const dataDir = await mkdtemp(join(tmpdir(), 'flexpower-simulator-'))
  const utility = await startUtility({ dataDir, clock, face })
  const airtime = await startAirtime({ dataDir, clock })
  const breaker = { silencesMost: 1000 }
  const gateways = {
    utility: createIncms(utility.access, {
      orderMs: saleMs,
      clock,
      breaker,
      traces: parts.traces,
      onExchange: (exchange) => parts.metrics.observeExchange({ side: 'utility', ...exchange }),
      passwords: async () => [...(await keptPasswords(parts)), utility.access.password],
      tokens: shareUtilityToken(parts, utility.access),
    }),
    airtime: createReloadly(airtime.access, {
      orderMs: saleMs,
      clock,
      breaker,
      traces: parts.traces,
      onExchange: (exchange) => parts.metrics.observeExchange({ side: 'airtime', ...exchange }),
      tokens: shareAirtimeToken(parts, airtime.access),
    }),
  }
  return {
    utility,
    airtime,
    gateways,
    close: async () => {
      await Promise.all([gateways.utility.close(), gateways.airtime.close()])
      await Promise.all([utility.close(), airtime.close()])
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** I3 and I7: token for token and butut for butut, what we confirmed is what the utility sold. */
export async function expectSameSales(db: Db, utility: World['utility']): Promise<void> {
  const notYetKnown = await openReferences(db)
  const theirs = utility.control
    .sales()
    .filter(({ requestId }) => !notYetKnown.has(requestId))
    .map((sale) => `${sale.requestId} ${sale.payment} ${listTokens(sale).join()}`)
  const ours = await db
    .selectFrom('any_sale')
    .select(['transaction_id', 'vended', 'tokens'])
    // What an Admin confirmed by hand, the utility may not have.
    .where(sql<boolean>`details ->> 'utilityTransaction' <> ''`)
    .execute()
  expect(
    ours.map((sale) => `${sale.transaction_id} ${sale.vended} ${sale.tokens.join()}`).toSorted(),
  ).toEqual(theirs.toSorted())
}

function stoppedClock(): TestClock {
  let now = Date.parse(START)
  return {
    now: () => new Date(now),
    pass: (milliseconds) => {
      now += milliseconds
    },
  }
}

function createCaller(address: string, clientToken: string, token: string | null): TestCaller {
  const own = { [CLIENT_TOKEN_HEADER]: clientToken, ...(token && { [SESSION_TOKEN_HEADER]: token }) }
  const send: TestCaller['send'] = async (method, path, { body, text, headers } = {}) => {
    const content = text ?? (body === undefined ? null : JSON.stringify(body))
    const response = await fetch(new URL(path, address), {
      method,
      headers: { ...own, ...(content !== null && { 'content-type': 'application/json' }), ...headers },
      body: content,
      redirect: 'manual',
    })
    const answer = isStream(response) ? '' : await response.text()
    // A stream would go on: whoever reads events reads them with `fetch`.
    if (isStream(response)) await response.body?.cancel()
    return { status: response.status, headers: response.headers, body: parseOrKeep(answer) }
  }
  return {
    token,
    send,
    call: async <E extends Endpoint>(endpoint: E, input: Given<E>) => {
      const request = buildRequest(endpoint, input)
      const { status, body } = await send(
        request.method,
        request.url,
        request.body === null ? {} : { body: request.body },
      )
      return readAnswer(endpoint, status, body) as Answer<E>
    },
  }
}

const isStream = ({ headers }: Response) => headers.get('content-type') === 'text/event-stream'

export function parseOrKeep(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
