// Each step of the recovery separately, with an other side that answers what the test says; the books are real.
import { randomUUID } from 'node:crypto'
import { bututs } from '@flexpower/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { after, DAY_MS, HOUR_MS, MINUTE_MS } from '../runtime/clock.ts'
import { openDb } from '../db/db.ts'
import { announcePresence } from '../db/presence.ts'
import { accepted, type Outcome, unknown } from '../gateways/outcome.ts'
import { createBook } from '../ledger/book.ts'
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
import { recoverDue, startRecovery } from './recover.ts'
import { createReference } from './reference.ts'
import { createVending } from './vending.ts'

const world = await createWorld()
const { db, clock, context } = world
const side = openOtherSide()
const { user, requestOf } = await openSeller(world, side)

const ABSENCE_MS = 120_000
const parts = {
  ...context,
  products: { ...context.products, electricity: side.product },
  absenceMs: ABSENCE_MS,
}
const recover = () => recoverDue(parts)

/** An order was sent now, and no answer has come back. */
async function openSale(sender: number | null = null) {
  const now = clock.now()
  const opened = await createBook(db, sender).open({
    reference: createReference(1, now),
    receiptCode: randomUUID(),
    userId: user.id,
    key: randomUUID(),
    keyIsOurs: false,
    product: 'electricity',
    subject: newSubject(),
    phone: '7712345',
    tendered: bututs(10_000),
    floatKind: 'electricity',
    at: now,
    terms,
    verifiedSince: now,
    till: 'joined',
    askAt: after(now, 22_000),
  })
  if (opened.kind !== 'open') throw new Error(opened.kind)
  return opened.sale
}
const readVend = (id: number) =>
  db.selectFrom('vend').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const readHistory = async (id: number) =>
  (
    await db
      .selectFrom('vend_event')
      .select(['state', 'note'])
      .where('vend_id', '=', id)
      .orderBy('at')
      .execute()
  ).map(({ state, note }) => `${state}: ${note}`)
const inMs = (ms: number) => after(clock.now(), ms)

beforeEach(() => {
  side.reset()
  world.logLines.splice(0)
})
/** Nothing is left open for the next test. */
afterEach(async () => {
  const left = await db.selectFrom('vend').select('id').where('settled_at', 'is', null).execute()
  for (const { id } of left)
    await context.book.void({ id, userId: user.id, at: clock.now(), reason: 'over', settledBy: null })
  await world.expectCleanBooks()
})

