import { bututs } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { HOUR_MS } from '../runtime/clock.ts'
import { loadFloat } from '../testing/make.ts'
import { createWorld } from '../testing/world.ts'
import { keepTerms } from './terms.ts'

const world = await createWorld()
const { context, clock, db } = world

test('F10 a clock that is set between the verification and the sale: the answer is to try again, and nothing was sold', async () => {
  const { user } = await world.signIn()
  await loadFloat(db, clock, user.id, 10_000)
  const [subject, tendered] = ['60000000012', bututs(10_000)]
  const price = { fee: bututs(0), commission: bututs(0), chargeId: null, vended: tendered, quote: {} }
  const request = {
    seller: { userId: user.id, name: user.name, location: 'Banjul', sellsOnTheHouse: false },
    key: 'clock-was-set',
    product: context.products.electricity,
    subject,
    phone: '7712345',
    tendered,
    terms: async () => {
      await keepTerms(context, { userId: user.id }, 'electricity', subject, tendered, price)
      clock.pass(HOUR_MS)
    },
  }
  await expect(context.vending.sell(request)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 1 })
  expect(await db.selectFrom('vend').selectAll().execute()).toEqual([])
  expect(world.utility.control.seen('sell')).toBe(0)
  await world.expectCleanBooks()
})
