import { randomUUID } from 'node:crypto'
import { api, API_BASE, bututs, OPERATORS } from '@flexpower/contract'
import { airtimeSentinels } from '@flexpower/simulator/airtime'
import { afterEach, describe, expect, test } from 'vitest'
import { loadFloat } from '../../testing/make.ts'
import { untilLetIn } from '../../testing/selling.ts'
import { alter } from '../../testing/tamper.ts'
import { createWorld, type TestCaller } from '../../testing/world.ts'

// Longer than the slow sentinel takes, so that its answer arrives.
const world = await createWorld({ saleMs: 8_000 })
const { db, clock } = world
const cashier = await world.signIn({ remember: true })
await loadFloat(db, clock, cashier.user.id, 10_000_000, 'airtime')
const admin = await world.signIn({ type: 'Admin', remember: true })

let serial = 0
const newPhone = () => `7${String(100_000 + (serial += 1))}`
const asked = (phone: string, amount: unknown = 100, vendor_type = 'Africell') => ({
  mobile_number: phone,
  amount,
  vendor_type,
})
const sell = (caller: TestCaller, body: object, key: string | null = randomUUID()) =>
  caller.send('POST', `${API_BASE}transactions/airtime`, {
    body,
    headers: key === null ? {} : { 'idempotency-key': key },
  })
const readFloat = async (userId: number, kind: 'airtime' | 'electricity' = 'airtime') =>
  (
    await db
      .selectFrom('float_balance')
      .select('balance')
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .executeTakeFirst()
  )?.balance ?? 0

afterEach(world.expectCleanBooks)

