// Connections that stop answering without being closed, through a proxy that swallows every byte.
import { sql } from 'kysely'
import { afterAll, expect, inject, test } from 'vitest'
import { startFaultProxy } from '../testing/fault-proxy.ts'
import { DatabaseSilent, isDatabaseAway } from './away.ts'
import { connect, type Limits } from './connection.ts'
import { type Db, openDb, statement } from './db.ts'

const direct = inject('postgresUrl')
const target = { host: '127.0.0.1', port: Number(new URL(direct).port) }
const wire = await startFaultProxy(target)
afterAll(() => wire.close())
const through = (port: number) => {
  const url = new URL(direct)
  url.port = String(port)
  return url.href
}
const url = through(wire.port)

/** Short for waits that must fail, long where a loaded machine may be slow. */
const limits: Limits = { connectMs: 30_000, silentMs: 200, witnessMs: 30_000, readyMs: 200 }

const one = statement<{ one: number }>('one', 'select 1 as one')
const ask = (db: Db) => sql<{ one: number }>`select 1 as one`.execute(db)

function openThrough(connections: number) {
  const opened = openDb({ url, connections, limits, onConnectionLost: () => {} })
  afterAll(opened.close)
  return opened.db
}

test('a silent connection is given up, its statements fail as for a lost database, and the next one works', async () => {
  const db = openThrough(1)
  await Promise.all([ask(db), one(db, [])])
  wire.silence()
  const failed = await ask(db).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(DatabaseSilent)
  expect(isDatabaseAway(failed)).toBe(true)
  expect((await ask(db)).rows).toEqual([{ one: 1 }])
})

test('those beside it are replaced too, before anybody waits for them, in every pool', async () => {
  const db = openThrough(5)
  await Promise.all(Array.from({ length: 5 }, () => sql`select pg_sleep(0.1)`.execute(db)))
  await one(db, [])
  wire.silence()
  await expect(ask(db)).rejects.toThrow('did not answer')
  expect(await Promise.all([ask(db), ask(db), ask(db)])).toHaveLength(3)
  expect(await one(db, [])).toEqual([{ one: 1 }])
})

test('a prepared statement and a transaction on a silent connection fail like everything else', async () => {
  const db = openThrough(2)
  await one(db, [])
  const inTheMiddle = db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx)
    wire.silence()
    await sql`select 2`.execute(tx)
  })
  await expect(inTheMiddle).rejects.toSatisfy(isDatabaseAway)
  expect(await one(db, [])).toEqual([{ one: 1 }])
})

test('a statement may take longer than that while its backend is seen working', async () => {
  const db = openThrough(1)
  const slow = await sql<{ done: string }>`select pg_sleep(1)::text as done`.execute(db)
  expect(slow.rows).toEqual([{ done: '' }])
})

test('if the backend cannot be observed, the limit applies', async () => {
  const connection = await connect(url, {}, { ...limits, silentMs: 1_000, witnessMs: 1_000 })
  wire.silence()
  wire.silenceNew(true)
  await expect(connection.query('select 1')).rejects.toThrow('did not answer')
  await expect(connect(url, {}, { ...limits, connectMs: 200 })).rejects.toSatisfy(isDatabaseAway)
  wire.silenceNew(false)
})

test('closing a silent connection delays nobody', async () => {
  const connection = await connect(url, {}, limits)
  wire.silence()
  await connection.end()
})

/** A server that reports itself as a standby: the answer of pg_is_in_recovery() is inverted on its way. */
const NO = Buffer.from([0x44, 0, 0, 0, 0x0b, 0, 1, 0, 0, 0, 1, 0x66])
const saysStandby = (bytes: Buffer) => {
  const at = bytes.indexOf(NO)
  if (at >= 0) bytes[at + NO.length - 1] = 't'.charCodeAt(0)
  return bytes
}

test('of several places the one that accepts writes is used, wherever it is in the address', async () => {
  const standby = await startFaultProxy(target)
  standby.watch((bytes, way) => (way === 'back' ? saysStandby(bytes) : bytes))
  const gone = await startFaultProxy(target)
  await gone.close()
  const hosts = [gone.port, standby.port, wire.port].map((port) => `127.0.0.1:${port}`).join(',')
  const several = `${direct.replace(/@[^/]+/, `@${hosts}`)}?target_session_attrs=read-write`
  const opened = openDb({ url: several, onConnectionLost: () => {} })
  expect((await ask(opened.db)).rows).toEqual([{ one: 1 }])
  expect(await one(opened.db, [])).toEqual([{ one: 1 }])

  // It becomes a standby, and the other one the primary.
  wire.watch((bytes, way) => (way === 'back' ? saysStandby(bytes) : bytes))
  standby.watch(null)
  wire.cut()
  await ask(opened.db).catch(() => undefined)
  expect((await ask(opened.db)).rows).toEqual([{ one: 1 }])

  standby.watch((bytes, way) => (way === 'back' ? saysStandby(bytes) : bytes))
  const nobody = await connect(several).catch((error: unknown) => error)
  expect(nobody).toMatchObject({ message: expect.stringContaining('No database takes writes: ') })
  expect(isDatabaseAway(nobody)).toBe(true)
  wire.watch(null)
  await opened.close()
  await standby.close()
})
