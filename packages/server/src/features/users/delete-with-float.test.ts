// Deleting a user and taking the float back is one thing: both happen or neither.
import { API_BASE, api } from '@flexpower/contract'
import { afterEach, expect, test } from 'vitest'
import { loadFloat } from '../../testing/make.ts'
import { sellOnce } from '../../testing/selling.ts'
import { openTillDesk } from '../till/testing/till-desk.ts'

const { world, admin, open, sellLost } = await openTillDesk({
  env: { FLEXPOWER_CREDIT_CONFIRM_ABOVE: '1000' },
})
const { db, clock } = world
afterEach(world.expectCleanBooks)

async function hire(electricity = 40_000, airtime = 200) {
  const cashier = await world.signIn({ name: 'Fatou Ceesay' })
  await loadFloat(db, clock, cashier.user.id, electricity)
  await loadFloat(db, clock, cashier.user.id, airtime, 'airtime')
  return cashier
}
type Cashier = Awaited<ReturnType<typeof hire>>
const remove = ({ user: { id } }: Cashier, query = '?take_float_back=1') =>
  admin.send('DELETE', `${API_BASE}users/delete/${id}${query}`)
const readFloats = async ({ user: { id } }: Cashier) => {
  const { electricityFloat, airtimeFloat } = (await admin.call(api.users.overview, { id })).user
  return [electricityFloat, airtimeFloat]
}

test('U-02 the float of both kinds goes back to the bank, with the reason, and the user is deleted', async () => {
  const cashier = await hire()
  expect(await remove(cashier)).toMatchObject({
    status: 200,
    body: { message: 'User deleted successfully.' },
  })
  for (const [kind, amount] of [
    ['electricity', -40_000],
    ['airtime', -200],
  ] as const) {
    const [line] = await admin.call(api.floats.statement, { userId: cashier.user.id, kind })
    expect(line).toMatchObject({ what: 'taken back', amount, balance: 0, about: 'The user is deleted' })
  }
  const history = await admin.call(api.acts.list, { record: `user/${cashier.user.id}` })
  expect(history.map(({ action }) => action)).toEqual([
    'deleted a user',
    'took float back',
    'took float back',
  ])
  expect(history[2]?.after).toMatchObject({ amount: 'GMD 400.00', reason: 'The user is deleted' })
  // Sent again after a lost answer, nothing more moves.
  expect(await remove(cashier)).toMatchObject({ status: 404 })
})

test('with an open shift nobody is deleted, and the float stays', async () => {
  const cashier = await hire()
  await open(cashier)
  expect(await remove(cashier)).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('has an open shift') as unknown },
  })
  expect(await readFloats(cashier)).toEqual([40_000, 200])
})

test('with a sale whose result is not known nobody is deleted, and the float stays', async () => {
  const cashier = await hire()
  await sellLost(cashier, 50)
  const floats = await readFloats(cashier)
  expect(await remove(cashier)).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('whose result is not known yet') as unknown },
  })
  expect(await readFloats(cashier)).toEqual(floats)
  await world.recover()
})

test('above the limit a second Admin confirms first: nothing of either float moves until then', async () => {
  const cashier = await hire(200, 100_001)
  expect(await remove(cashier)).toMatchObject({
    status: 422,
    body: {
      message:
        "A second Admin must confirm that GMD 1,000.01 of airtime float is taken back. Take it back on the float's page of Fatou Ceesay first, and delete the user after it is confirmed. Nothing was changed.",
    },
  })
  expect(await readFloats(cashier)).toEqual([200, 100_001])
})

test('without a word about the float, a user with float is not deleted', async () => {
  const cashier = await hire()
  for (const query of ['', '?take_float_back=0'])
    expect(await remove(cashier, query)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('still has GMD 402.00 of float') as unknown },
    })
})

test('a sale at the same moment is sold or refused, and no float is left behind', async () => {
  for (let round = 0; round < 5; round += 1) {
    const cashier = await hire(30_000)
    const [removed] = await Promise.all([remove(cashier), sellOnce(cashier, 70 + round)])
    if (removed.status === 422) expect((await remove(cashier)).status).toBe(200)
    const left = await db
      .selectFrom('float_balance')
      .select('balance')
      .where('user_id', '=', cashier.user.id)
      .execute()
    expect(left.map(({ balance }) => balance)).toEqual([0, 0])
  }
})
