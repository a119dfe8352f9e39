import { api } from '@flexpower/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { databaseUrl } from '../testing/setup.ts'
import { createWorld } from '../testing/world.ts'

test('a lost database is 503 with Retry-After, never a crash, and the server works again when it is back', async () => {
  const world = await createWorld()
  const admin = await world.signIn({ type: 'Admin' })
  const name = new URL(world.databaseUrl).pathname.slice(1)
  const other = new pg.Client({ connectionString: databaseUrl(inject('postgresUrl'), 'postgres') })
  await other.connect()
  await other.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  await other.query(`alter database "${name}" rename to "${name}_away"`)

  expect(await admin.send('GET', '/readyz')).toMatchObject({ status: 503 })
  const refused = await admin.send('GET', '/flexpower/api/CashPowerDailySales')
  expect(refused).toMatchObject({ status: 503, body: { message: expect.stringContaining('Try again') } })
  expect(refused.headers.get('retry-after')).toBe('5')

  await other.query(`alter database "${name}_away" rename to "${name}"`)
  await other.end()
  expect(await admin.call(api.dashboard.dailySales, {})).toBe(0)
  expect((await sql`select 1`.execute(world.db)).rows).toHaveLength(1)
})

test('errors of a lost database are counted in the log, not written for each request, and probes leave no line', async () => {
  const world = await createWorld()
  const admin = await world.signIn({ type: 'Admin' })
  const name = new URL(world.databaseUrl).pathname.slice(1)
  const other = new pg.Client({ connectionString: databaseUrl(inject('postgresUrl'), 'postgres') })
  await other.connect()
  await other.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  await other.query(`alter database "${name}" rename to "${name}_away"`)
  world.logLines.length = 0
  const begun = performance.now()
  const ask = () => admin.send('GET', '/flexpower/api/CashPowerDailySales')
  const answers = await Promise.all(Array.from({ length: 30 }, ask))
  const probes = await Promise.all(Array.from({ length: 30 }, () => admin.send('GET', '/readyz')))
  await admin.send('GET', '/healthz')
  const seconds = (performance.now() - begun) / 1000
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
  expect(probes[0]?.body).toMatchObject({ reason: 'The database cannot be reached or written to (3D000).' })
  const about = (text: string) => world.logLines.filter((line) => line.includes(text))
  expect(about('database away').length).toBeLessThanOrEqual(seconds + 2)
  expect(about('"stack"')).toEqual([])
  expect(about('readyz').concat(about('healthz'))).toEqual([])
  expect(about('not ready: ')).toHaveLength(1)
  await other.query(`alter database "${name}_away" rename to "${name}"`)
  await other.end()
})

test('a statement that is cancelled is 503 and says that nothing was changed', async () => {
  const world = await createWorld()
  const admin = await world.signIn({ type: 'Admin' })
  const other = new pg.Client({ connectionString: world.databaseUrl })
  await other.connect()
  await other.query('begin; lock table sale_day in access exclusive mode')
  const asked = admin.send('GET', '/flexpower/api/CashPowerDailySales')
  const cancel = `select pg_cancel_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  while ((await other.query(cancel)).rowCount === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  const { status, body, headers } = await asked
  await other.query('rollback')
  await other.end()
  expect(status).toBe(503)
  expect(headers.get('retry-after')).toBe('5')
  expect(body).toMatchObject({ message: expect.stringContaining('Nothing was changed; try again') })
})
