import { api, bututs, formatGmd } from '@flexpower/contract'
import { describe, expect, test } from 'vitest'
import { loadFloat } from '../../testing/make.ts'
import { alter } from '../../testing/tamper.ts'
import { openBookingDesk } from './testing/booking-desk.ts'

const desk = await openBookingDesk()
const { world, admin, second, soldElsewhere, readDifference, send, wish, readFloat, expectClean } = desk
const { db } = world

const readReference = async (id: number) =>
  (await db.selectFrom('difference').select('reference').where('id', '=', id).executeTakeFirstOrThrow())
    .reference
const readBookings = (id: number) =>
  db.selectFrom('booking').selectAll().where('difference_id', '=', id).orderBy('id').execute()

/** The utility received GMD 95.00; the bands give a fee of GMD 5.00 on GMD 100.00. */
describe('a fee that no band gives', () => {
  test.each([
    ['a fee above it', '101', 600],
    ['no fee at all', '95', 0],
    ['most of what was paid', '1000', 90_500],
  ])('is shown before it is asked for: %s', async (_, amount, fee) => {
    const id = await soldElsewhere()
    const tendered = bututs(Number(amount) * 100)
    expect(await admin.call(api.bookings.show, { id, tendered })).toMatchObject({
      fee,
      isFeeOutsideBands: true,
      needsSecondAdmin: true,
    })
    expect(await send(id, wish({ amount }))).toMatchObject({
      status: 200,
      body: {
        state: 'waiting',
        reference: null,
        message: `No fee band gives a fee of ${formatGmd(bututs(fee))} for this amount. A second Admin must confirm it. Nothing has moved yet.`,
      },
    })
    expect(await readFloat()).toBe(100_000)
    expect(await readBookings(id)).toMatchObject([{ needs_two: true, state: 'waiting', fee }])
    expect((await readDifference(await readReference(id))).waiting).toMatchObject({
      tendered,
      fee,
      isFeeOutsideBands: true,
    })
  })

  test('is booked once a second Admin confirms it, and the audit says that no band gave it', async () => {
    const id = await soldElsewhere()
    await send(id, wish({ amount: '101' }))
    expect(await send(id, {}, admin, 'book/confirm')).toMatchObject({ status: 422 })
    expect(await send(id, {}, second, 'book/confirm')).toMatchObject({ status: 200 })
    expect(await readFloat()).toBe(90_080)
    expect(await desk.readActs(id)).toMatchObject([
      {
        deed: 'asked to book a sale',
        user_name: 'Awa Sanneh',
        after: { amount: 'GMD 101.00', fee: 'GMD 6.00, which no fee band gives' },
      },
      {
        deed: 'booked a sale',
        user_name: 'Ebrima Camara',
        after: { amount: 'GMD 101.00', fee: 'GMD 6.00, which no fee band gives' },
      },
    ])
    await expectClean()
  })

  test('does not stop an Admin who is alone from booking the amount that the bands give', async () => {
    const id = await soldElsewhere()
    await send(id, wish({ amount: '101' }))
    expect(await send(id, {}, admin, 'book/decline')).toMatchObject({ status: 200 })
    expect(await send(id, wish())).toMatchObject({ status: 200, body: { state: 'booked' } })
    expect((await readBookings(id)).map(({ state, needs_two: two }) => [state, two])).toEqual([
      ['declined', true],
      ['booked', false],
    ])
    await expectClean()
  })

  test('is decided by the bands of the moment: a band that was changed since the offer counts', async () => {
    const id = await soldElsewhere()
    expect(await admin.call(api.bookings.show, { id })).toMatchObject({ tendered: 10_000 })
    await alter(db, `update charge set fee = 600`)
    expect(await send(id, wish())).toMatchObject({ body: { state: 'waiting' } })
    await alter(db, `update charge set fee = 500`)
  })
})

test('the fee by the bands needs no second Admin, and the audit says nothing about bands', async () => {
  const id = await soldElsewhere()
  expect(await admin.call(api.bookings.show, { id })).toMatchObject({
    isFeeOutsideBands: false,
    needsSecondAdmin: false,
  })
  expect(await send(id, wish())).toMatchObject({ body: { state: 'booked' } })
  expect(await desk.readActs(id)).toMatchObject([{ deed: 'booked a sale', after: { fee: 'GMD 5.00' } }])
})

test('above the limit the second Admin sees that the fee is by the bands', async () => {
  await loadFloat(db, world.clock, desk.cashier.user.id, 200_000)
  const id = await soldElsewhere(undefined, 149_500)
  expect(await send(id, wish({ amount: '1500' }))).toMatchObject({
    body: { message: 'A second Admin must confirm GMD 1,500.00. Nothing has moved yet.' },
  })
  expect((await readDifference(await readReference(id))).waiting).toMatchObject({
    fee: 500,
    isFeeOutsideBands: false,
  })
})

test('a second Admin confirms the fee that was shown, not one that has changed since', async () => {
  const id = await soldElsewhere()
  await send(id, wish({ amount: '101' }))
  await alter(db, `update booking set fee = 700 where difference_id = ${id}`)
  expect(await send(id, {}, second, 'book/confirm')).toMatchObject({
    status: 409,
    body: {
      message:
        'The fee is GMD 6.00 now; GMD 7.00 was asked for. Nothing was booked; decline this booking and book the sale again.',
    },
  })
  expect(await readFloat()).toBe(100_000)
})