describe('a sale without an end', () => {
  test('is looked up when its time has come, and not before', async () => {
    const { id, reference } = await openSale()
    clock.pass(21_999)
    expect(await recover()).toBe(0)
    clock.pass(1)
    expect(await recover()).toBe(1)
    expect(side.asked).toEqual([reference])
    expect(await readVend(id)).toMatchObject({ asked: 1, state: 'unknown', sender: null })
  })

  test('is looked up by one process at a time', async () => {
    const { id } = await openSale()
    clock.pass(22_000)
    const underWay = Promise.withResolvers<Outcome<Delivery>>()
    side.onQuestion = () => underWay.promise
    const first = recover()
    await expect.poll(() => side.asked.length).toBe(1)
    expect(await readVend(id)).toMatchObject({ ask_at: inMs(2 * MINUTE_MS) })
    expect(await recover()).toBe(0)
    underWay.resolve(accepted(delivery))
    expect(await first).toBe(1)
    expect(await readVend(id)).toMatchObject({ state: 'confirmed' })
  })

  test('is looked up again after 15 s, a minute, five, and then every hour, and stores the reason once', async () => {
    const { id } = await openSale()
    clock.pass(22_000)
    for (const wait of [15_000, MINUTE_MS, 5 * MINUTE_MS, HOUR_MS, HOUR_MS]) {
      expect(await recover()).toBe(1)
      expect(await readVend(id)).toMatchObject({ state: 'unknown', ask_at: inMs(wait) })
      clock.pass(wait - 1)
      expect(await recover()).toBe(0)
      clock.pass(1)
    }
    expect(await readHistory(id)).toEqual(['sent: null', 'unknown: no answer in time'])
  })

  test('whose look-up is refused is still looked up again later', async () => {
    const { id } = await openSale()
    clock.pass(22_000)
    side.onQuestion = async () => refused
    await recover()
    expect(await readVend(id)).toMatchObject({ state: 'unknown', ask_at: inMs(15_000) })
    expect(await readHistory(id)).toEqual(['sent: null', 'unknown: Not now.'])
  })

  test('ends as it is found: sold, or refused', async () => {
    const [sold, notSold] = [await openSale(), await openSale()]
    clock.pass(22_000)
    side.onQuestion = async (subject) => accepted(subject === sold.subject ? delivery : refused)
    expect(await recover()).toBe(2)
    expect(await readVend(sold.id)).toMatchObject({ state: 'confirmed' })
    expect(await readVend(notSold.id)).toMatchObject({
      state: 'voided',
      reason: 'NAWEC refused the sale: Not now. GMD 100.00 is back where it came from.',
    })
  })

  test('is never confirmed with a token that another customer has: an Admin decides', async () => {
    const tokens = ['00000000000000000042']
    const [first, second] = [await openSale(), await openSale()]
    clock.pass(22_000)
    side.onQuestion = async (subject) =>
      subject === first.subject ? accepted({ ...delivery, tokens }) : unknown('late')
    await recover()
    clock.pass(HOUR_MS)
    side.onQuestion = async () => accepted({ ...delivery, tokens })
    await recover()
    expect(await readVend(first.id)).toMatchObject({ state: 'confirmed' })
    expect(await readVend(second.id)).toMatchObject({ state: 'manual' })
    expect(await readHistory(second.id)).toContain(
      `manual: NAWEC names a token that was sold as ${first.reference}`,
    )
    side.onQuestion = async () => accepted(null)
    await context.book.void({
      id: second.id,
      userId: user.id,
      at: clock.now(),
      reason: 'test',
      settledBy: null,
    })
  })

  test('whose look-up fails does not keep the others open', async () => {
    const sales = [await openSale(), await openSale(), await openSale()]
    clock.pass(22_000)
    side.onQuestion = async (subject) =>
      subject === sales[1]!.subject ? unknown('late') : accepted(delivery)
    expect(await recover()).toBe(3)
    const states = await Promise.all(sales.map(async ({ id }) => (await readVend(id)).state))
    expect(states).toEqual(['confirmed', 'unknown', 'confirmed'])
  })
})

describe('a sale that the other side does not have', () => {
  beforeEach(() => {
    side.onQuestion = async () => accepted(null)
  })

  test('is voided after that was said three times, each far enough apart', async () => {
    const { id } = await openSale()
    clock.pass(22_000)
    for (const absent of [1, 2]) {
      await recover()
      expect(await readVend(id)).toMatchObject({ state: 'unknown', absent, ask_at: inMs(ABSENCE_MS) })
      clock.pass(ABSENCE_MS)
    }
    await recover()
    expect(await readVend(id)).toMatchObject({
      state: 'voided',
      reason: 'NAWEC never received the sale; nothing was sold. The money is back where it came from.',
      settled_at: clock.now(),
    })
  })

  test('said again too soon counts once', async () => {
    const { id } = await openSale()
    clock.pass(22_000)
    await recover()
    const askNow = () => db.updateTable('vend').set({ ask_at: clock.now() }).where('id', '=', id).execute()
    for (let round = 0; round < 4; round += 1) {
      clock.pass(ABSENCE_MS / 5)
      await askNow()
      await recover()
    }
    expect(await readVend(id)).toMatchObject({ state: 'unknown', absent: 1 })
    clock.pass(ABSENCE_MS / 5)
    await askNow()
    await recover()
    expect(await readVend(id)).toMatchObject({ state: 'unknown', absent: 2 })
  })

  test('and that ended meanwhile keeps that end', async () => {
    const { id } = await openSale()
    clock.pass(22_000)
    side.onQuestion = async () => {
      await context.book.void({ id, userId: user.id, at: clock.now(), reason: 'by hand', settledBy: null })
      return accepted(null)
    }
    await recover()
    expect(await readVend(id)).toMatchObject({ state: 'voided', reason: 'by hand', absent: 0 })
  })
})

