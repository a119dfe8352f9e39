// How a sale runs, with an other side that does what the test says.
import { bututs, toDay } from '@flexpower/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../runtime/clock.ts'
import { accepted, neverSent, unknown } from '../gateways/outcome.ts'
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
import { keepTerms } from './terms.ts'
import { readOpenSale } from './vending.ts'

const world = await createWorld()
const { db, clock, context } = world
const { vending, book } = context
const side = openOtherSide()
const { user, seller, requestOf, vendOf } = await openSeller(world, side)

const readFloat = async (userId = user.id) =>
  (await db.selectFrom('float_balance').select('balance').where('user_id', '=', userId).executeTakeFirst())
    ?.balance
const logged = () => world.logLines.splice(0).join('')

beforeEach(() => {
  side.reset()
  world.logLines.splice(0)
})
afterEach(world.expectCleanBooks)

describe('a sale', () => {
  test('that is delivered is answered as it is stored', async () => {
    const request = requestOf()
    const end = await vending.sell(request)
    const { id, created_at: at } = await vendOf(request.subject)
    const stored = await db.selectFrom('sale').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const { search: _, ...shown } = stored as typeof stored & { search: string }
    expect(end).toEqual({ kind: 'confirmed', sale: shown })
    expect(shown).toMatchObject({
      product: 'electricity',
      user_id: user.id,
      at,
      day: toDay(at),
      subject: request.subject,
      phone: '7712345',
      customer_name: 'Mariama Bah',
      tendered: 10_000,
      vended: 9_500,
      fee: 500,
      commission: 150,
      tokens: [],
      cashier_name: 'Fatou',
      location: 'Banjul',
      details: { kind: 'test' },
    })
    expect(side.sent).toEqual([`${request.subject} ${shown.transaction_id}`])
    expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([])
  })

  test('on the house’s account takes nothing from a float', async () => {
    const before = await readFloat()
    const ofHouse = {
      seller: { ...seller, sellsOnTheHouse: true },
      terms: { ...terms, commission: bututs(0) },
    }
    expect(await vending.sell(requestOf(ofHouse))).toMatchObject({ kind: 'confirmed' })
    expect(await readFloat()).toBe(before)
  })

  test('that the other side refuses is voided with its text, and the money is back', async () => {
    const before = await readFloat()
    side.onOrder = async () => refused
    const request = requestOf()
    const end = await vending.sell(request)
    const vend = await vendOf(request.subject)
    expect(end).toEqual({
      kind: 'voided',
      reference: side.sent[0]?.split(' ')[1],
      message: 'NAWEC refused the sale: Not now. GMD 100.00 is back where it came from.',
      apiError: 'Not now.',
    })
    expect(vend).toMatchObject({ state: 'voided', settled_at: clock.now() })
    expect(await readFloat()).toBe(before)
    expect(logged()).toMatch(/"code":"NO","detail":"x".*sale refused by the other side/)
  })

  test('that was never sent is voided at once', async () => {
    const before = await readFloat()
    side.onOrder = async () => neverSent('nobody listens there')
    expect(await vending.sell(requestOf())).toMatchObject({
      kind: 'voided',
      message:
        'NAWEC cannot be reached at the moment; nothing was sold. Try again in a minute. GMD 100.00 is back where it came from.',
      apiError: null,
    })
    expect(await readFloat()).toBe(before)
  })

  test('whose answer is lost stays open with its money held, and is looked up after five seconds', async () => {
    const before = (await readFloat())!
    side.onOrder = async () => unknown('no answer in time')
    const request = requestOf()
    const end = await vending.sell(request)
    expect(end).toEqual({ kind: 'pending', reference: side.sent[0]?.split(' ')[1] })
    expect(await readFloat()).toBe(before - 10_000)
    const vend = await vendOf(request.subject)
    expect(vend).toMatchObject({ state: 'unknown', ask_at: new Date(clock.now().getTime() + 5_000) })
    expect(logged()).toMatch(/"reason":"no answer in time".*outcome of a sale unknown/)
    await book.void({ id: vend.id, userId: user.id, at: clock.now(), reason: 'x', settledBy: null })
  })

  test('whose end cannot be written is left to recovery', async () => {
    side.onOrder = async () => accepted({ ...delivery, customerName: 'no database holds \0' })
    const request = requestOf()
    expect(await vending.sell(request)).toMatchObject({
      kind: 'pending',
      reference: side.sent[0]?.split(' ')[1],
    })
    const vend = await vendOf(request.subject)
    // Until then the sender may still come back with the answer.
    expect(vend).toMatchObject({ state: 'sent', ask_at: new Date(clock.now().getTime() + 22_000) })
    expect(logged()).toContain('a sale could not be settled, recovery will')
    await book.void({ id: vend.id, userId: user.id, at: clock.now(), reason: 'x', settledBy: null })
  })

  test('beyond the float is refused before anything is sent, naming the float', async () => {
    const poor = await makeUser(db, clock)
    const by = { seller: { ...seller, userId: poor.id } }
    expect(await catchRefusal(vending.sell(requestOf(by)))).toMatchObject({
      code: 'refused',
      message:
        'Your float of GMD 0.00 does not cover GMD 100.00. Nothing was sold; ask an Admin to load credit.',
    })
    await loadFloat(db, clock, poor.id, 9_999, 'airtime')
    await loadFloat(db, clock, poor.id, 500)
    const airtime = { ...side.product, name: 'airtime', floatKind: 'airtime', payee: 'operators' } as const
    expect((await catchRefusal(vending.sell(requestOf({ ...by, product: airtime })))).message).toMatch(
      /^Your airtime float of GMD 99\.99 does not cover GMD 100\.00\./,
    )
    expect((await catchRefusal(vending.sell(requestOf(by)))).message).toMatch(/^Your float of GMD 5\.00 does/)
    expect(side.sent).toEqual([])
  })

  test('to a subject with an open sale is refused', async () => {
    side.onOrder = async () => unknown('late')
    const request = requestOf()
    await vending.sell(request)
    expect(await catchRefusal(vending.sell(requestOf({ subject: request.subject })))).toMatchObject({
      code: 'refused',
      message: `A sale for meter ${request.subject} is still open. Nothing more was sold or taken; wait until it has ended.`,
    })
    const { id } = await vendOf(request.subject)
    await book.void({ id, userId: user.id, at: clock.now(), reason: 'x', settledBy: null })
    expect(side.sent).toHaveLength(1)
  })

  test('that the database cannot store is a fault, and none of the refusals', async () => {
    const selling = vending.sell(requestOf({ phone: 'no database holds \0' }))
    await expect(catchRefusal(selling)).rejects.toThrow(/invalid byte sequence/)
    expect(side.sent).toEqual([])
  })

  test('that was not verified is verified once, and sold on those terms', async () => {
    let asked = 0
    const subject = newSubject()
    const verify = async () => {
      asked += 1
      await keepTerms({ db, clock }, { userId: user.id }, 'electricity', subject, bututs(10_000), terms)
    }
    const verifying = { subject, terms: verify }
    expect(await vending.sell(requestOf(verifying))).toMatchObject({ sale: { fee: 500 } })
    expect(await vending.sell(requestOf(verifying))).toMatchObject({ kind: 'confirmed' })
    expect(asked).toBe(1)
    clock.pass(15 * MINUTE_MS)
    await vending.sell(requestOf(verifying))
    expect(asked).toBe(1)
    clock.pass(1)
    await vending.sell(requestOf(verifying))
    expect(asked).toBe(2)
  })

  test('whose verification is still not found is refused, and not verified endlessly', async () => {
    let asked = 0
    const verify = async () => void (asked += 1)
    expect(await catchRefusal(vending.sell(requestOf({ terms: verify })))).toMatchObject({
      code: 'unavailable',
      message: 'The server’s clock was set just now. Nothing was sold or taken; try again.',
      retryAfter: 1,
    })
    expect(asked).toBe(1)
  })
})

