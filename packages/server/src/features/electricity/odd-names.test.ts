import { randomUUID } from 'node:crypto'
import { API_BASE } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { loadFloat } from '../../testing/make.ts'
import { createWorld } from '../../testing/world.ts'

const world = await createWorld()

test('a customer name with a NUL and half a character is sold, stored and shown as text', async () => {
  const cashier = await world.signIn()
  await loadFloat(world.db, world.clock, cashier.user.id, 1_000_000)
  const order = { meter_number: '99900000243', amount: 100, telephone: '7712345' }
  const shown = { data: { customer_name: 'Binta  Jobe \uFFFD' } }
  expect((await cashier.send('POST', `${API_BASE}verify`, { body: order })).body).toMatchObject(shown)
  const headers = { 'idempotency-key': randomUUID() }
  const sold = await cashier.send('POST', `${API_BASE}transactions`, { body: order, headers })
  expect(sold.body).toMatchObject({ status: 'success', ...shown })
  const { body } = await cashier.send('GET', `${API_BASE}gettransactions/${cashier.user.id}`)
  expect(JSON.stringify(body)).toContain(shown.data.customer_name)
  await world.expectCleanBooks()
})
