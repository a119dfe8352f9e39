// The connection to the database is cut at the worst moments: what was written is read again before anyone gets an
// answer.
import { randomUUID } from 'node:crypto'
import { API_BASE } from '@flexpower/contract'
import { fleetMeter } from '@flexpower/simulator'
import { afterAll, expect, inject, test } from 'vitest'
import { startFaultProxy } from '../testing/fault-proxy.ts'
import { loadFloat } from '../testing/make.ts'
import { createWorld } from '../testing/world.ts'

const { hostname, port } = new URL(inject('postgresUrl'))
const wire = await startFaultProxy({ host: hostname, port: Number(port) })
const world = await createWorld({ wire })
afterAll(() => wire.close())
const cashier = await world.signIn()
await loadFloat(world.db, world.clock, cashier.user.id, 1_000_000)

const sell = async (meter: string, key: string) => {
  const { status, body } = await cashier.send('POST', `${API_BASE}transactions`, {
    body: { meter_number: meter, amount: 100, telephone: '7712345' },
    headers: { 'idempotency-key': key },
  })
  return { ...(body as { status: string; data?: { token: string } }), http: status }
}
const soldAt = (meter: string) => world.utility.control.sales().filter((sale) => sale.meter === meter)

/** After the order was sent to the utility, which takes its time, and before its answer is booked. */
async function whileTheUtilityWorks(meter: string, fault: () => void): Promise<void> {
  world.utility.control.setDelay(3_000)
  const isOpen = async () =>
    (await world.db.selectFrom('vend').select('id').where('subject', '=', meter).execute()).length
  await expect.poll(isOpen).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 250))
  fault()
  world.utility.control.setDelay(0)
}

test('an end that was written although its answer was lost is found, and its token is shown', async () => {
  const [meter, key] = [fleetMeter(500_001), randomUUID()]
  await sell(fleetMeter(500_000), randomUUID())
  await cashier.send('POST', `${API_BASE}verify`, {
    body: { meter_number: meter, amount: 100, telephone: '7712345' },
  })
  const [answer] = await Promise.all([sell(meter, key), whileTheUtilityWorks(meter, wire.loseNextAnswer)])
  expect(answer).toMatchObject({ status: 'success', data: { token: soldAt(meter)[0]?.creditTokens[0] } })
  await world.expectCleanBooks()
})

test('a database that is away for a moment costs the cashier only that moment', async () => {
  const [meter, key] = [fleetMeter(500_002), randomUUID()]
  await cashier.send('POST', `${API_BASE}verify`, {
    body: { meter_number: meter, amount: 100, telephone: '7712345' },
  })
  const outage = whileTheUtilityWorks(meter, () => {
    wire.block(true)
    setTimeout(() => wire.block(false), 800)
  })
  const [answer] = await Promise.all([sell(meter, key), outage])
  expect(answer).toMatchObject({ status: 'success' })
  expect(soldAt(meter)).toHaveLength(1)
  await world.expectCleanBooks()
})

test('an opening whose answer was lost is never sent twice: the same key asks what happened to it', async () => {
  const [meter, key] = [fleetMeter(500_003), randomUUID()]
  await cashier.send('POST', `${API_BASE}verify`, {
    body: { meter_number: meter, amount: 100, telephone: '7712345' },
  })
  wire.cut()
  const first = await sell(meter, key)
  expect([200, 503]).toContain(first.http)
  await world.recover()
  const second = await sell(meter, key)
  expect(soldAt(meter).length).toBeLessThanOrEqual(1)
  expect(second.status === 'success').toBe(soldAt(meter).length === 1)
  await world.expectCleanBooks()
})
