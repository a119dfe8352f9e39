import { randomUUID } from 'node:crypto'
import { API_BASE, api, bututs, saysFailed } from '@flexpower/contract'
import { fleetMeter, postpaidAccounts } from '@flexpower/simulator'
import { afterEach, expect, test } from 'vitest'
import { createBook, type Opening } from '../../ledger/book.ts'
import { after, DAY_MS } from '../../runtime/clock.ts'
import { loadFloat } from '../../testing/make.ts'
import { untilLetIn } from '../../testing/selling.ts'
import { createWorld, type TestCaller } from '../../testing/world.ts'

const world = await createWorld()
const { db, clock } = world
const admin = await world.signIn({ type: 'Admin', remember: true })
const cashier = await world.signIn({ mayTakePostpaid: true, remember: true })
for (const kind of ['electricity', 'airtime'] as const)
  await loadFloat(db, clock, cashier.user.id, 10_000_000, kind)

afterEach(world.expectCleanBooks)

const setLimits = (perSale: number | null, perDay: number | null) =>
  admin.call(api.floats.setLimits, {
    userId: cashier.user.id,
    perSale: perSale === null ? null : bututs(perSale),
    perDay: perDay === null ? null : bututs(perDay),
  })

let meters = 100
const products = {
  electricity: (amount: number) => ({
    verify: 'verify',
    sell: 'transactions',
    body: { meter_number: fleetMeter((meters += 1)), amount, telephone: '7712345' },
  }),
  airtime: (amount: number) => ({
    verify: null,
    sell: 'transactions/airtime',
    body: { amount, vendor_type: 'QCell', mobile_number: `3${String((meters += 1)).padStart(6, '0')}` },
  }),
  postpaid: (amount: number) => ({
    verify: 'make-payment-post-paid',
    sell: 'transactions-post-paid',
    body: { account_reference: postpaidAccounts[meters++ % 3]!.account, amount, telephone: '7712345' },
  }),
}
type Name = keyof typeof products
const sell = (name: Name, amount: number, by: TestCaller = cashier, key: string = randomUUID()) => {
  const order = products[name](amount)
  return untilLetIn(() =>
    by.send('POST', API_BASE + order.sell, { body: order.body, headers: { 'idempotency-key': key } }),
  )
}
test('a limit that is left out is named, and no limit changes', async () => {
  await setLimits(50_000, null)
  const body = { day_most: 100 }
  expect(await admin.send('POST', `${API_BASE}floats/${cashier.user.id}/limits`, { body })).toMatchObject({
    status: 422,
    body: {
      message: 'Most per sale is required; null means no limit',
      errors: { sale_most: ['Most per sale is required; null means no limit'] },
    },
  })
  expect(await admin.call(api.floats.limits, { userId: cashier.user.id })).toMatchObject({
    perSale: 50_000,
    perDay: null,
  })
  await setLimits(null, null)
})

/** Taken from the float and not ended, as if the server that sent it had died. */
const buildOpening = (): Opening => ({
  reference: randomUUID(),
  receiptCode: randomUUID(),
  userId: cashier.user.id,
  key: randomUUID(),
  keyIsOurs: false,
  product: 'electricity',
  subject: fleetMeter(1),
  phone: '7712345',
  tendered: bututs(15_000),
  floatKind: 'electricity',
  at: clock.now(),
  terms: { fee: 0, commission: 0, chargeId: null, vended: 15_000, quote: {} },
  verifiedSince: clock.now(),
  askAt: after(clock.now(), DAY_MS),
  till: 'joined',
})
const readMessage = (answer: { body: unknown }) => (answer.body as { message?: string }).message

test('without limits, as by default, everything is sold', async () => {
  expect(await cashier.call(api.floats.limits, { userId: cashier.user.id })).toEqual({
    perSale: null,
    perDay: null,
    leftToday: null,
  })
  expect((await sell('electricity', 2_000)).status).toBe(200)
})

test.each(['electricity', 'airtime', 'postpaid'] as const)(
  '%s: above the most per sale it is refused before OK, and if it is sold all the same',
  async (name) => {
    await setLimits(50_000, null)
    const floats = () => db.selectFrom('float_balance').selectAll().orderBy('kind').execute()
    const before = await floats()
    const refused =
      'GMD 500.01 is more than you may sell at once: GMD 500.00. Nothing was sold and no money moved. Enter a smaller amount, or ask an Admin.'
    const { verify, body } = products[name](500.01)
    if (verify !== null)
      expect(readMessage(await cashier.send('POST', API_BASE + verify, { body }))).toBe(refused)
    expect(readMessage(await sell(name, 500.01))).toBe(refused)
    expect(await floats()).toEqual(before)
    expect((await sell(name, 500)).status).toBeLessThan(300)
  },
)

