import { API_BASE, api, bututs } from '@flexpower/contract'
import { fleetMeter, postpaidAccounts } from '@flexpower/simulator'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../runtime/clock.ts'
import { loadFloat } from '../../testing/make.ts'
import { alter } from '../../testing/tamper.ts'
import type { TestCaller } from '../../testing/world.ts'
import { openBookingDesk } from './testing/booking-desk.ts'

const desk = await openBookingDesk()
const {
  world,
  admin,
  second,
  newMeter,
  newName,
  soldElsewhere,
  compare,
  readDifference,
  findDifference,
  send,
  wish,
  readFloat,
  countSales,
  expectClean,
} = desk
const { db, clock } = world

const showDifference = (id: number) =>
  db.selectFrom('difference').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('above the limit', () => {
  test('a second Admin confirms, and nothing moves before that', async () => {
    await loadFloat(db, clock, desk.cashier.user.id, 200_000)
    const meter = newMeter()
    const id = await soldElsewhere(meter, 149_500)
    expect(await send(id, wish({ amount: '1500' }))).toMatchObject({
      status: 200,
      body: { state: 'waiting', reference: null },
    })
    expect(await send(id, wish({ amount: '1500' }))).toMatchObject({ status: 409 })
    expect(await readFloat()).toBe(300_000)
    const { reference } = await showDifference(id)
    expect((await readDifference(reference)).waiting).toMatchObject({
      askedBy: 'Awa Sanneh',
      cashierName: 'Fatou Ceesay',
      tendered: 150_000,
      fee: 500,
      isFeeOutsideBands: false,
      mayConfirm: false,
      confirmRefusal: 'You asked for this yourself, so a second Admin must confirm it. Nothing has moved.',
    })
    expect(await send(id, {}, admin, 'book/confirm')).toMatchObject({ status: 422 })
    expect(await send(id, { note: 'x' }, admin, 'settle')).toMatchObject({ status: 409 })
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(id, {}, second, 'book/confirm')))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
    expect(await readFloat()).toBe(150_150)
    expect(await countSales(meter)).toBe(1)
    expect(await readDifference(reference)).toMatchObject({ settledBy: 'Ebrima Camara', waiting: null })
    await expectClean()
  })

  test('an Admin created by the first one cannot confirm', async () => {
    const id = await soldElsewhere(newMeter(), 149_500)
    await send(id, wish({ amount: '1500' }))
    await admin.call(api.users.add, {
      name: 'Isatou Njie',
      email: 'isatou@example.gm',
      address: '3 Kairaba Avenue',
      location: 'Bakau',
      type: 'Admin',
      contractType: 'Commission',
      commissionPercent: 0,
      mayTakePostpaid: false,
      password: 'kora-at-sunset',
      yourPassword: admin.user.password,
    })
    const puppet = await world.enter('isatou@example.gm', 'kora-at-sunset')
    const readWaiting = async (by: TestCaller) =>
      (await by.call(api.enquiries.reconciliation, {})).differences.find((each) => each.id === id)?.waiting
    const refused = await send(id, {}, puppet, 'book/confirm')
    expect(refused).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('Awa Sanneh created your account') as string },
    })
    expect(await readWaiting(puppet)).toMatchObject({
      mayConfirm: false,
      confirmRefusal: (refused.body as { message: string }).message,
    })
    expect(await readWaiting(second)).toMatchObject({ mayConfirm: true, confirmRefusal: null })
    expect(await send(id, {}, second, 'book/decline')).toMatchObject({ status: 200 })
  })

  test('a declined booking can be asked for again', async () => {
    await loadFloat(db, clock, desk.cashier.user.id, 200_000)
    const id = await soldElsewhere(newMeter(), 149_500)
    await send(id, wish({ amount: '1500' }))
    expect(await send(id, {}, second, 'book/decline')).toMatchObject({ status: 200 })
    expect(await send(id, {}, second, 'book/confirm')).toMatchObject({ status: 409 })
    expect(await readFloat()).toBe(300_000)
    expect(await send(id, wish({ amount: '1500' }), second)).toMatchObject({ body: { state: 'waiting' } })
    expect(await send(id, {}, admin, 'book/confirm')).toMatchObject({ status: 200 })
    await expectClean()
  })
})

