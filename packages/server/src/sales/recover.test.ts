import { randomUUID } from 'node:crypto'
import { API_BASE } from '@flexpower/contract'
import { fleetMeter, sentinels } from '@flexpower/simulator'
import { afterEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../runtime/clock.ts'
import { announcePresence } from '../db/presence.ts'
import { loadFloat } from '../testing/make.ts'
import { createWorld, type TestCaller } from '../testing/world.ts'
import { recoverDue } from './recover.ts'

// Longer than the slow sentinel takes, so that its answer arrives.
const world = await createWorld({ saleMs: 8_000 })
const { db, clock } = world
const cashier = await world.signIn({ remember: true })
const admin = await world.signIn({ type: 'Admin' })
await loadFloat(db, clock, cashier.user.id, 10_000_000)

const sell = async (meter: string, key = randomUUID()) => {
  const { body } = await cashier.send('POST', `${API_BASE}transactions`, {
    body: { meter_number: meter, amount: 100, telephone: '7712345' },
    headers: { 'idempotency-key': key },
  })
  return body as { status: string; message: string; reference: string; data?: { token: string } }
}
const readStatus = async (reference: string) =>
  (await cashier.send('GET', `${API_BASE}transactions/${reference}/status`)).body as {
    status: string
    data?: { token: string }
  }
const openSales = async (caller: TestCaller = cashier) => {
  const { body } = await caller.send('GET', `${API_BASE}transactions/open`)
  return (body as { data: { id: number; reference: string; asked: number; state: string }[] }).data
}
const readFloat = async () =>
  (
    await db
      .selectFrom('float_balance')
      .select('balance')
      .where('user_id', '=', cashier.user.id)
      .executeTakeFirstOrThrow()
  ).balance
const soldAt = (meter: string) => world.utility.control.sales().filter((sale) => sale.meter === meter)

afterEach(() => world.expectCleanBooks())

describe('whatever the utility does, a sale ends as it really went', () => {
  test.each(sentinels)('$name: $does', async ({ meter, outcome, ends }) => {
    const [float, before] = [await readFloat(), soldAt(meter).length]
    const answer = await sell(meter)
    expect(answer.status).toBe({ accepted: 'success', refused: 'error', unknown: 'pending' }[outcome])
    if (outcome === 'unknown') {
      expect(answer.message).toMatch(/held, not spent/)
      expect(await readFloat()).toBe(float - 10_000)
      expect((await openSales()).map(({ reference }) => reference)).toContain(answer.reference)
      await world.recover()
      expect((await readStatus(answer.reference)).status).toBe(
        { sold: 'success', 'not sold': 'error', open: 'pending' }[ends],
      )
    }
    expect(await readFloat()).toBe(ends === 'not sold' ? float : float - 10_000)
    expect(soldAt(meter).length - before).toBe(ends === 'sold' ? 1 : soldAt(meter).length - before)
    expect(soldAt(meter).length - before).toBeLessThanOrEqual(1)
  })
})

test('a lost answer ends with the token that the utility sold, charged once, and a repeated request gets it too', async () => {
  const [meter, key] = [fleetMeter(900_001), randomUUID()]
  world.utility.control.failNext('sell', 'reset', 'afterwards')
  const { reference, status } = await sell(meter, key)
  expect(status).toBe('pending')
  await world.recover(1)
  const [sold] = soldAt(meter)
  expect(await readStatus(reference)).toMatchObject({
    status: 'success',
    data: { token: sold!.creditTokens[0] },
  })
  expect(await sell(meter, key)).toMatchObject({ status: 'success', data: { token: sold!.creditTokens[0] } })
  expect(soldAt(meter)).toHaveLength(1)
})

test('while a sale is open, its meter cannot be sold to again, and only its own cashier and an Admin see it', async () => {
  const meter = fleetMeter(900_002)
  world.utility.control.failNext('sell', 'reset', 'afterwards')
  const { reference } = await sell(meter)
  expect(await sell(meter)).toMatchObject({ status: 'error', message: expect.stringContaining('still open') })
  const stranger = await world.signIn()
  expect((await stranger.send('GET', `${API_BASE}transactions/${reference}/status`)).status).toBe(404)
  expect((await stranger.send('GET', `${API_BASE}transactions/open`)).body).toEqual({ data: [] })
  expect((await admin.send('GET', `${API_BASE}transactions/${reference}/status`)).body).toMatchObject({
    status: 'pending',
  })
  await world.recover()
})

test.each(['261114-99999999', '000000-00001', 'x', '../open'])(
  'an unknown reference is 404: %s',
  async (reference) => {
    const { status } = await cashier.send(
      'GET',
      `${API_BASE}transactions/${encodeURIComponent(reference)}/status`,
    )
    expect(status).toBe(404)
  },
)

test('nothing is refunded on a guess: while the utility cannot be asked, the money stays held', async () => {
  const meter = fleetMeter(900_003)
  const float = await readFloat()
  world.utility.control.failNext('sell', 'reset', 'afterwards')
  const { reference } = await sell(meter)
  for (let round = 0; round < 3; round += 1) {
    for (let fault = 0; fault < 4; fault += 1) world.utility.control.failNext('lookUp', 'server error')
    clock.pass(10 * 60_000)
    await world.recover(1)
  }
  expect(await readFloat()).toBe(float - 10_000)
  expect((await openSales()).find((sale) => sale.reference === reference)?.asked).toBeGreaterThanOrEqual(3)
  for (let round = 0; round < 8; round += 1) {
    clock.pass(HOUR_MS)
    await world.recover(2)
  }
  expect((await readStatus(reference)).status).toBe('success')
})

test('F10 a clock that was set back does not keep a sale open until it has caught up', async () => {
  clock.pass(DAY_MS)
  const later = await world.signIn({ type: 'Admin' })
  world.utility.control.failNext('sell', 'reset', 'afterwards')
  const { reference } = await sell(fleetMeter(900_006))
  world.utility.control.failNext('sell', 'reset')
  const { reference: never } = await sell(fleetMeter(900_007))
  await world.recover(1)
  clock.pass(-DAY_MS)
  await world.recover(6)
  const open = await openSales(later)
  expect(open.filter((sale) => [reference, never].includes(sale.reference))).toEqual([])
  expect([(await readStatus(reference)).status, (await readStatus(never)).status]).toEqual([
    'success',
    'error',
  ])
})

test('F2 a process that dies during its look-up is noticed: another looks the sale up at once', async () => {
  const meter = fleetMeter(900_008)
  world.utility.control.failNext('sell', 'reset', 'afterwards')
  const { reference } = await sell(meter)
  clock.pass(6_000)
  const dying = await announcePresence(world.databaseUrl, () => {})
  const parts = { ...world.context, absenceMs: world.config.absenceMs }
  world.utility.control.failNext('lookUp', 'no answer')
  const seen = world.utility.control.seen('lookUp')
  const asking = recoverDue({ ...parts, presence: dying.id })
  await expect.poll(() => world.utility.control.seen('lookUp')).toBeGreaterThan(seen)
  expect(await recoverDue(parts)).toBe(0)
  await dying.close()
  expect(await recoverDue(parts)).toBe(1)
  expect((await readStatus(reference)).status).toBe('success')
  await asking
  expect(soldAt(meter)).toHaveLength(1)
})

test('a sale that the utility has under our reference with a different amount is never voided: an Admin decides', async () => {
  const [meter, float] = [fleetMeter(900_009), await readFloat()]
  world.utility.control.failNext('sell', 'reset')
  const { reference } = await sell(meter)
  const at = clock.now()
  const line = { transactionId: 7, meterSerial: meter, totalAmount: 20, comment: reference }
  world.utility.control.failNext('customerEnquiry', {
    status: 200,
    body: JSON.stringify([{ ...line, dateTransaction: at }]),
  })
  await world.recover(6)
  const sale = (await openSales(admin)).find((open) => open.reference === reference)
  expect(sale).toMatchObject({
    state: 'manual',
    asked: 1,
    reason: 'our reference is on record with another amount',
    ordered: { transaction: '', subject: meter, amount: 100, reference },
    seen: [{ transaction: '7', time: at.toISOString(), subject: meter, amount: 20, reference }],
  })
  expect(await readFloat()).toBe(float - 10_000)
  expect((await readStatus(reference)).status).toBe('pending')
  const decision = { outcome: 'voided', reason: 'NAWEC took it back' }
  const decided = await admin.send('POST', `${API_BASE}transactions/${sale?.id}/decide`, { body: decision })
  expect(decided.status).toBe(200)
})

describe('a sale whose outcome stays unknown', () => {
  const undecidable = async (meter: string) => {
    world.utility.control.failNext('sell', 'reset')
    const { reference } = await sell(meter)
    clock.pass(DAY_MS)
    for (let fault = 0; fault < 10; fault += 1) {
      world.utility.control.failNext('lookUp', 'server error')
      world.utility.control.failNext('customerEnquiry', 'server error')
    }
    await world.recover(1)
    const later = await world.signIn({ type: 'Admin' })
    const sale = (await openSales(later)).find((open) => open.reference === reference)
    expect(sale?.state).toBe('manual')
    const decide = (caller: TestCaller, body: object) =>
      caller.send('POST', `${API_BASE}transactions/${sale?.id}/decide`, { body })
    return { later, decide }
  }

  test('goes to an Admin after a day, who returns the money with a reason, once', async () => {
    const float = await readFloat()
    const { later, decide } = await undecidable(fleetMeter(900_004))
    expect(await readFloat()).toBe(float - 10_000)
    expect((await decide(await world.signIn(), { outcome: 'voided', reason: 'mine' })).status).toBe(403)
    expect((await decide(later, { outcome: 'voided' })).status).toBe(422)
    expect((await decide(later, { outcome: 'voided', reason: 'NAWEC has no such sale' })).status).toBe(200)
    expect(await readFloat()).toBe(float)
    expect((await decide(later, { outcome: 'voided', reason: 'again' })).status).toBe(409)
  })

  test('or is confirmed with the tokens that the utility named', async () => {
    const { later, decide } = await undecidable(fleetMeter(900_005))
    expect((await decide(later, { outcome: 'confirmed', reason: 'told by phone' })).status).toBe(422)
    const tokens = ['00000000000000000007']
    const { tokens: sold } = await db
      .selectFrom('sale')
      .select('tokens')
      .where('user_id', '=', cashier.user.id)
      .executeTakeFirstOrThrow()
    // Too short, larger than any token, of a class that no sale has, and another customer's.
    for (const wrong of [['123'], ['99999999999999999999'], ['12345678901234567890'], sold])
      expect(
        await decide(later, { outcome: 'confirmed', reason: 'told by phone', tokens: wrong }),
      ).toMatchObject({ status: 422 })
    expect((await decide(later, { outcome: 'confirmed', reason: 'told by phone', tokens })).status).toBe(200)
    const row = await db
      .selectFrom('sale')
      .select(['tokens', 'cashier_name'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ tokens, cashier_name: cashier.user.name })
  })
})