describe('a sale of airtime', () => {
  test('A-16 E-02 C-05 AP-02 is answered with its row; the server works out the four per cent, whatever the client says', async () => {
    const [phone, before] = [newPhone(), await readFloat(cashier.user.id)]
    const { status, body } = await sell(cashier, {
      ...asked(phone, 100.25),
      vend_amount: 1,
      user_location: 'NC',
    })
    expect([status, body]).toEqual([
      200,
      {
        status: 'success',
        message: 'Transaction added successfully!',
        reference: expect.stringMatching(/^A261114-[0-9A-Z]{5}-[0-9A-Z]{5}$/),
        data: {
          id: expect.any(Number),
          created_at: expect.any(String),
          mobile_number: phone,
          type: 'Africell',
          amount: 100.25,
          vend_amount: 96.24,
          recorded_by: cashier.user.name,
          recorded_by_user: cashier.user.id,
          location: 'Banjul',
          transaction_id: expect.any(String),
          receipt_code: expect.stringMatching(/^\w{12}$/),
        },
      },
    ])
    expect(await readFloat(cashier.user.id)).toBe(before - 10_025)
    expect(world.airtime.control.sales().find((sale) => sale.phone === phone)).toMatchObject({
      amount: 10_025,
    })
  })

  test('the discount is the provider’s revenue, and pays no commission', async () => {
    const rich = await world.signIn()
    await db.updateTable('users').set({ commission_percent: 5_000 }).where('id', '=', rich.user.id).execute()
    await loadFloat(db, clock, rich.user.id, 10_000, 'airtime')
    const { body } = await sell(rich, asked(newPhone()))
    const { id } = (body as { data: { id: number } }).data
    const legs = await db
      .selectFrom('transfer')
      .select(['source', 'destination', 'amount'])
      .where('entry_id', '=', id)
      .orderBy('leg')
      .execute()
    expect(legs).toEqual([
      { source: `float/airtime/${rich.user.id}`, destination: 'held', amount: 10_000 },
      { source: 'held', destination: 'operators', amount: 9_600 },
      { source: 'held', destination: 'fees', amount: 400 },
    ])
  })

  test('keeps what it cost us; only an Admin sees it', async () => {
    const { body } = await sell(cashier, asked(newPhone()))
    const { id } = (body as { data: { id: number } }).data
    expect(await admin.call(api.airtime.cost, { id })).toEqual({
      currency: 'GMD',
      cost: 96,
      discount: 4,
      rate: 1,
    })
    await expect(cashier.call(api.airtime.cost, { id })).rejects.toMatchObject({ status: 403 })
    await expect(admin.call(api.airtime.cost, { id: 999_999 })).rejects.toMatchObject({ status: 404 })
    await alter(db, `update sale set details = details - 'cost' where id = ${id}`)
    expect(await admin.call(api.airtime.cost, { id })).toBeNull()
  })

  test.each(OPERATORS)('goes to the chosen operator: %s', async (operator) => {
    const phone = newPhone()
    await sell(cashier, asked(phone, 50, operator))
    expect(world.airtime.control.sales().find((sale) => sale.phone === phone)?.operatorName).toContain(
      operator,
    )
  })

  test('a number with the country code is the same number', async () => {
    const phone = newPhone()
    for (const written of [`220${phone}`, `00220${phone}`])
      expect((await sell(cashier, asked(written))).body).toMatchObject({ data: { mobile_number: phone } })
  })

  test('A-17 AP-04 is listed for an Admin and for its own cashier, newest first', async () => {
    const other = await world.signIn()
    await loadFloat(db, clock, other.user.id, 10_000, 'airtime')
    const phone = newPhone()
    const { body } = await sell(other, asked(phone))
    const listed = await other.send('GET', `${API_BASE}transactions/airtime`)
    expect(listed.body).toEqual({ data: [(body as { data: object }).data] })
    const found = await other.send('GET', `${API_BASE}transactions/airtime?search=africell`)
    expect(found.body).toMatchObject({ data: [{ mobile_number: phone }], total: 1 })
    expect((await other.call(api.airtime.list, {})).map((sale) => sale.phone)).toEqual([phone])
    expect((await admin.call(api.airtime.list, {}))[0]?.phone).toBe(phone)
    expect((await cashier.call(api.airtime.list, {})).map((sale) => sale.phone)).not.toContain(phone)
  })

  test('A-10 changes the airtime figures by exactly the sale, and no cash power figure', async () => {
    const figures = async () => ({
      day: await admin.call(api.dashboard.airtimeDailySales, {}),
      month: await admin.call(api.dashboard.airtimeMonthlySales, {}),
      count: await admin.call(api.dashboard.airtimeTransactionCount, {}),
      power: await admin.call(api.dashboard.dailySales, {}),
    })
    const before = await figures()
    await sell(cashier, asked(newPhone(), 75))
    expect(await figures()).toEqual({
      day: before.day + 7_500,
      month: before.month + 7_500,
      count: before.count + 1,
      power: before.power,
    })
  })

  test('by an Admin is on the house’s account: no float', async () => {
    expect((await sell(admin, asked(newPhone()))).body).toMatchObject({ status: 'success' })
    expect(await readFloat(admin.user.id)).toBe(0)
  })

  test('AP-05 beyond the airtime float is refused in `error`, although there is cash power float', async () => {
    const poor = await world.signIn()
    await loadFloat(db, clock, poor.user.id, 1_000_000)
    await loadFloat(db, clock, poor.user.id, 9_999, 'airtime')
    const { status, body } = await sell(poor, asked(newPhone()))
    expect([status, body]).toMatchObject([
      200,
      {
        status: 'error',
        error: expect.stringContaining('Your airtime float of GMD 99.99 does not cover GMD 100.00'),
      },
    ])
    expect(await readFloat(poor.user.id)).toBe(9_999)
    expect(await readFloat(poor.user.id, 'electricity')).toBe(1_000_000)
  })

  test('in the name of another user is refused with 403', async () => {
    expect((await sell(cashier, { ...asked(newPhone()), user_id: admin.user.id })).status).toBe(403)
  })

  test.each([
    [{ mobile_number: '' }, 'mobile_number'],
    [{ mobile_number: '77123a5' }, 'mobile_number'],
    [{ mobile_number: '771234' }, 'mobile_number'],
    [{ mobile_number: '77123456' }, 'mobile_number'],
    [{ mobile_number: '1'.repeat(16) }, 'mobile_number'],
    [{ amount: '' }, 'amount'],
    [{ amount: 0.99 }, 'amount'],
    [{ amount: 'Infinity' }, 'amount'],
    [{ amount: '0x64' }, 'amount'],
    [{ amount: '1e3' }, 'amount'],
    [{ amount: [100] }, 'amount'],
    [{ amount: 1.001 }, 'amount'],
    [{ amount: '12345678901' }, 'amount'],
    [{ amount: -5 }, 'amount'],
    [{ vendor_type: 'Vodafone' }, 'vendor_type'],
    [{ vendor_type: '' }, 'vendor_type'],
  ])('AP-03 the server refuses %j at its field, and nothing moves', async (wrong, field) => {
    const before = await readFloat(cashier.user.id)
    const { status, body } = await sell(cashier, { ...asked(newPhone()), ...wrong })
    expect([status, body]).toMatchObject([
      422,
      { status: 'error', errors: { [field]: [expect.any(String)] } },
    ])
    expect(await readFloat(cashier.user.id)).toBe(before)
  })
})

