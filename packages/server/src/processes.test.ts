import { type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { API_BASE, CLIENT_TOKEN_HEADER, SESSION_TOKEN_HEADER } from '@flexpower/contract'
import { fleetMeter } from '@flexpower/simulator'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../launch/free-port.ts'
import { loadFloat, makeUser } from './testing/make.ts'
import { startServerProcess } from './testing/server-process.ts'
import { createWorld } from './testing/world.ts'

const world = await createWorld()
const port = await freePort()

/** A new connection each time, so that another process may answer. */
const isReady = () =>
  fetch(`http://127.0.0.1:${port}/readyz`, { headers: { connection: 'close' } }).then(
    ({ ok }) => ok,
    () => false,
  )

/** The first process, with what all of them logged. */
async function startProcesses(count: number, settings: Record<string, string> = {}) {
  const first = startServerProcess(world, port, {
    FLEXPOWER_PROCESSES: String(count),
    FLEXPOWER_LOG_LEVEL: 'info',
    ...settings,
  })
  onTestFinished(() => void first.kill('SIGKILL'))
  let log = ''
  first.stdout?.on('data', (part) => (log += String(part)))
  const readLog = (text: string) =>
    log
      .split('\n')
      .filter((line) => line.endsWith('}') && line.includes(text))
      .map((line) => JSON.parse(line) as { pid: number; [detail: string]: unknown })
  const readListening = () => readLog('Server listening').map(({ pid }) => pid)
  await expect.poll(() => readLog('all server processes')).toHaveLength(1)
  expect(readListening()).toHaveLength(count)
  return { first, readLog, readListening }
}

/** Until the end of the test no process gets past the migrations. Returns how many wait there. */
async function holdStarts(): Promise<() => Promise<number | null>> {
  const other = new pg.Client({ connectionString: world.databaseUrl })
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('begin; lock table migration')
  return async () =>
    (await other.query(`select from pg_locks where relation = 'migration'::regclass and not granted`))
      .rowCount
}

async function stop(first: ChildProcess): Promise<unknown> {
  first.kill('SIGTERM')
  const [code] = (await once(first, 'exit')) as [number | null]
  return code
}

test('B10 several processes share a port; one that is killed is replaced, and all end together', async () => {
  const { first, readLog, readListening } = await startProcesses(3)
  const [victim = 0, ...others] = readListening()
  expect(new Set([first.pid, victim, ...others]).size).toBe(4)
  process.kill(victim, 'SIGKILL')
  await expect.poll(() => isAlive(victim)).toBe(false)
  await expect.poll(readListening).toHaveLength(4)
  expect(readLog('a server process ended')).toMatchObject([
    { pid: first.pid, level: 50, ended: victim, signal: 'SIGKILL' },
  ])
  expect(await isReady()).toBe(true)
  expect(await stop(first)).toBe(0)
  expect(readListening().filter(isAlive)).toEqual([])
  expect(await isReady()).toBe(false)
  expect(readLog('a server process ended')).toHaveLength(1)
})

test('B10 all end together, also while a replacement is starting', async () => {
  const { first, readListening } = await startProcesses(2)
  const countStarting = await holdStarts()
  process.kill(readListening()[0] ?? 0, 'SIGKILL')
  await expect.poll(countStarting).toBe(1)
  expect(await stop(first)).toBe(0)
  expect(readListening().filter(isAlive)).toEqual([])
})

test('B10 told to end, all of them say so for a while, and go on selling meanwhile', async () => {
  const cashier = await world.signIn({ remember: true })
  await loadFloat(world.db, world.clock, cashier.user.id, 1_000_000)
  // As long as it may be: it is killed below.
  const { first } = await startProcesses(2, { FLEXPOWER_DRAIN_SECONDS: '15' })
  const ask = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { headers: { connection: 'close' } })
    return { status: answer.status, body: await answer.json() }
  }
  expect(await ask()).toEqual({ status: 200, body: { status: 'ready' } })
  first.kill('SIGTERM')
  await expect.poll(ask).toEqual({
    status: 503,
    body: { status: 'not ready', reason: 'The server is stopping.' },
  })
  const sold = await fetch(`http://127.0.0.1:${port}${API_BASE}transactions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [CLIENT_TOKEN_HEADER]: world.config.clientAccessToken,
      [SESSION_TOKEN_HEADER]: cashier.token ?? '',
    },
    body: JSON.stringify({ ['meter_number']: fleetMeter(1), amount: 100, telephone: '7712345' }),
  })
  expect(await sold.json()).toMatchObject({ status: 'success' })
  // So that the next request goes elsewhere.
  expect(sold.headers.get('connection')).toBe('close')
  first.kill('SIGKILL')
})

test('B10 a process that hangs is ended and replaced, and the others go on', async () => {
  const { first, readLog, readListening } = await startProcesses(2)
  const [hanging = 0, other = 0] = readListening()
  process.kill(hanging, 'SIGSTOP')
  await expect.poll(readListening, { timeout: 100_000 }).toHaveLength(3)
  expect(readLog('has said nothing')).toMatchObject([{ pid: first.pid, level: 50, hangs: hanging }])
  expect(readLog('a server process ended')).toMatchObject([{ ended: hanging, signal: 'SIGKILL' }])
  expect(isAlive(other)).toBe(true)
  expect(await stop(first)).toBe(0)
})

test('B10 a process that hangs does not keep the others from ending', async () => {
  const { first, readListening } = await startProcesses(2)
  process.kill(readListening()[0] ?? 0, 'SIGSTOP')
  expect(await stop(first)).toBe(0)
  expect(readListening().filter(isAlive)).toEqual([])
})

test('B10 told to end while they are starting, all end, also one that hangs', async () => {
  const countStarting = await holdStarts()
  const first = startServerProcess(world, port, { FLEXPOWER_PROCESSES: '2' })
  onTestFinished(() => void first.kill('SIGKILL'))
  // Not as soon as there is a child: one that is stopped before it runs a program of its own stops its parent too.
  await expect.poll(countStarting).toBe(1)
  const children = readFileSync(`/proc/${first.pid}/task/${first.pid}/children`, 'utf8').trim().split(' ')
  const [child = 0] = children.map(Number)
  onTestFinished(() => void (isAlive(child) && process.kill(child, 'SIGKILL')))
  process.kill(child, 'SIGSTOP')
  expect(await stop(first)).toBe(0)
  await expect.poll(() => isAlive(child)).toBe(false)
})

test('B10 processes that cannot be replaced are logged with growing pauses, and Admins get one mail', async () => {
  const { email } = await makeUser(world.db, world.clock, { type: 'Admin' })
  const { first, readLog, readListening } = await startProcesses(2)
  await sql`create table restored_and_not_audited ()`.execute(world.db)
  process.kill(readListening()[0] ?? 0, 'SIGKILL')
  const readMails = () =>
    world.db
      .selectFrom('outbox')
      .select('body')
      .where('recipient', '=', email)
      .where('subject', 'like', '%server processes%')
      .execute()
  await expect.poll(() => readLog('a server process ended').length).toBeGreaterThan(2)
  const pauses = readLog('a server process ended').map(({ pauseMs }) => Number(pauseMs))
  expect(pauses).toEqual(pauses.map((_, index) => 100 * 2 ** index))
  expect(readLog('a server process ended').map(({ msg }) => msg)).toEqual([
    'a server process ended',
    ...pauses.slice(1).map(() => 'a server process ended while it was starting'),
  ])
  expect(await isReady()).toBe(true)
  await expect.poll(readMails).toHaveLength(1)
  expect((await readMails())[0]?.body).toContain('3 server processes have ended')
  await sql`drop table restored_and_not_audited`.execute(world.db)
  await expect.poll(readListening).toHaveLength(3)
  expect(await stop(first)).toBe(0)
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('B10 an obstacle at the start is reported, and nothing goes on running', async () => {
  const first = startServerProcess(world, port, {
    FLEXPOWER_PROCESSES: '2',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
    FLEXPOWER_DATABASE_WAIT_SECONDS: '0',
  })
  const [code] = (await once(first, 'exit')) as [number]
  expect(code).toBe(1)
  expect(await isReady()).toBe(false)
})

test('a server says at its start that PostgreSQL allows too few connections, and starts', async () => {
  const role = `teller_${randomBytes(6).toString('hex')}`
  const run = async (text: string) => void (await sql.raw(text).execute(world.db))
  await run(
    `create role ${role} login password 'x' connection limit 35 in role pg_read_all_data, pg_write_all_data;
     grant create on schema public to ${role}`,
  )
  onTestFinished(() => run(`drop owned by ${role}; drop role ${role}`))
  const url = new URL(world.databaseUrl)
  url.username = role
  url.password = 'x'
  const first = startServerProcess(world, port, {
    [world.poolerUrl === null ? 'DATABASE_URL' : 'FLEXPOWER_DATABASE_DIRECT_URL']: url.href,
    FLEXPOWER_LOG_LEVEL: 'warn',
  })
  onTestFinished(() => void first.kill('SIGKILL'))
  let log = ''
  first.stdout?.on('data', (part) => (log += String(part)))
  await expect.poll(() => log).toContain('PostgreSQL allows 35 connections, and this process may need')
  expect(await isReady()).toBe(true)
  expect(await stop(first)).toBe(0)
})

test('a server sells also while its port for the metrics is taken', async () => {
  const taken = createServer()
  const metricsPort = await new Promise<number>((resolve) =>
    taken.listen(0, '127.0.0.1', () => resolve((taken.address() as AddressInfo).port)),
  )
  onTestFinished(() => void taken.close())
  const { first, readLog } = await startProcesses(2, { FLEXPOWER_METRICS_PORT: String(metricsPort) })
  await expect.poll(() => readLog(`Port ${metricsPort} for the metrics is in use already`)).toHaveLength(1)
  expect(await isReady()).toBe(true)
  expect(await stop(first)).toBe(0)
})

test('the metrics of all processes are served by the first, also while one is replaced, and never fall', async () => {
  const metricsPort = await freePort()
  const { first, readListening } = await startProcesses(2, { FLEXPOWER_METRICS_PORT: String(metricsPort) })
  const read = async (series: string) => {
    const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
    const line = (await answer.text()).split('\n').find((each) => each.startsWith(`${series} `))
    return Number(line?.slice(series.length + 1))
  }
  const asked = 'flexpower_http_requests_total{method="GET",route="/readyz",status="2xx"}'
  for (let times = 0; times < 6; times += 1) expect(await isReady()).toBe(true)
  await expect.poll(() => read(asked)).toBe(6)
  expect(await read('flexpower_database_up')).toBe(1)
  process.kill(readListening()[0] ?? 0, 'SIGKILL')
  await expect.poll(() => read(asked)).toBe(6)
  await expect.poll(readListening).toHaveLength(3)
  expect(await read(asked)).toBe(6)
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(404)
  expect(await stop(first)).toBe(0)
})