test('the day’s limit counts all products, starts again at midnight, and an Admin has none', async () => {
  clock.pass(DAY_MS)
  await setLimits(null, 100_000)
  expect((await sell('electricity', 400)).status).toBe(200)
  expect((await sell('airtime', 300)).status).toBe(200)
  expect(await cashier.call(api.floats.limits, { userId: cashier.user.id })).toEqual({
    perSale: null,
    perDay: 100_000,
    leftToday: 30_000,
  })
  expect(readMessage(await sell('postpaid', 301))).toBe(
    'You may sell GMD 1,000.00 a day, and only GMD 300.00 is left of it today. Nothing was sold and no money moved. Enter a smaller amount, or ask an Admin.',
  )
  const key = randomUUID()
  const order = products.electricity(300)
  const headers = { 'idempotency-key': key }
  const send = () => cashier.send('POST', `${API_BASE}transactions`, { body: order.body, headers })
  const sold = await send()
  expect(sold.status).toBe(200)
  // The same sale again is the same sale, although its limit is used up.
  expect((await send()).body).toEqual(sold.body)
  expect(readMessage(await sell('airtime', 1))).toBe(
    'You may sell GMD 1,000.00 a day, and nothing is left of it today. Nothing was sold and no money moved. Ask an Admin.',
  )
  expect((await sell('electricity', 5_000, admin)).status).toBe(200)
  clock.pass(DAY_MS)
  expect((await sell('electricity', 500)).status).toBe(200)
})

test('a sale whose result is not known yet counts too', async () => {
  clock.pass(DAY_MS)
  await setLimits(null, 20_000)
  const opened = await world.context.book.open(buildOpening())
  expect(readMessage(await sell('airtime', 51))).toContain('only GMD 50.00 is left')
  if (opened.kind !== 'open') throw new Error(opened.kind)
  const { id, userId } = opened.sale
  await world.context.book.void({ id, userId, at: clock.now(), reason: 'x', settledBy: null })
  expect((await sell('airtime', 200)).status).toBe(200)
})

test('of sales of one instant, no more are sold than the day’s limit has room for, in any number of processes', async () => {
  clock.pass(DAY_MS)
  await setLimits(null, 35_000)
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, place) => sell(place % 2 === 0 ? 'electricity' : 'airtime', 100)),
  )
  const refused = answers.filter(({ body }) => saysFailed(body))
  expect(refused).toHaveLength(9)
  expect(new Set(refused.map(readMessage))).toEqual(
    new Set([
      'You may sell GMD 350.00 a day, and only GMD 50.00 is left of it today. Nothing was sold and no money moved. Enter a smaller amount, or ask an Admin.',
    ]),
  )
  clock.pass(DAY_MS)
  const books = Array.from({ length: 6 }, () => createBook(db, null))
  const opened = await Promise.all(
    books.map((book) =>
      book.open({
        ...buildOpening(),
        subject: randomUUID(),
        tendered: bututs(10_000),
        dayMost: bututs(35_000),
      }),
    ),
  )
  expect(opened.map(({ kind }) => kind).toSorted()).toEqual([
    ...Array.from({ length: 3 }, () => 'beyond limit'),
    ...Array.from({ length: 3 }, () => 'open'),
  ])
  for (const each of opened)
    if (each.kind === 'open') {
      const { id, userId } = each.sale
      await world.context.book.void({ id, userId, at: clock.now(), reason: 'x', settledBy: null })
    }
})

test('limits are set and removed by an Admin, and the audit has both', async () => {
  const send = (body: object) => admin.send('POST', `${API_BASE}floats/${cashier.user.id}/limits`, { body })
  expect(await send({ sale_most: 0 })).toMatchObject({
    status: 422,
    body: { message: 'Most per sale must be more than 0' },
  })
  expect((await send({ sale_most: '', day_most: '750.50' })).status).toBe(200)
  const [act] = await admin.call(api.acts.list, {})
  expect(act).toMatchObject({
    action: 'set the limits of a user',
    after: { most_per_sale: 'no limit', most_per_day: 'GMD 750.50' },
  })
  // What is left out is not taken for a limit that was removed.
  expect((await send({ sale_most: 5 })).status).toBe(422)
  expect((await send({ sale_most: null, day_most: null })).status).toBe(200)
  expect(await admin.call(api.floats.limits, { userId: cashier.user.id })).toMatchObject({ perDay: null })
})