describe('exactly once', () => {
  test('one key, sixty at once: one sale', async () => {
    const [phone, key] = [newPhone(), randomUUID()]
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => untilLetIn(() => sell(cashier, asked(phone), key))),
    )
    expect(new Set(answers.map(({ body }) => (body as { reference: string }).reference)).size).toBe(1)
    expect(world.airtime.control.sales().filter((sale) => sale.phone === phone)).toHaveLength(1)
  })

  test('the same key for another operator is a different order, and refused', async () => {
    const [phone, key] = [newPhone(), randomUUID()]
    await sell(cashier, asked(phone, 100, 'Africell'), key)
    expect((await sell(cashier, asked(phone, 100, 'QCell'), key)).status).toBe(422)
  })

  test('two orders at once for one number and different operators: one is sold, as it was ordered', async () => {
    const phone = newPhone()
    const answers = await Promise.all([
      sell(cashier, asked(phone, 100, 'Africell')),
      sell(cashier, asked(phone, 100, 'QCell')),
    ])
    for (const { body } of answers) {
      const { status, data } = body as { status: string; data?: { id: number; type: string } }
      if (status !== 'success') continue
      const sold = world.airtime.control
        .sales()
        .find((sale) => sale.customIdentifier === (body as { reference: string }).reference)
      expect(sold?.operatorName).toContain(data?.type)
    }
  })

  test('without a key the same sale within a minute is refused as a repetition', async () => {
    const phone = newPhone()
    await sell(cashier, asked(phone), null)
    expect((await sell(cashier, asked(phone), null)).body).toMatchObject({
      status: 'error',
      error: expect.stringContaining('less than a minute ago'),
    })
  })
})

describe('whatever the operator does, a sale ends as it really went', () => {
  test.each(airtimeSentinels)('$name: $does', async ({ phone, outcome, ends }) => {
    const float = await readFloat(cashier.user.id)
    const posts = world.airtime.control.seen('topUp')
    const { body } = await sell(cashier, asked(phone, 100, 'QCell'))
    const { status, reference } = body as { status: string; reference: string }
    expect(status).toBe({ accepted: 'success', refused: 'error', unknown: 'pending' }[outcome])
    if (outcome === 'unknown') {
      expect(await readFloat(cashier.user.id)).toBe(float - 10_000)
      expect(
        (await cashier.call(api.sales.open, {})).find((sale) => sale.reference === reference),
      ).toMatchObject({
        product: 'airtime',
        subject: phone,
        customerName: 'QCell',
      })
      await world.recover()
      const later = await cashier.send('GET', `${API_BASE}transactions/airtime/${reference}/status`)
      expect((later.body as { status: string }).status).toBe(
        { sold: 'success', 'not sold': 'error', open: 'pending' }[ends],
      )
    }
    expect(await readFloat(cashier.user.id)).toBe(ends === 'not sold' ? float : float - 10_000)
    expect(world.airtime.control.seen('topUp') - posts).toBeLessThanOrEqual(1)
  })

  test('while it is being processed nothing is refunded, nothing is sent again, and nobody else sees it', async () => {
    const endless = airtimeSentinels.find(({ ends }) => ends === 'open')!
    const open = (await cashier.call(api.sales.open, {})).find(({ subject }) => subject === endless.phone)
    const sent = world.airtime.control.seen('topUp')
    const float = await readFloat(cashier.user.id)
    // Longer than the longest wait between two queries.
    clock.pass(61 * 60_000)
    await world.recover(20)
    expect(world.airtime.control.seen('topUp')).toBe(sent)
    expect(await readFloat(cashier.user.id)).toBe(float)
    const again = (await cashier.call(api.sales.open, {})).find(({ subject }) => subject === endless.phone)
    expect(again?.asked).toBeGreaterThan(open?.asked ?? 99)
    const stranger = await world.signIn()
    expect(
      (await stranger.send('GET', `${API_BASE}transactions/airtime/${open?.reference}/status`)).status,
    ).toBe(404)
    expect(await stranger.call(api.sales.open, {})).toEqual([])
  })

  test('a sale that stays unknown for a day is decided by an Admin, without tokens', async () => {
    const endless = airtimeSentinels.find(({ ends }) => ends === 'open')!
    clock.pass(25 * 60 * 60_000)
    await world.recover(2)
    const open = (await admin.call(api.sales.open, {})).find(({ subject }) => subject === endless.phone)
    expect(open?.state).toBe('manual')
    await admin.call(api.sales.decide, {
      id: open?.id ?? 0,
      outcome: 'confirmed',
      reason: 'the operator said so',
    })
    const row = (await admin.call(api.airtime.list, {})).find(({ phone }) => phone === endless.phone)
    expect(row).toMatchObject({ operator: 'QCell', tendered: bututs(10_000), vended: bututs(9_600) })
    const act = await db.selectFrom('act').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect([act.deed, act.title]).toEqual(['confirmed a sale by hand', `phone number ${endless.phone}`])
  })
})

test('where no operator is connected, airtime is refused with a clear message', async () => {
  const { body } = await (async () => {
    const { airtime } = world.context
    Object.assign(world.context, { airtime: null })
    try {
      return await sell(cashier, asked(newPhone()))
    } finally {
      Object.assign(world.context, { airtime })
    }
  })()
  expect(body).toMatchObject({ status: 'error', error: expect.stringContaining('not sold here') })
})
