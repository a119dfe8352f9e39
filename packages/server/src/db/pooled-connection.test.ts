// The server behind a pooler in transaction mode, as a small one of our own plays it: FLEXPOWER_TEST_POOLER=1 puts
// pgbouncer itself in front of all tests (CONTRIBUTING.md).
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startTransactionPooler } from '../testing/transaction-pooler.ts'
import { createWorld } from '../testing/world.ts'
import { alone } from './alone.ts'
import { isCancelled } from './away.ts'
import { connect } from './connection.ts'
import { inTransaction, openDb, statement } from './db.ts'

const world = await createWorld()
const pooler = await startTransactionPooler(world.databaseUrl)
afterAll(pooler.close)

const openPooled = (options: { statementMs?: number; silentMs?: number } = {}) => {
  const { silentMs = 30_000, ...more } = options
  const limits = { connectMs: 30_000, silentMs, witnessMs: 30_000, readyMs: 30_000 }
  const opened = openDb({
    url: world.databaseUrl,
    poolerUrl: pooler.url,
    limits,
    ...more,
    onConnectionLost: () => {},
  })
  afterAll(opened.close)
  return opened.db
}
const db = openPooled()

interface Seen {
  pid: number
  timeout: string
  idle: string
  seqscan: string
}
const look = `select pg_backend_pid() as pid, current_setting('statement_timeout') as timeout,
  current_setting('idle_in_transaction_session_timeout') as idle, current_setting('enable_seqscan') as seqscan`
const looking = statement<Seen>('looking', look)

test('every transaction may run on another backend, and each has its limits', async () => {
  const before = pooler.transactions()
  const seen = []
  for (let count = 0; count < 4; count += 1)
    seen.push(...(await sql<Seen>`${sql.raw(look)}`.execute(db)).rows)
  expect(new Set(seen.map(({ pid }) => pid)).size).toBeGreaterThan(1)
  for (const row of seen) expect(row).toMatchObject({ timeout: '30s', idle: '1min', seqscan: 'on' })
  expect(pooler.transactions() - before).toBe(4)
})

test('a transaction stays on one backend and has its limits from its first statement on', async () => {
  await inTransaction(db, async (tx) => {
    const first = (await sql<Seen>`${sql.raw(look)}`.execute(tx)).rows[0]
    const second = (await sql<Seen>`${sql.raw(look)}`.execute(tx)).rows[0]
    expect(first).toMatchObject({ timeout: '30s', idle: '1min' })
    expect(second).toEqual(first)
  })
})

test('a statement of the sales path has no name, reads by key, and costs one transaction of the pooler', async () => {
  const before = pooler.transactions()
  const seen = [...(await looking(db, [])), ...(await looking(db, [])), ...(await looking(db, []))]
  expect(new Set(seen.map(({ pid }) => pid)).size).toBeGreaterThan(1)
  for (const row of seen) expect(row).toMatchObject({ timeout: '30s', seqscan: 'off' })
  expect(pooler.transactions() - before).toBe(3)
})

test('its name is seen where the database shows what it does', async () => {
  const shown = statement<{ query: string }>(
    'shown_query',
    'select query from pg_stat_activity where pid = pg_backend_pid()',
  )
  expect((await shown(db, []))[0]?.query).toMatch(/^\/\* shown_query \*\/ select query/)
})

test('nothing is left on a backend for whoever gets it next', async () => {
  await Promise.all([looking(db, []), sql`select 1`.execute(db)])
  const stranger = await connect(pooler.url, { witness: null })
  for (let count = 0; count < 8; count += 1) {
    const { rows } = await stranger.query<Seen & { names: string }>(
      `${look}, (select string_agg(name, ',') from pg_prepared_statements) as names, current_setting('application_name') as application`,
    )
    expect(rows).toMatchObject([
      { timeout: '0', idle: '0', seqscan: 'on', names: null, application: 'pooler' },
    ])
  }
  await stranger.end()
})

test('a statement that takes too long is cancelled, alone and in a transaction', async () => {
  const hasty = openPooled({ statementMs: 100 })
  await expect(sql`select pg_sleep(30)`.execute(hasty)).rejects.toSatisfy(isCancelled)
  await expect(inTransaction(hasty, (tx) => sql`select pg_sleep(30)`.execute(tx))).rejects.toSatisfy(
    isCancelled,
  )
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(hasty)
  expect(rows).toEqual([{ one: 1 }])
})

test('a slow statement is seen working, whatever number the pooler gave its backend', async () => {
  const watched = openPooled({ silentMs: 200 })
  const slow = await sql<{ done: string }>`select pg_sleep(1)::text as done`.execute(watched)
  expect(slow.rows).toEqual([{ done: '' }])
  await inTransaction(watched, (tx) => sql`select pg_sleep(1)`.execute(tx))
})

test('an error is told as ever, and the connection can be used again', async () => {
  await expect(sql`select 1 / ${0}::int`.execute(db)).rejects.toMatchObject({ code: '22012' })
  await expect(sql`selec`.execute(db)).rejects.toMatchObject({ code: '42601' })
  expect(await looking(db, [])).toHaveLength(1)
})

test('one process at a time: the lock is held on a connection that leads around the pooler', async () => {
  const other = openPooled()
  const inner = await alone(db, 'pooled', async () => [
    await alone(other, 'pooled', async () => 'both'),
    await alone(other, 'something else', async () => 'free'),
  ])
  expect(inner).toEqual([null, 'free'])
  expect(await alone(other, 'pooled', async () => 'after')).toBe('after')
})