describe('a bill that only the utility has as paid', () => {
  test('is booked for what was paid, without a fee', async () => {
    const account = postpaidAccounts[0]?.account ?? ''
    const bill = await world.context.utility.bill(account)
    if (bill.kind !== 'accepted') throw new Error('no bill')
    const paid = await world.context.utility.payBill({
      reference: 'elsewhere-bill',
      account,
      amount: bututs(7_700),
      phone: '7712345',
      bill: bill.value,
    })
    if (paid.kind !== 'accepted') throw new Error('not paid')
    const { id, subject } = await findDifference(paid.value.utilityTransaction)
    expect(subject).toBe(account)
    expect(await admin.call(api.bookings.show, { id })).toMatchObject({
      theirs: { product: 'postpaid', subject: account, units: null, tokens: [] },
      tendered: 7_700,
      isTenderedFixed: true,
      fee: 0,
    })
    expect(await send(id, wish({ amount: '80' }))).toMatchObject({
      status: 422,
      body: { errors: { amount: [expect.stringContaining('The customer paid GMD 77.00') as string] } },
    })
    expect(await send(id, wish({ amount: '77' }))).toMatchObject({ status: 200 })
    expect(await readFloat()).toBe(92_300)
    const [payment] = await admin.call(api.postpaid.list, {})
    expect(payment).toMatchObject({
      accountReference: account,
      tendered: 7_700,
      vended: 7_700,
      receiptToken: paid.value.receipt,
      dueAfter: paid.value.dueAfter,
      customerName: bill.value.customerName,
      // The utility's record does not have it.
      serviceAddress: '',
    })
    await expectClean()
  })
})

describe('airtime that only the aggregator has', () => {
  const topUp = async (phone: string) => {
    const order = { reference: newName(), operator: 'QCell' as const, phone }
    const done = await world.context.airtime?.topUp({ ...order, amount: bututs(5_000) })
    return done?.kind === 'accepted' ? done.value.transaction : ''
  }

  test('is booked for what the phone received, with the discount as the fee', async () => {
    const transaction = await topUp('3123456')
    const { id } = await findDifference(transaction)
    expect(await admin.call(api.bookings.show, { id, cashier: desk.cashier.user.id })).toMatchObject({
      theirs: { product: 'airtime', subject: '3123456', customerName: 'QCell', amount: 5_000, tokens: [] },
      tendered: 5_000,
      isTenderedFixed: true,
      fee: 200,
      commission: 0,
      float: { before: 0, after: -5_000 },
    })
    expect(await send(id, wish({ amount: '50' }))).toMatchObject({
      status: 422,
      body: {
        errors: {
          cashier: [expect.stringContaining('The airtime float of Fatou Ceesay, GMD 0.00') as string],
        },
      },
    })
    await loadFloat(db, clock, desk.cashier.user.id, 8_000, 'airtime')
    expect(await send(id, wish({ amount: '50' }))).toMatchObject({ status: 200 })
    const [sale] = await admin.call(api.airtime.list, {})
    expect(sale).toMatchObject({
      phone: '3123456',
      operator: 'QCell',
      tendered: 5_000,
      vended: 4_800,
      cashierName: 'Fatou Ceesay',
      at: clock.now(),
    })
    expect((await admin.call(api.users.overview, { id: desk.cashier.user.id })).user).toMatchObject({
      airtimeFloat: 3_000,
      electricityFloat: 100_000,
    })
    await compare()
    expect(await readDifference(transaction)).toMatchObject({ settledBy: 'Awa Sanneh' })
    await expectClean()
  })

  test('is not booked from a top-up that the aggregator does not know', async () => {
    const { id } = await findDifference(await topUp('3123457'))
    world.airtime.control.failNext('status', 'server error')
    expect(await send(id, wish({ amount: '50' }))).toMatchObject({ status: 503 })
    await alter(db, `update difference set reference = '5' where id = ${id}`)
    expect(await send(id, wish({ amount: '50' }))).toMatchObject({
      status: 422,
      body: {
        message: expect.stringMatching(/^The airtime aggregator refused to show this sale/) as string,
      },
    })
  })
})

test('the books stay right, whatever is sold and booked in whatever order', async () => {
  const move = fc.record({
    kind: fc.constantFrom('sell' as const, 'lose' as const, 'book' as const),
    meter: fc.nat(2),
    amount: fc.integer({ min: 50, max: 900 }),
    isOnTheHouse: fc.boolean(),
    isFeeByBand: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 8 }), async (moves) => {
      const open: number[] = []
      for (const { kind, meter, amount, isOnTheHouse, isFeeByBand } of moves) {
        const subject = fleetMeter(5_000 + meter)
        if (kind === 'sell')
          await desk.cashier.send('POST', `${API_BASE}transactions`, {
            body: { meter_number: subject, amount, telephone: '7712345' },
            headers: { 'idempotency-key': newName() },
          })
        else if (kind === 'lose') open.push(await soldElsewhere(subject, amount * 100))
        else {
          const id = open.shift()
          if (id === undefined) continue
          const { theirs, tendered } = await admin.call(api.bookings.show, { id })
          const paid = isFeeByBand && tendered !== null ? tendered : theirs.amount + 300
          await send(id, wish({ amount: paid / 100, ...(isOnTheHouse && { cashier: 'house' }) }))
          await send(id, {}, second, 'book/confirm')
        }
        clock.pass(HOUR_MS / 4)
      }
      await expectClean()
    }),
    { numRuns: 12, seed: 20261116 },
  )
})
