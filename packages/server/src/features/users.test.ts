import { expect, test } from 'vitest'
import { loadFloat } from '../testing/make.ts'
import { createWorld } from '../testing/world.ts'

const world = await createWorld()
const cashier = await world.signIn({
  name: 'Fatou Ceesay',
  email: 'fatou@flexpower.gm',
  location: 'Serekunda',
})
const admin = await world.signIn({ type: 'Admin' })
const own = `/flexpower/api/users/getlist/${cashier.user.id}`

test('A-26 E-04 U-06 a cashier reads the own record, with the float and never the password', async () => {
  await loadFloat(world.db, world.clock, cashier.user.id, 842_005)
  const { status, body } = await cashier.send('GET', own)
  expect(status).toBe(200)
  expect(body).toEqual({
    id: cashier.user.id,
    name: 'Fatou Ceesay',
    email: 'fatou@flexpower.gm',
    address: '1 Test Street',
    location: 'Serekunda',
    user_type: 'Cashier',
    contract_type: 'Commission',
    commission: 0,
    can_access_post_paid: '0',
    nawec_balance: 8420.05,
    airtime_balance: 0,
    created_at: '2026-11-14T14:20:00.000Z',
  })
})

test('A-26 an Admin reads anybody; for a cashier nobody else exists', async () => {
  expect((await admin.send('GET', own)).status).toBe(200)
  for (const other of [admin.user.id, 999_999])
    expect(await cashier.send('GET', `/flexpower/api/users/getlist/${other}`)).toMatchObject({
      status: 404,
      body: { message: 'There is no such user.' },
    })
  expect((await admin.send('GET', '/flexpower/api/users/getlist/999999')).status).toBe(404)
})
