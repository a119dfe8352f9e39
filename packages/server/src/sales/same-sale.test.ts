// The same sale requested again, with its key or without one: it is sold once, and every request gets its result.
import { bututs } from '@flexpower/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '../runtime/clock.ts'
import { accepted, type Outcome, unknown } from '../gateways/outcome.ts'
import { loadFloat, makeUser } from '../testing/make.ts'
import {
  delivery,
  newSubject,
  openOtherSide,
  openSeller,
  catchRefusal,
  refused,
  terms,
} from '../testing/scripted-product.ts'
import { createWorld } from '../testing/world.ts'
import type { Delivery } from './product.ts'
import { createVending, type SaleRequest } from './vending.ts'

const world = await createWorld()
const { db, clock, context } = world
const { vending, book } = context
/** Another server process: it sees the first one's sales only through the database. */
const elsewhere = createVending(context)
const side = openOtherSide()
const { user, seller, requestOf, vendOf } = await openSeller(world, side)
const waiting = () => new Promise((resolve) => setTimeout(resolve, 500, 'waits'))

beforeEach(() => side.reset())
afterEach(world.expectCleanBooks)

describe('the same key again', () => {
  test('waits for the running sale, which is sent once', async () => {
    const underWay = Promise.withResolvers<Outcome<Delivery>>()
    side.onOrder = () => underWay.promise
    const request = requestOf()
    const ends = [vending.sell(request), vending.sell({ ...request })]
    await expect.poll(() => side.sent.length).toBe(1)
    ends.push(vending.sell(request), elsewhere.sell(request))
    expect(await Promise.race([ends[3], waiting()])).toBe('waits')
    underWay.resolve(accepted(delivery))
    const [first, ...others] = await Promise.all(ends)
    expect(first?.kind).toBe('confirmed')
    for (const other of others) expect(other).toMatchObject(first!)
    expect(side.sent).toHaveLength(1)
  })

  const differing: [string, (request: SaleRequest) => Partial<SaleRequest>][] = [
    ['subject', () => ({ subject: newSubject() })],
    ['amount', () => ({ tendered: bututs(10_100) })],
    ['phone', () => ({ phone: '7700000' })],
    ['product', () => ({ product: { ...side.product, name: 'postpaid' } })],
    ['terms', () => ({ terms: { ...terms, quote: { customerName: 'Somebody else' } } })],
  ]
  test.each(differing)('with a different %s is refused, while it runs and afterwards', async (_, other) => {
    const underWay = Promise.withResolvers<Outcome<Delivery>>()
    side.onOrder = () => underWay.promise
    const request = requestOf()
    const first = vending.sell(request)
    await expect.poll(() => side.sent.length).toBe(1)
    const expected = {
      code: 'invalid',
      message: 'This sale was started with other details. Nothing was sold; open a new sale.',
    }
    const changed = { ...request, ...other(request) }
    expect(await catchRefusal(vending.sell(changed))).toMatchObject(expected)
    expect(await catchRefusal(elsewhere.sell(changed))).toMatchObject(expected)
    underWay.resolve(accepted(delivery))
    expect(await first).toMatchObject({ kind: 'confirmed' })
    expect(await catchRefusal(vending.sell(changed))).toMatchObject(expected)
    expect(side.sent).toHaveLength(1)
  })

  test('from another user is another sale', async () => {
    const request = requestOf()
    const other = await makeUser(db, clock)
    await loadFloat(db, clock, other.id, 10_000)
    const ends = await Promise.all([
      vending.sell(request),
      vending.sell({ ...request, subject: newSubject(), seller: { ...seller, userId: other.id } }),
    ])
    expect(ends.map(({ kind }) => kind)).toEqual(['confirmed', 'confirmed'])
    expect(side.sent).toHaveLength(2)
  })

  test('gets the sale that it made, although the float is spent and the verification is old', async () => {
    const poor = await makeUser(db, clock)
    await loadFloat(db, clock, poor.id, 10_000)
    const request = requestOf({ seller: { ...seller, userId: poor.id } })
    const first = await vending.sell(request)
    expect(first.kind).toBe('confirmed')
    const again = await vending.sell(request)
    expect(again).toMatchObject(first)
    const verifying = { ...request, terms: () => Promise.reject(new Error('nobody is asked')) }
    expect(await vending.sell(verifying)).toMatchObject(first)
    expect(side.sent).toHaveLength(1)
  })

  test('of a sale that was refused gets the refusal', async () => {
    side.onOrder = async () => refused
    const request = requestOf()
    const first = await vending.sell(request)
    expect(await vending.sell(request)).toEqual({ ...first, apiError: null })
    expect(side.sent).toHaveLength(1)
  })

  test('of a sale whose outcome is unknown does not wait for it', async () => {
    side.onOrder = async () => unknown('late')
    const request = requestOf()
    const first = await vending.sell(request)
    // A wait would never end: no timer fires.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const again = await elsewhere.sell(request).finally(() => vi.useRealTimers())
    expect(again).toEqual(first)
    const { id } = await vendOf(request.subject)
    await book.void({ id, userId: user.id, at: clock.now(), reason: 'x', settledBy: null })
  })

  test('waits no longer than the other side may take', async () => {
    const underWay = Promise.withResolvers<Outcome<Delivery>>()
    side.onOrder = () => underWay.promise
    const request = requestOf()
    const first = vending.sell(request)
    await expect.poll(() => side.sent.length).toBe(1)
    const second = elsewhere.sell(request)
    expect(await Promise.race([second, waiting()])).toBe('waits')
    clock.pass(21_999)
    expect(await Promise.race([second, waiting()])).toBe('waits')
    clock.pass(1)
    expect(await second).toEqual({ kind: 'pending', reference: side.sent[0]?.split(' ')[1] })
    underWay.resolve(accepted(delivery))
    expect(await first).toMatchObject({ kind: 'confirmed' })
  })
})

