// A Cashier who becomes an Admin between verifying and selling: the sale is on the house's account, whatever the
// verification priced.
import { randomUUID } from 'node:crypto'
import { API_BASE, bututs } from '@flexpower/contract'
import { fleetMeter } from '@flexpower/simulator'
import { afterEach, expect, test } from 'vitest'
import { createWorld } from '../../testing/world.ts'

const world = await createWorld()
const { db, clock } = world
await db
  .insertInto('charge')
  .values({
    start_amount: bututs(5_000),
    end_amount: bututs(99_999),
    kind: 'fixed',
    fee: 500,
    active: true,
    created_at: clock.now(),
  })
  .execute()
afterEach(world.expectCleanBooks)

const verified = { ['meter_number']: fleetMeter(1), amount: 100, telephone: '7712345' }

test('sells on the house’s account, without the commission that the Cashier would have had', async () => {
  const seller = await world.signIn()
  const change = (traits: { type?: 'Admin'; commission_percent?: number }) =>
    db.updateTable('users').set(traits).where('id', '=', seller.user.id).execute()
  await change({ commission_percent: 3000 })
  expect((await seller.send('POST', `${API_BASE}verify`, { body: verified })).status).toBe(200)
  await change({ type: 'Admin' })
  const { body } = await seller.send('POST', `${API_BASE}transactions`, {
    body: verified,
    headers: { 'idempotency-key': randomUUID() },
  })
  expect(body).toMatchObject({ status: 'success', data: { amount: 100, fee: 5 } })
  const { id } = (body as { data: { id: number } }).data
  expect(
    await db.selectFrom('vend').select(['float_kind', 'commission']).where('id', '=', id).executeTakeFirst(),
  ).toEqual({ float_kind: null, commission: 0 })
  expect(await db.selectFrom('float_balance').selectAll().execute()).toEqual([])
})
