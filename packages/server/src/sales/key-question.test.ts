// What a counter asks after a crash: what became of the sale with this key? And what may follow each answer.
import { randomUUID } from 'node:crypto'
import { api, API_BASE } from '@flexpower/contract'
import { fleetMeter } from '@flexpower/simulator'
import { afterEach, expect, test } from 'vitest'
import { loadFloat } from '../testing/make.ts'
import { createWorld, type TestCaller } from '../testing/world.ts'

const world = await createWorld()
const { db, clock } = world
const signInSeller = async () => {
  const seller = await world.signIn()
  await loadFloat(db, clock, seller.user.id, 1_000_000)
  return seller
}
const cashier = await signInSeller()
const stranger = await signInSeller()
const admin = await world.signIn({ type: 'Admin' })

let fleet = 500
const newMeter = () => fleetMeter((fleet += 1))
const sell = (key: string, meter = newMeter(), body: object = {}) =>
  cashier.send('POST', `${API_BASE}transactions`, {
    body: { meter_number: meter, amount: 100, telephone: '7712345', ...body },
    headers: { 'idempotency-key': key },
  })
const ask = (key: string, caller: TestCaller = cashier) =>
  caller.send('GET', `${API_BASE}transactions/key/${encodeURIComponent(key)}`)
const soldTo = (meter: string) => world.utility.control.sales().filter((sale) => sale.meter === meter)

afterEach(world.expectCleanBooks)

test('a sale that was sold, with its reference', async () => {
  const key = randomUUID()
  const { body } = await sell(key)
  const { reference } = body as { reference: string }
  expect(await cashier.call(api.sales.find, { key })).toEqual({
    reference,
    product: 'electricity',
    state: 'sold',
  })
  expect((await ask(key)).body).toEqual({ reference, product: 'electricity', state: 'sold' })
})

test('a sale that is open, and then how it ended', async () => {
  const [key, meter] = [randomUUID(), newMeter()]
  world.utility.control.failNext('sell', 'reset', 'afterwards')
  expect((await sell(key, meter)).body).toMatchObject({ status: 'pending' })
  expect((await ask(key)).body).toMatchObject({ state: 'open' })
  clock.pass(70_000)
  await world.recover(2)
  expect((await ask(key)).body).toMatchObject({ state: 'sold' })
  expect(soldTo(meter)).toHaveLength(1)
})

test('a sale that was refused after its money was held', async () => {
  const key = randomUUID()
  expect((await sell(key, '99900000185')).body).toMatchObject({ status: 'error' })
  expect((await ask(key)).body).toMatchObject({ state: 'refused' })
})

test('a sale that was refused before anything was held, and one that never came, are not known', async () => {
  const key = randomUUID()
  expect((await sell(key, newMeter(), { amount: 90_000 })).body).toMatchObject({ status: 'error' })
  const missing = await ask(randomUUID())
  expect(missing.status).toBe(404)
  expect(await ask(key)).toMatchObject({ status: 404, body: missing.body })
})

test('somebody else’s key gets the answer of an unknown one, also from an Admin', async () => {
  const key = randomUUID()
  await sell(key)
  const unknown = await ask(randomUUID(), stranger)
  for (const caller of [stranger, admin])
    expect(await ask(key, caller)).toMatchObject({ status: 404, body: unknown.body })
})

test('“not known” while the first request is still on its way: sent again with the same key, it is sold once', async () => {
  const [key, meter] = [randomUUID(), newMeter()]
  // The first request waits outside, as in a slow network, while the counter asks and sends again.
  expect((await ask(key)).status).toBe(404)
  const second = sell(key, meter)
  const late = sell(key, meter)
  const [answered, arrived] = await Promise.all([second, late])
  expect(answered.body).toMatchObject({ status: 'success' })
  expect(arrived.body).toMatchObject({ reference: (answered.body as { reference: string }).reference })
  // And one that arrives when everything is over.
  expect((await sell(key, meter)).body).toMatchObject(answered.body as object)
  expect((await ask(key)).body).toMatchObject({ state: 'sold' })
  expect(soldTo(meter)).toHaveLength(1)
})

test('a key that no sale can have is refused, not a fault', async () => {
  expect((await ask('x'.repeat(101))).status).toBe(422)
  expect((await ask('%00\n')).status).toBeLessThan(500)
})
