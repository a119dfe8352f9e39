// A synchronous standby that is missing: every commit waits for it without end, and no error is reported.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API_BASE } from '@flexpower/contract'
import { fleetMeter } from '@flexpower/simulator'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startPostgres } from '../../../../launch/postgres.ts'
import { loadFloat } from '../testing/make.ts'
import { createWorld } from '../testing/world.ts'

// A separate PostgreSQL: the setting is for all of its databases.
const folder = await mkdtemp(join(tmpdir(), 'flexpower-standby-'))
const postgres = await startPostgres({ directory: join(folder, 'postgres'), settings: { fsync: 'off' } })
afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})
const limits = { connectMs: 30_000, silentMs: 300, witnessMs: 30_000, readyMs: 300 }
const world = await createWorld({ server: postgres.url, limits })

async function requireStandby(name: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`alter system set synchronous_standby_names = '${name}'`)
  await client.query('select pg_reload_conf()')
  await client.end()
}

const readiness = async () => {
  const { status, body } = await world.visitor.send('GET', '/readyz')
  return { status, reason: (body as { reason?: string }).reason }
}

async function until(isReady: boolean) {
  for (;;) {
    const answer = await readiness()
    if ((answer.status === 200) === isReady) return answer
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

test('without its standby the server is not ready and says why; a sale is answered with 503, and is ended when it is known', async () => {
  const cashier = await world.signIn()
  await loadFloat(world.db, world.clock, cashier.user.id, 1_000_000)
  const [meter, key] = [fleetMeter(700_001), randomUUID()]
  const body = { meter_number: meter, amount: 100, telephone: '7712345' }
  const sell = () =>
    cashier.send('POST', `${API_BASE}transactions`, { body, headers: { 'idempotency-key': key } })
  await cashier.send('POST', `${API_BASE}verify`, { body })
  expect((await readiness()).status).toBe(200)

  await requireStandby('nobody')
  expect(await until(false)).toEqual({
    status: 503,
    reason: expect.stringContaining('did not confirm a write within 0.3 s'),
  })
  const refused = await sell()
  expect(refused).toMatchObject({
    status: 503,
    body: { message: expect.stringContaining('Send it again with the same key') },
  })
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(world.logLines.filter((line) => line.includes('unexpected failure'))).toEqual([])

  await requireStandby('')
  await until(true)
  // It was opened after all, and never sent: recovery finds that out, and the same key gets that answer.
  await world.recover()
  const again = await sell()
  expect(again.body).toMatchObject({ status: 'error', message: expect.stringContaining('nothing was sold') })
  expect(world.utility.control.sales().filter((sale) => sale.meter === meter)).toEqual([])
  await world.expectCleanBooks()
})