describe('without a key', () => {
  const keyless = (traits: Partial<SaleRequest> = {}) => requestOf({ key: null, ...traits })

  test('the same sale within a minute is refused, with the reference of the first', async () => {
    const request = keyless()
    const first = await vending.sell(request)
    expect(first.kind).toBe('confirmed')
    clock.pass(MINUTE_MS - 1)
    expect(await catchRefusal(vending.sell(request))).toMatchObject({
      code: 'refused',
      message: `You sold GMD 100.00 to meter ${request.subject} less than a minute ago (${side.sent[0]?.split(' ')[1]}). Nothing more was sold; wait a minute if a second sale is meant.`,
    })
    clock.pass(1)
    expect((await vending.sell(request)).kind).toBe('confirmed')
    expect(await vendOf(request.subject)).toMatchObject({ key_is_ours: true })
    expect(side.sent).toHaveLength(2)
  })

  test('the same sale while the first is running is refused as running, not as sold', async () => {
    const request = keyless()
    const underWay = Promise.withResolvers<Outcome<Delivery>>()
    side.onOrder = () => underWay.promise
    const first = vending.sell(request)
    await expect.poll(() => side.sent).toHaveLength(1)
    const refusals = await Promise.all([1, 2, 3].map(() => catchRefusal(vending.sell(request))))
    for (const refusal of refusals)
      expect(refusal).toMatchObject({
        code: 'refused',
        message: `Your sale of GMD 100.00 to meter ${request.subject} is being sold right now (${side.sent[0]?.split(' ')[1]}). Nothing more was sold; wait until it has ended.`,
      })
    underWay.resolve(accepted(delivery))
    expect((await first).kind).toBe('confirmed')
    expect((await catchRefusal(vending.sell(request))).message).toContain('less than a minute ago')
    expect(side.sent).toHaveLength(1)
  })

  test('a different amount, subject, product or seller is another sale; so is one after a refused one', async () => {
    const request = keyless()
    const other = await makeUser(db, clock)
    await loadFloat(db, clock, other.id, 100_000)
    side.onOrder = async () => refused
    expect((await vending.sell(request)).kind).toBe('voided')
    side.onOrder = async () => accepted(delivery)
    for (const traits of [
      {},
      { tendered: bututs(10_100) },
      { subject: newSubject() },
      { product: { ...side.product, name: 'postpaid' as const } },
      { seller: { ...seller, userId: other.id } },
    ])
      expect((await vending.sell({ ...request, ...traits })).kind).toBe('confirmed')
  })

  test('a key of the caller’s is not marked as ours', async () => {
    const request = requestOf()
    await vending.sell(request)
    expect(await vendOf(request.subject)).toMatchObject({ key: request.key, key_is_ours: false })
  })
})
