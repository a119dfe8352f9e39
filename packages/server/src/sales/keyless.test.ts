// Sales without an Idempotency-Key: of many identical ones at the same moment in two server processes, one is sold.
import { randomUUID } from 'node:crypto'
import { API_BASE, bututs } from '@flexpower/contract'
import { fleetMeter, postpaidAccounts } from '@flexpower/simulator'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { assemble, createApp } from '../app.ts'
import { after, MINUTE_MS } from '../runtime/clock.ts'
import { openDb } from '../db/db.ts'
import { accepted } from '../gateways/outcome.ts'
import { createBook, type Opened } from '../ledger/book.ts'
import { loadFloat } from '../testing/make.ts'
import {
  delivery,
  openOtherSide,
  openSeller,
  catchRefusal,
  refused,
  terms,
} from '../testing/scripted-product.ts'
import { createWorld } from '../testing/world.ts'
import { keepTerms } from './terms.ts'
import { createVending } from './vending.ts'

const AT_ONCE = 16
const ROUNDS = 4

const world = await createWorld()
const { db, clock, context } = world
const otherDb = openDb({ url: world.databaseUrl, onConnectionLost: () => {} })
const other = await createApp(assemble({ ...context, db: otherDb.db }), null)
const addresses = [world.address, await other.listen({ host: '127.0.0.1', port: 0 })]
afterAll(async () => {
  await other.close()
  await otherDb.close()
})
const cashier = await world.signIn({ mayTakePostpaid: true, remember: true })
for (const kind of ['electricity', 'airtime'] as const)
  await loadFloat(db, clock, cashier.user.id, 100_000_000, kind)
const admin = await world.signIn({ type: 'Admin', mayTakePostpaid: true, remember: true })

afterEach(world.expectCleanBooks)

interface Answer {
  status: string
  message: string
}

const products: [product: string, path: string, body: (round: number) => object][] = [
  [
    'electricity',
    'transactions',
    (round) => ({ ['meter_number']: fleetMeter(round), amount: 100, telephone: '7712345' }),
  ],
  [
    'airtime',
    'transactions/airtime',
    (round) => ({ ['mobile_number']: String(7_100_000 + round), amount: 100, ['vendor_type']: 'QCell' }),
  ],
  [
    'post-paid',
    'transactions-post-paid',
    () => ({ ['account_reference']: postpaidAccounts[0]!.account, amount: 100, telephone: '7712345' }),
  ],
]

let serial = 0

test.each(products)(
  '16 identical sales of %s without a key, at once, are one sale',
  async (_, path, body) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = body((serial += 1))
      // Both from a float and on the house's account, where no float row puts them in order.
      const seller = round % 2 === 0 ? cashier : admin
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, async (__, place) => {
          const address = new URL(API_BASE + path, addresses[place % addresses.length])
          const { status, body: said } = await seller.send('POST', address.href, { body: order })
          expect(status).toBeLessThan(300)
          return said as Answer
        }),
      )
      expect(answers.filter(({ status }) => status === 'success')).toHaveLength(1)
      for (const { message } of answers.filter(({ status }) => status !== 'success'))
        expect(message).toMatch(/less than a minute ago|is being sold right now|is still open/)
      clock.pass(MINUTE_MS)
    }
  },
)

describe('the book itself, without the check before it', () => {
  const side = openOtherSide()
  const book = createBook(db, null)
  const opening = (userId: number, subject: string, traits: { at?: Date; keyIsOurs?: boolean } = {}) => ({
    userId,
    key: randomUUID(),
    reference: context.newReference(clock.now()),
    receiptCode: randomUUID(),
    keyIsOurs: true,
    product: 'electricity' as const,
    subject,
    phone: '7712345',
    tendered: bututs(10_000),
    floatKind: null,
    at: clock.now(),
    terms,
    verifiedSince: clock.now(),
    till: 'joined' as const,
    askAt: after(clock.now(), 22_000),
    ...traits,
  })
  const end = async (opened: Opened, how: 'confirmed' | 'voided') => {
    if (opened.kind !== 'open') throw new Error(opened.kind)
    const { product } = side
    await context.vending.settle(opened.sale, product, how === 'confirmed' ? accepted(delivery) : refused)
  }
  const repeated = { constraint: 'vend_not_repeated' }

  test('opens the same sale again after exactly a minute, in either direction of the clock', async () => {
    const { id } = admin.user
    const at = clock.now()
    await end(await book.open(opening(id, 'edges')), 'confirmed')
    for (const ms of [1, 1_000, 59_999, -1, -59_999])
      await expect(book.open(opening(id, 'edges', { at: after(at, ms) }))).rejects.toMatchObject(repeated)
    for (const ms of [60_000, -60_000])
      await end(await book.open(opening(id, 'edges', { at: after(at, ms) })), 'confirmed')
    await expect(book.open(opening(id, 'edges', { at: after(at, 119_999) }))).rejects.toMatchObject(repeated)
  })

  test('opens it again at once if the first was voided, with a key, or for another user', async () => {
    const [{ id }, subject] = [admin.user, 'again']
    await end(await book.open(opening(id, subject)), 'voided')
    await end(await book.open(opening(id, subject)), 'confirmed')
    await end(await book.open(opening(id, subject, { keyIsOurs: false })), 'confirmed')
    await end(await book.open(opening(cashier.user.id, subject)), 'confirmed')
    await expect(book.open(opening(id, subject))).rejects.toMatchObject(repeated)
  })

  test('refuses one that is verified again while the other is sold', async () => {
    const { requestOf } = await openSeller(world, side)
    const request = requestOf({ key: null })
    const late = createVending({ ...context, book }).sell({
      ...request,
      terms: async () => {
        expect((await context.vending.sell(request)).kind).toBe('confirmed')
        await keepTerms(context, request.seller, 'electricity', request.subject, request.tendered, terms)
      },
    })
    expect((await catchRefusal(late)).message).toContain('less than a minute ago')
    expect(side.sent).toHaveLength(1)
  })
})
