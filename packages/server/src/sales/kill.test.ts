// Real server processes are killed with sales in flight, on a real database and with a utility that keeps running.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fleetMeter } from '@flexpower/simulator'
import { expect, test } from 'vitest'
import { freePort } from '../../../../launch/free-port.ts'
import { systemClock } from '../runtime/clock.ts'
import { auditBooks } from '../ledger/audit.ts'
import { loadFloat } from '../testing/make.ts'
import { startServerProcess } from '../testing/server-process.ts'
import { createWorld, expectSameSales } from '../testing/world.ts'

const world = await createWorld()

const startServer = (port: number) =>
  startServerProcess(world, port, { FLEXPOWER_UTILITY_ABSENCE_SECONDS: '2' })

async function until(condition: () => Promise<boolean>, seconds: number): Promise<number> {
  const begun = performance.now()
  while (!(await condition().catch(() => false))) {
    if (performance.now() - begun > seconds * 1000) throw new Error(`not within ${seconds} s`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return (performance.now() - begun) / 1000
}

test('kill -9 with 200 sales in flight: after a restart every sale ends by itself, exactly once, with clean books', {
  timeout: 400_000,
}, async () => {
  // The servers use the real clock, and a utility record older than its order is not matched to it.
  world.clock.pass(systemClock.now().getTime() - world.clock.now().getTime())
  // A session of the test world also works on this test's servers: they share the database, not the clock.
  const cashiers = await Promise.all(Array.from({ length: 10 }, () => world.signIn()))
  await world.db
    .updateTable('session')
    .set({ expires_at: new Date('2099-01-01'), seen_at: new Date('2098-01-01') })
    .execute()
  for (const { user } of cashiers) await loadFloat(world.db, world.clock, user.id, 100_000_000)
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const isReady = async () => (await fetch(`${address}/readyz`)).ok
  const openSales = async () =>
    (
      await world.db
        .selectFrom('vend')
        .select('id')
        .where('state', 'in', ['sent', 'unknown', 'manual'])
        .execute()
    ).length

  const first = startServer(port)
  await until(isReady, 90)
  world.utility.control.setDelay(1_000)
  const sales = Array.from({ length: 200 }, (_, n) => {
    const { token } = cashiers[n % cashiers.length]!
    return fetch(`${address}/flexpower/api/transactions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'client-access-token': world.config.clientAccessToken,
        'x-auth-token': token ?? '',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ meter_number: fleetMeter(800_000 + n), amount: 100, telephone: '7712345' }),
    }).catch(() => null)
  })
  await until(async () => (await openSales()) >= 30, 60)
  first.kill('SIGKILL')
  await Promise.all(sales)
  world.utility.control.setDelay(0)
  expect(await openSales()).toBeGreaterThan(0)

  const second = startServer(port)
  await until(isReady, 90)
  await until(async () => (await openSales()) === 0, 120)
  second.kill('SIGTERM')
  await once(second, 'exit')
  expect(await auditBooks(world.db, systemClock.now())).toEqual([])
  await expectSameSales(world.db, world.utility)
})