test('a sale that cannot be looked up for a day is decided by an Admin, and not looked up any more', async () => {
  const old = await openSale()
  clock.pass(DAY_MS - 1)
  await recover()
  expect(await readVend(old.id)).toMatchObject({ state: 'unknown' })
  clock.pass(HOUR_MS)
  await recover()
  expect(await readVend(old.id)).toMatchObject({ state: 'manual' })
  expect(await readHistory(old.id)).toEqual([
    'sent: null',
    'unknown: no answer in time',
    'manual: no answer in time',
  ])
  expect(world.logLines.join('')).toMatch(new RegExp(`"${old.reference}".*an Admin must decide a sale`))
  clock.pass(DAY_MS)
  expect(await recover()).toBe(0)
  // Exactly then: a day is enough.
  const exact = await openSale()
  clock.pass(DAY_MS)
  await recover()
  expect(await readVend(exact.id)).toMatchObject({ state: 'manual' })
})

describe('a sale without an end after a day is decided by an Admin, whatever the cause:', () => {
  const NUL = String.fromCharCode(0)
  const causes: [cause: string, question: () => Promise<Outcome<Delivery | null>>, note: string][] = [
    [
      'its end cannot be stored',
      async () => accepted({ ...delivery, customerName: `Mariama${NUL} Bah` }),
      'what happened to it is known, but could not be stored',
    ],
    [
      'the question fails in the server',
      () => Promise.reject(new Error('a fault of ours')),
      'the server failed while it asked; its log says why',
    ],
  ]
  test.each(causes)('%s', async (_, question, note) => {
    side.onQuestion = question
    const { id, subject } = await openSale()
    clock.pass(22_000)
    // Meanwhile it is looked up at the usual times only.
    for (const wait of [15_000, MINUTE_MS, 5 * MINUTE_MS, HOUR_MS]) {
      expect(await recover()).toBe(1)
      expect(await readVend(id)).toMatchObject({ state: 'unknown', ask_at: inMs(wait) })
      clock.pass(wait)
    }
    clock.pass(DAY_MS)
    expect(await recover()).toBe(1)
    expect(await readVend(id)).toMatchObject({ state: 'manual' })
    expect(await readHistory(id)).toEqual(['sent: null', `unknown: ${note}`, `manual: ${note}`])
    clock.pass(DAY_MS)
    expect(await recover()).toBe(0)
    expect(await context.vending.readEnd(await readVend(id))).toMatchObject({ kind: 'manual' })
    expect(await catchRefusal(context.vending.sell(requestOf({ subject })))).toMatchObject({
      message: `A sale for meter ${subject} is still open. Nothing more was sold or taken; an Admin has to decide it first.`,
    })
  })

  test('the other side does not have it, but too few times; it is asked a last time exactly after a day', async () => {
    side.onQuestion = async () => accepted(null)
    const { id, createdAt } = await openSale()
    clock.pass(DAY_MS - 1_000)
    await recover()
    expect(await readVend(id)).toMatchObject({
      state: 'unknown',
      absent: 1,
      ask_at: after(createdAt, DAY_MS),
    })
    clock.pass(1_000)
    await recover()
    expect(await readVend(id)).toMatchObject({ state: 'manual', absent: 1 })
  })
})

test('a sale whose sender is gone is looked up at once; one whose sender is there is not', async () => {
  const presence = await announcePresence(world.databaseUrl, () => {})
  const there = await openSale(presence.id)
  expect(await recover()).toBe(0)
  await presence.close()
  const gone = await openSale(presence.id)
  await expect.poll(recover).toBe(2)
  expect(side.asked.toSorted()).toEqual([there.reference, gone.reference].toSorted())
})

describe('the recovery of a server', () => {
  test('checks once a second until it is stopped', async () => {
    const { id } = await openSale()
    clock.pass(22_000)
    side.onQuestion = async () => accepted(delivery)
    const stop = startRecovery(parts)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(side.asked).toEqual([])
    await expect.poll(async () => (await readVend(id)).state).toBe('confirmed')
    await stop()
    await openSale()
    clock.pass(22_000)
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    expect(side.asked).toHaveLength(1)
  })

  test('that fails once logs it, and checks again', async () => {
    const away = openDb({ url: world.databaseUrl.replace(/\w+$/, 'nowhere'), onConnectionLost: () => {} })
    const stop = startRecovery({ ...parts, db: away.db, vending: createVending(context) })
    await expect
      .poll(() => world.logLines.join(''))
      .toMatch(/recovery could not look[^]*recovery could not look/)
    await stop()
    await away.close()
  })
})