describe('an end that comes late', () => {
  async function openSale() {
    side.onOrder = async () => unknown('late')
    const request = requestOf()
    const { reference } = (await vending.sell(request)) as { reference: string }
    return { reference, subject: request.subject, sale: readOpenSale(await vendOf(request.subject)) }
  }

  test('is booked in the name of the seller, and sent to the customer’s phone', async () => {
    const { sale, reference, subject } = await openSale()
    expect(sale).toMatchObject({
      userId: user.id,
      product: 'electricity',
      subject,
      phone: '7712345',
      tendered: 10_000,
      fee: 500,
      commission: 150,
      quote: terms,
      createdAt: clock.now(),
    })
    clock.pass(90_000)
    expect(await vending.settle(sale, side.product, accepted(delivery))).toMatchObject({
      kind: 'confirmed',
      sale: {
        at: clock.now(),
        transaction_id: reference,
        cashier_name: 'Fatou Ceesay',
        location: 'Serekunda',
      },
    })
    const letters = await db.selectFrom('outbox').select(['channel', 'recipient', 'body']).execute()
    expect(letters).toEqual([
      { channel: 'sms', recipient: expect.stringContaining('7712345'), body: `Token for ${subject}` },
    ])
    await db.deleteFrom('outbox').execute()
  })

  test('is sent to nobody if the product has no text for it', async () => {
    const { sale } = await openSale()
    const { lateSms: _, ...silent } = side.product
    expect((await vending.settle(sale, silent, accepted(delivery))).kind).toBe('confirmed')
    expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([])
  })

  test('changes nothing if the sale has one: the second gets the first end', async () => {
    const { sale } = await openSale()
    const first = await vending.settle(sale, side.product, accepted(delivery), seller)
    expect(first.kind).toBe('confirmed')
    expect(await vending.settle(sale, side.product, accepted(delivery), seller)).toMatchObject(first)
    expect(await vending.settle(sale, side.product, refused, seller)).toMatchObject(first)
    const { sale: other, reference } = await openSale()
    const voided = await vending.settle(other, side.product, refused, seller)
    expect(voided).toMatchObject({ kind: 'voided', reference })
    const stored = { ...voided, apiError: null }
    expect(await vending.settle(other, side.product, accepted(delivery), seller)).toEqual(stored)
    expect(await vending.settle(other, side.product, neverSent('x'), seller)).toEqual(stored)
  })

  test('is read from the database as it is', async () => {
    const { sale, reference, subject } = await openSale()
    expect(await vending.readEnd(await vendOf(subject))).toEqual({ kind: 'pending', reference })
    await vending.settle(sale, side.product, refused)
    expect(await vending.readEnd(await vendOf(subject))).toMatchObject({
      kind: 'voided',
      reference,
      message: expect.stringContaining('is back'),
      apiError: null,
    })
  })
})
