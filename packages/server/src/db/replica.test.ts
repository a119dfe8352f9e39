// A real streaming standby of a separate PostgreSQL: which calls read it, and when none does.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  API_BASE,
  CLIENT_TOKEN_HEADER,
  endpoints,
  eventStream,
  file,
  SESSION_TOKEN_HEADER,
  toDay,
} from '@flexpower/contract'
import { fleetMeter } from '@flexpower/simulator'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startPostgres } from '../../../../launch/postgres.ts'
import { assemble, createApp } from '../app.ts'
import { loadFloat } from '../testing/make.ts'
import { startStandby } from '../testing/standby.ts'
import { createWorld } from '../testing/world.ts'
import { inDatabase, readDatabaseName } from './address.ts'
import { within } from './connection.ts'
import { openDb } from './db.ts'
import { openReplica, type ReplicaOptions } from './replica.ts'

const folder = await mkdtemp(join(tmpdir(), 'flexpower-replica-'))
const directory = join(folder, 'primary')
const postgres = await startPostgres({ directory, settings: { fsync: 'off' } })
const standby = await startStandby(postgres, directory, join(folder, 'standby'))
afterAll(async () => {
  await standby.stop()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

const plain = await createWorld({ server: postgres.url })
const { db, clock } = plain
const replicaUrl = inDatabase(standby.url, readDatabaseName(plain.databaseUrl))
const standbyDb = openDb({ url: replicaUrl, onConnectionLost: () => {} })
afterAll(standbyDb.close)

const warnings: string[] = []
/** However slow the machine is, a replica that goes on is waited for, and the primary is read only where a test wants it. */
function open(options: Partial<ReplicaOptions> = {}) {
  const log = { warn: (text: string) => void warnings.push(text) }
  const replica = openReplica({
    url: replicaUrl,
    primary: db,
    lagMostMs: 3_600_000,
    log,
    catchUpMs: 60_000,
    limits: within(60_000),
    ...options,
  })
  afterAll(replica.close)
  return replica
}

const pause = () => sql`select pg_wal_replay_pause()`.execute(standbyDb.db)
const resume = () => sql`select pg_wal_replay_resume()`.execute(standbyDb.db)
const isOnStandby = async (source: typeof db) =>
  (await sql<{ is_standby: boolean }>`select pg_is_in_recovery() as is_standby`.execute(source)).rows[0]
    ?.is_standby

beforeEach(async () => {
  warnings.length = 0
  await resume()
})

const write = (subject: string) =>
  db.insertInto('throttle').values({ subject, attempts: 1, window_ends_at: clock.now() }).execute()
const readOf = (subject: string) => (source: typeof db) =>
  source.selectFrom('throttle').select('subject').where('subject', '=', subject).execute()

test('whatever was written before a call is found by it, on the replica as soon as that has it', async () => {
  const replica = open()
  for (let count = 0; count < 50; count += 1) {
    await write(`written ${count}`)
    expect(await replica.read(readOf(`written ${count}`))).toHaveLength(1)
  }
  expect(replica.counts()).toEqual({ replica: 50, primary: 0 })
})

test('one that does not replay is not read, and one too far behind is not even asked', async () => {
  const behind = open({ catchUpMs: 50 })
  await expect.poll(() => behind.read(isOnStandby)).toBe(true)
  await pause()
  await write('paused')
  expect(await behind.read(readOf('paused'))).toHaveLength(1)
  expect(await behind.read(isOnStandby)).toBe(false)
  expect(warnings).toEqual([])
  const tooFar = open({ lagMostMs: 0 })
  expect(await tooFar.read(isOnStandby)).toBe(false)
  expect(await tooFar.read(isOnStandby)).toBe(false)
  expect(warnings).toEqual(['The replica is not read, but the primary: it is too far behind.'])
  await resume()
  await expect.poll(() => behind.read(isOnStandby)).toBe(true)
})

test('one that is away, is no standby or has other data is told once, and the primary is read', async () => {
  const away = open({ url: replicaUrl.replace(/:\d+\//, ':1/') })
  const primary = open({ url: plain.databaseUrl })
  const stranger = open({ url: plain.databaseUrl.replace(/\/\w+$/, '/nowhere') })
  for (const replica of [away, primary, stranger])
    for (let count = 0; count < 3; count += 1) expect(await replica.read(isOnStandby)).toBe(false)
  expect(warnings).toEqual([
    'The replica is not read, but the primary: ECONNREFUSED.',
    'The replica is not read, but the primary: it is no standby.',
    'The replica is not read, but the primary: 3D000.',
  ])
})

test('a read that the replica breaks off is repeated on the primary, and a refusal is not', async () => {
  const replica = open()
  await expect.poll(() => replica.read(isOnStandby)).toBe(true)
  const seen: unknown[] = []
  const writing = async (source: typeof db) => {
    seen.push(await isOnStandby(source))
    await source.deleteFrom('throttle').execute()
    return 'done'
  }
  expect(await replica.read(writing)).toBe('done')
  expect(seen).toEqual([true, false])
  expect(warnings).toEqual(['The replica is not read, but the primary: 25006.'])
  const other = open()
  await expect.poll(() => other.read(isOnStandby)).toBe(true)
  let calls = 0
  const refusing = other.read(async () => {
    calls += 1
    throw new Error('no')
  })
  await expect(refusing).rejects.toThrow('no')
  expect(calls).toBe(1)
})

/** A server that reads the replica, beside the one that does not. */
async function serveWithReplica() {
  const replica = open()
  const app = await createApp(assemble({ ...plain.context, replica }), null)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  afterAll(() => app.close())
  return { replica, address }
}

test('lists, reports and files are read there and nothing else is, with the same answers', async () => {
  const admin = await plain.signIn({ type: 'Admin', mayTakePostpaid: true })
  const cashier = await plain.signIn()
  await loadFloat(db, clock, cashier.user.id, 10_000_000)
  for (let count = 0; count < 3; count += 1)
    await cashier.send('POST', `${API_BASE}transactions`, {
      body: { meter_number: fleetMeter(720_000 + count), amount: 100, telephone: '7712345' },
    })
  const { replica, address } = await serveWithReplica()
  await expect.poll(() => replica.read(isOnStandby)).toBe(true)
  const headers = {
    [CLIENT_TOKEN_HEADER]: plain.config.clientAccessToken,
    [SESSION_TOKEN_HEADER]: admin.token ?? '',
  }
  const day = toDay(clock.now())
  // What any of them asks for; each takes its own.
  const query = `?from=${day}&to=${day}&by=day&q=Bah&product=electricity&amount=100`
  const refused: string[] = []
  for (const [name, { method, path, lane, response }] of endpoints) {
    if (method !== 'GET' || response === eventStream) continue
    const url = API_BASE + path.replaceAll(/\{(\w+)\}/g, String(cashier.user.id)) + query
    const before = replica.counts()
    const answer = await fetch(new URL(url, address), { headers })
    const text = await answer.text()
    expect(answer.status, `${name} ${text}`).toBeLessThan(500)
    const after = replica.counts()
    if (answer.status === 422) {
      refused.push(`${name} ${text}`)
      continue
    }
    expect(after.primary, name).toBe(before.primary)
    expect(after.replica - before.replica, name).toBe(lane === 'reading' ? 1 : 0)
    if (lane !== 'reading' || response === file) continue
    expect(text, name).toBe(await (await fetch(new URL(url, plain.address), { headers })).text())
  }
  expect(refused).toEqual([])
  const before = replica.counts()
  const sale = await fetch(new URL(`${API_BASE}transactions`, address), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ meter_number: fleetMeter(720_009), amount: 100, telephone: '7712345' }),
  })
  expect(await sale.json()).toMatchObject({ status: 'success' })
  expect(replica.counts()).toEqual(before)
  await plain.expectCleanBooks()
})
