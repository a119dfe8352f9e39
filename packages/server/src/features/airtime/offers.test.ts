import { randomUUID } from 'node:crypto'
import { api, API_BASE, bututs } from '@flexpower/contract'
import { afterEach, expect, test } from 'vitest'
import { loadFloat } from '../../testing/make.ts'
import { createWorld } from '../../testing/world.ts'

const COMIUM = 1208

const world = await createWorld()
const { db, clock, airtime } = world
const cashier = await world.signIn({ remember: true })
await loadFloat(db, clock, cashier.user.id, 100_000, 'airtime')

afterEach(world.expectCleanBooks)

test('an aggregator that cannot be asked stops nobody from trying', async () => {
  airtime.control.failNext('operators', 'server error')
  expect(await cashier.call(api.airtime.offers, {})).toBeNull()
})

test('an amount that the operator does not accept is shown beforehand, and refused with the accepted amounts', async () => {
  airtime.control.setTerms(COMIUM, { fixed: [1_000, 2_500] })
  const offers = await cashier.call(api.airtime.offers, {})
  expect(offers?.find(({ operator }) => operator === 'Comium')).toEqual({
    operator: 'Comium',
    amounts: [1_000, 2_500],
    least: null,
    most: null,
  })
  const { body } = await cashier.send('POST', `${API_BASE}transactions/airtime`, {
    body: { mobile_number: '6612345', amount: 20, vendor_type: 'Comium' },
    headers: { 'idempotency-key': randomUUID() },
  })
  expect(body).toMatchObject({
    status: 'error',
    error:
      'The mobile operator refused the sale: Comium sells only GMD 10.00 and GMD 25.00. Nothing was sold; choose another amount. GMD 20.00 is back where it came from.',
  })
  expect(airtime.control.seen('topUp')).toBe(0)
})

test('an operator that is down is reported as the reason why a sale stays open', async () => {
  const answer = await cashier.call(api.airtime.sell, {
    phone: '3990032',
    amount: bututs(1_000),
    operator: 'QCell',
  })
  expect(answer).toMatchObject({
    status: 'pending',
    message: expect.stringMatching(
      /does not answer the aggregator.*not known yet whether.*The money is held, not spent/,
    ),
  })
})

const sellTo = (phone: string) =>
  cashier.call(api.airtime.sell, { phone, amount: bututs(10_000), operator: 'QCell' })
const readStatus = (reference: string) => cashier.call(api.airtime.status, { reference })

test('an answer that differs from the order is reported as such, and that an Admin decides', async () => {
  const { reference, message } = await sellTo('3990028')
  expect(message).toBe(
    'The operator answered with another amount delivered: GMD 90.00 of GMD 100.00. The money is held, not spent; the server asks once more, then an Admin decides. Do not sell it again.',
  )
  await world.recover()
  expect((await readStatus(reference)).message).toBe(
    'The mobile operator has this sale, but not as it was ordered: our reference is on record with another amount delivered. The money is held, not spent; an Admin decides. Do not sell it again.',
  )
})

test('an unknown outcome is reported as unknown, at first and after a day', async () => {
  const { reference, message } = await sellTo('3990027')
  expect(message).toBe(
    'The mobile operator has not said for certain whether this was sold. The money is held, not spent; the server keeps asking, and after a day an Admin decides. Do not sell it again.',
  )
  clock.pass(25 * 60 * 60_000)
  await world.recover(2)
  expect((await readStatus(reference)).message).toBe(
    'The server could not find out whether this was sold. The money is held, not spent; an Admin decides. Do not sell it again.',
  )
})
