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
