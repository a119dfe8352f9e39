import { API_BASE, api, bututs, toDay } from '@flexpower/contract'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../runtime/clock.ts'
import { alter } from '../../testing/tamper.ts'
import { openBookingDesk } from './testing/booking-desk.ts'

const desk = await openBookingDesk()
const {
  world,
  admin,
  second,
  newMeter,
  soldElsewhere,
  compare,
  readDifference,
  send,
  wish,
  readFloat,
  countSales,
  expectClean,
} = desk
const { db, clock } = world

describe('a sale that only the utility has', () => {
  test('is shown as the utility has it, with what booking it would do', async () => {
    const meter = newMeter()
    const id = await soldElsewhere(meter)
    const theirs = world.utility.control.sales().find((sale) => sale.meter === meter)
    const offer = await admin.call(api.bookings.show, { id })
    expect(offer).toMatchObject({
      theirs: {
        product: 'electricity',
        subject: meter,
        transactionId: theirs?.receipt,
        at: clock.now(),
        amount: 9_500,
        units: (theirs?.units ?? 0) / 10_000,
        tokens: theirs?.creditTokens,
      },
      tendered: 10_000,
      isTenderedFixed: false,
      fee: 500,
      float: null,
      isFeeOutsideBands: false,
      needsSecondAdmin: false,
    })
    expect(
      await admin.call(api.bookings.show, { id, cashier: desk.cashier.user.id, tendered: bututs(10_000) }),
    ).toMatchObject({
      fee: 500,
      commission: 150,
      float: { name: 'Fatou Ceesay', before: 100_000, after: 90_150 },
    })
    expect(await admin.call(api.bookings.show, { id, tendered: bututs(200_000) })).toMatchObject({
      fee: 190_500,
      needsSecondAdmin: true,
    })
  })

  test('becomes an ordinary sale of the day on which it was sold, and settles its difference', async () => {
    const meter = newMeter()
    const soldAt = clock.now()
    const id = await soldElsewhere(meter)
    const theirs = world.utility.control.sales().find((sale) => sale.meter === meter)
    clock.pass(2 * DAY_MS)
    const answer = await send(id, wish())
    expect(answer).toMatchObject({ status: 200, body: { state: 'booked' } })
    expect(await readFloat()).toBe(90_150)
    const [sale] = await admin.call(api.electricity.listOf, { userId: desk.cashier.user.id })
    expect(sale).toMatchObject({
      meter,
      at: soldAt,
      tendered: 10_000,
      vended: 9_500,
      fee: 500,
      tokens: theirs?.creditTokens,
      cashierName: 'Fatou Ceesay',
      location: 'Brikama',
      units: (theirs?.units ?? 0) / 10_000,
      tariff: expect.stringMatching(/./) as string,
      customerName: expect.stringMatching(/./) as string,
      paidAt: soldAt,
    })
    const report = await admin.send('GET', `${API_BASE}filter?date=${toDay(soldAt)}`)
    expect(report.status).toBe(200)
    const settled = await readDifference(theirs?.receipt ?? '')
    expect(settled).toMatchObject({
      settledBy: 'Awa Sanneh',
      settledAt: clock.now(),
      note: expect.stringContaining('Lost in the restore') as string,
      bookable: false,
      waiting: null,
      booked: { product: 'electricity', reference: sale?.transactionId },
    })
    expect(await desk.readActs(id)).toMatchObject([
      {
        user_name: 'Awa Sanneh',
        deed: 'booked a sale',
        after: { cashier: 'Fatou Ceesay', amount: 'GMD 100.00', reason: 'Lost in the restore' },
      },
    ])
    await compare(toDay(soldAt))
    const { differences } = await admin.call(api.enquiries.reconciliation, {})
    expect(differences.filter(({ subject }) => subject === meter)).toEqual([settled])
    await expectClean()
  })

  test('T-04 appears in every list at the time when it was sold, in both orders of the list', async () => {
    const { cashier } = desk
    const userId = cashier.user.id
    const sell = async () => {
      clock.pass(HOUR_MS)
      const input = { meter: newMeter(), amount: bututs(10_000), phone: '7712345' }
      const { sale } = await cashier.call(api.electricity.sell, input)
      return sale?.meter ?? ''
    }
    const first = await sell()
    clock.pass(HOUR_MS)
    const between = newMeter()
    const id = await soldElsewhere(between)
    clock.pass(3 * DAY_MS)
    const [third, last] = [await sell(), await sell()]
    const lastAt = clock.now()
    clock.pass(HOUR_MS)
    const readWindow = (asked: object) => cashier.call(api.electricity.listOf.window, { userId, ...asked })
    expect((await readWindow({})).total).toBe(3)
    await send(id, wish())
    expect((await readWindow({})).total).toBe(4)

    const newestFirst = [last, third, between, first]
    const whole = await cashier.call(api.electricity.listOf, { userId })
    expect(whole.map(({ meter }) => meter)).toEqual(newestFirst)
    const walk = async (asked: object) => {
      const seen: string[] = []
      let cursor: number | null | undefined
      do {
        const { rows, next } = await readWindow({ limit: 1, ...asked, ...(cursor && { cursor }) })
        seen.push(...rows.map(({ meter }) => meter))
        cursor = next
      } while (cursor !== null)
      return seen
    }
    expect(await walk({})).toEqual(newestFirst)
    expect(await walk({ order: 'oldest' })).toEqual(newestFirst.toReversed())
    expect(await walk({ search: 'GMD' })).toEqual(newestFirst)
    expect(await walk({ search: 'GM' })).toEqual(newestFirst)

    expect(await cashier.call(api.electricity.counter, {})).toMatchObject({ lastSale: { at: lastAt } })
    expect(await admin.call(api.users.overview, { id: userId })).toMatchObject({ lastSaleAt: lastAt })
    await expectClean()
  })

  test('shows what an ordinary sale shows, field for field', async () => {
    const [sold, booked] = [newMeter(), newMeter()]
    await desk.cashier.call(api.electricity.sell, { meter: sold, amount: bututs(10_000), phone: '7712345' })
    const id = await soldElsewhere(booked)
    await send(id, wish())
    const answer = await admin.send('GET', `${API_BASE}gettransactions/${desk.cashier.user.id}`)
    const rows = (answer.body as { data: Record<string, unknown>[] }).data
    expect(rows).toHaveLength(2)
    const kinds = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, value === '' ? 'empty' : typeof value]),
      ),
    )
    // The utility's record has no address.
    expect(kinds[0]).toEqual({ ...kinds[1], service_address: 'empty' })
  })

  test('is booked once under ten calls at once, by two Admins', async () => {
    const meter = newMeter()
    const id = await soldElsewhere(meter)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => send(id, wish(), at % 2 === 0 ? admin : second)),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array<number>(9).fill(409),
    ])
    expect(await countSales(meter)).toBe(1)
    expect(await readFloat()).toBe(90_150)
    await expectClean()
  })

  test('is booked on the house’s account without touching a float', async () => {
    const meter = newMeter()
    const id = await soldElsewhere(meter)
    expect(await send(id, wish({ cashier: 'house' }))).toMatchObject({ status: 200 })
    expect(await readFloat()).toBe(100_000)
    expect(
      await db.selectFrom('sale').selectAll().where('subject', '=', meter).executeTakeFirst(),
    ).toMatchObject({ user_id: admin.user.id, cashier_name: 'Awa Sanneh', fee: 500, commission: 0 })
    await expectClean()
  })

  test('is refused if the float does not cover it, and nothing is written', async () => {
    const meter = newMeter()
    const id = await soldElsewhere(meter, 99_500)
    expect(await send(id, wish({ amount: '1000' }))).toMatchObject({ status: 200 })
    const other = await soldElsewhere(newMeter())
    expect(await send(other, wish())).toMatchObject({
      status: 422,
      body: {
        errors: {
          cashier: [
            'The float of Fatou Ceesay, GMD 1.50, does not cover GMD 100.00. Nothing was booked; load credit first, or book it on the house’s account.',
          ],
        },
      },
    })
    expect(await admin.call(api.bookings.show, { id: other, cashier: desk.cashier.user.id })).toMatchObject({
      float: { before: 150, after: -9_850 },
    })
    expect(await send(other, wish({ cashier: 'house' }))).toMatchObject({ status: 200 })
    await expectClean()
  })

  test.each([
    [{ amount: '94.99' }, 'amount', /^NAWEC received GMD 95.00: the customer cannot have paid less/],
    [{ amount: '0' }, 'amount', /^Amount must be above 0$/],
    [{ amount: '' }, 'amount', /^Amount is required$/],
    [{ reason: ' ' }, 'reason', /^Reason is required$/],
    [{ cashier: '' }, 'cashier', /^Cashier is required$/],
    [{ cashier: 'somebody' }, 'cashier', /^Cashier is not valid$/],
    [{ cashier: 999_999 }, 'cashier', /^There is no such cashier/],
    [{ cashier: -1 }, 'cashier', /^Cashier is not valid$/],
  ])('is refused with %j, beside its field', async (traits, field, message) => {
    const id = await soldElsewhere()
    const answer = await send(id, wish(traits))
    expect(answer.status).toBe(422)
    expect((answer.body as { errors: Record<string, string[]> }).errors[field]?.[0]).toMatch(message)
  })

  test('is refused for a cashier who is deleted, and for an Admin', async () => {
    const id = await soldElsewhere()
    const gone = await world.signIn({ name: 'Modou Jallow' })
    await db.updateTable('users').set({ deleted_at: clock.now() }).where('id', '=', gone.user.id).execute()
    for (const [who, what] of [
      [gone.user.id, 'Modou Jallow is deleted'],
      [second.user.id, 'Ebrima Camara is an Admin'],
    ] as const)
      expect(await send(id, wish({ cashier: who }))).toMatchObject({
        status: 422,
        body: { errors: { cashier: [expect.stringContaining(what) as string] } },
      })
  })

  test('whose token was sold here before is refused', async () => {
    const [meter, known] = [newMeter(), newMeter()]
    await desk.cashier.call(api.electricity.sell, { meter: known, amount: bututs(10_000), phone: '7712345' })
    const id = await soldElsewhere(meter)
    const theirs = world.utility.control.sales().find((sale) => sale.meter === meter)
    const kept = await db
      .selectFrom('sale')
      .selectAll()
      .where('subject', '=', known)
      .executeTakeFirstOrThrow()
    await alter(db, `update sale set tokens = '{${theirs?.creditTokens[0]}}' where id = ${kept.id}`)
    expect(await send(id, wish())).toMatchObject({
      status: 422,
      body: {
        message: expect.stringContaining(`sold here already, as sale ${kept.transaction_id}`) as string,
      },
    })
    await alter(db, `update sale set tokens = '{${kept.tokens.join()}}' where id = ${kept.id}`)
    await expectClean()
  })

  test('of a meter with an open sale waits until that sale has ended', async () => {
    const meter = newMeter()
    // Named as an order of ours, so that it is not taken for the open one.
    const id = await soldElsewhere(meter, 9_500, world.context.newReference(clock.now()))
    world.utility.control.failNext('sell', 'server error')
    await desk.cashier.call(api.electricity.sell, { meter, amount: bututs(20_000), phone: '7712345' })
    expect(await send(id, wish())).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('is still open here and may be this one') as string },
    })
    await world.recover()
    expect(await send(id, wish())).toMatchObject({ status: 200 })
    await expectClean()
  })

  test('is not booked from a difference that is settled, of another kind, or missing', async () => {
    const id = await soldElsewhere()
    await admin.call(api.enquiries.settle, { id, note: 'A trial of theirs' })
    expect(await send(id, wish())).toMatchObject({ status: 409 })
    expect(await admin.send('GET', `${API_BASE}reconciliation/${id}`)).toMatchObject({ status: 409 })
    expect(await send(999_999, wish())).toMatchObject({ status: 404 })
    await alter(
      db,
      `update difference set kind = 'amount differs', settled_at = null, settled_by = null where id = ${id}`,
    )
    expect(await send(id, wish())).toMatchObject({ status: 422 })
    await alter(db, `delete from difference where id = ${id}`)
  })

  test('is not booked while the utility does not answer, or no longer has it', async () => {
    const id = await soldElsewhere()
    world.utility.control.failNext('lookUp', 'server error')
    world.utility.control.failNext('customerEnquiry', 'server error')
    world.utility.control.failNext('customerEnquiry', 'server error')
    expect(await send(id, wish())).toMatchObject({ status: 503 })
    await alter(db, `update difference set reference = '5' where id = ${id}`)
    expect(await send(id, wish())).toMatchObject({
      status: 422,
      body: { message: 'NAWEC refused to show this sale: The payment does not exist.' },
    })
    expect(await readFloat()).toBe(100_000)
  })

  test('gets back the reference under which we ordered it, and the comparison then agrees', async () => {
    const meter = newMeter()
    const reference = world.context.newReference(clock.now())
    const id = await soldElsewhere(meter, 9_500, reference)
    expect(await admin.call(api.bookings.show, { id })).toMatchObject({ reference })
    expect(await send(id, wish())).toMatchObject({ status: 200, body: { reference } })
    const { body } = await desk.cashier.send('GET', `${API_BASE}transactions/${reference}/status`)
    expect(body).toMatchObject({ status: 'success', reference })
    const [day] = await compare()
    expect(day).toMatchObject({ otherSide: 'utility' })
    expect(
      (await db.selectFrom('vend').selectAll().where('reference', '=', reference).execute())[0],
    ).toMatchObject({
      state: 'confirmed',
      phone: '3901234',
      user_id: desk.cashier.user.id,
    })
    await expectClean()
  })

  test('whose reference is in use gets a new one, and the cashier who ordered it is suggested', async () => {
    const meter = newMeter()
    const { reference } = await desk.cashier.call(api.electricity.sell, {
      meter,
      amount: bututs(10_000),
      phone: '7712345',
    })
    clock.pass(1_000)
    const id = await soldElsewhere(meter, 9_500, reference)
    expect(await admin.call(api.bookings.show, { id })).toMatchObject({
      reference: null,
      suggestedCashier: desk.cashier.user.id,
    })
    const { body } = await send(id, wish())
    expect(body).toMatchObject({ state: 'booked', reference: expect.stringMatching(/^A\d{6}-/) as string })
    expect((body as { reference: string }).reference).not.toBe(reference)
    await expectClean()
  })
})
