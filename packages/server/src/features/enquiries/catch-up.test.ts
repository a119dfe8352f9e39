import { api, bututs, toDay, formatEpoch } from '@flexpower/contract'
import { fleetMeter } from '@flexpower/simulator'
import { beforeEach, expect, test } from 'vitest'
import { assemble } from '../../app.ts'
import { after, DAY_MS, HOUR_MS } from '../../runtime/clock.ts'
import { inTransaction, openDb } from '../../db/db.ts'
import { beginEpoch, readEpoch } from '../../sales/epoch.ts'
import { loadFloat } from '../../testing/make.ts'
import { createWorld } from '../../testing/world.ts'
import { catchUp, startCatchUp } from './catch-up.ts'

const world = await createWorld()
const { db, clock, utility, airtime, context } = world
await context.epochs.look()
const admin = await world.signIn({ type: 'Admin', remember: true })
const cashier = await world.signIn({ remember: true })
await loadFloat(db, clock, cashier.user.id, 1_000_000)

let serial = 0
const sell = () =>
  cashier.call(api.electricity.sell, {
    meter: fleetMeter((serial += 1)),
    amount: bututs(10_000),
    phone: '7712345',
  })

/** Sales that the other sides have, and that our books lost when they went back. */
async function sellAndLose(): Promise<void> {
  const amount = bututs(10_000)
  const meter = fleetMeter((serial += 1))
  const quote = await context.utility.quote(meter, amount)
  if (quote.kind !== 'accepted') throw new Error('no quote')
  const reference = `lost-${serial}`
  await context.utility.sell({ reference, meter, amount, phone: '3901234', quote: quote.value })
  await context.airtime?.topUp({ reference, operator: 'QCell', phone: '3012345', amount })
}

/** As a restore writes it. */
async function restore(hoursAgo: number): Promise<number> {
  const [last, at] = [await readEpoch(db), clock.now()]
  const booksUntil = after(at, -hoursAgo * HOUR_MS)
  return inTransaction(db, (tx) => beginEpoch(tx, { last, at, cause: 'restored', booksUntil }))
}

const progress = () => admin.call(api.enquiries.catchUp, {})
const openDifferences = async () =>
  (await admin.call(api.enquiries.reconciliation, {})).differences.filter(
    ({ settledAt }) => settledAt === null,
  )
const settleAll = async () => {
  for (const { id } of await openDifferences())
    await admin.call(api.enquiries.settle, { id, note: 'Booked by hand' })
}
const asked = () => utility.control.seen('shiftEnquiry') + airtime.control.seen('report')

beforeEach(() => clock.pass(5 * DAY_MS))

test('where the books never went back there is nothing to catch up', async () => {
  const before = asked()
  await catchUp(context)
  expect(asked()).toBe(before)
  expect(await progress()).toBeNull()
  expect((await admin.send('GET', '/flexpower/api/reconciliation/catch-up')).body).toEqual({ data: null })
})

test('after a restore every day since the backup is compared with both sides, once, until everything is settled', async () => {
  await sellAndLose()
  clock.pass(2 * DAY_MS)
  await sell()
  await sellAndLose()
  const epoch = await restore(49)
  const told = {
    epoch,
    cause: 'restored',
    booksUntil: after(clock.now(), -49 * HOUR_MS),
    startedAt: clock.now(),
    days: 3,
  }
  expect(await progress()).toEqual({ ...told, daysCompared: 0, openDifferences: 0 })
  await catchUp(context)
  expect(await progress()).toEqual({ ...told, daysCompared: 3, openDifferences: 4 })
  expect((await openDifferences()).map(({ otherSide, day, kind }) => [otherSide, day, kind])).toEqual(
    expect.arrayContaining(
      [toDay(told.booksUntil), toDay(clock.now())].flatMap((day) => [
        ['utility', day, 'not in our books'],
        ['airtime', day, 'not in our books'],
      ]),
    ),
  )
  expect((await admin.send('GET', '/flexpower/api/reconciliation/catch-up')).body).toEqual({
    data: {
      epoch,
      cause: 'restored',
      books_until: told.booksUntil.toISOString(),
      started_at: told.startedAt.toISOString(),
      days: 3,
      days_compared: 3,
      open_differences: 4,
    },
  })
  const before = asked()
  clock.pass(HOUR_MS)
  await catchUp(context)
  expect(asked()).toBe(before)
  expect(await readEpoch(db)).toMatchObject({ number: epoch, caught_up_at: null })

  await settleAll()
  await Promise.all([catchUp(context), catchUp(context)])
  expect(await progress()).toBeNull()
  expect(await readEpoch(db)).toMatchObject({ number: epoch, caught_up_at: clock.now() })
  const acts = await db.selectFrom('act').selectAll().where('record', '=', `epoch/${epoch}`).execute()
  expect(acts).toMatchObject([
    { user_id: null, deed: 'brought the books up to date', title: `epoch ${formatEpoch(epoch)}, restored` },
  ])
})

test('a day that was compared before the books went back is compared again', async () => {
  const today = toDay(clock.now())
  await admin.call(api.enquiries.compare, { day: today })
  clock.pass(HOUR_MS)
  await sellAndLose()
  await restore(2)
  await catchUp(context)
  expect(await progress()).toMatchObject({ days: 1, daysCompared: 1, openDifferences: 2 })
  await settleAll()
  await catchUp(context)
  expect(await progress()).toBeNull()
})

test('a side that does not answer is asked again later, and the other one does not wait for it', async () => {
  clock.pass(2 * DAY_MS)
  const epoch = await restore(25)
  utility.control.failNext('shiftEnquiry', 'server error')
  await catchUp(context)
  expect(await progress()).toMatchObject({ days: 2, daysCompared: 0 })
  const { days } = await admin.call(api.enquiries.reconciliation, {})
  const since = days.filter(({ at }) => at >= clock.now())
  expect(since.map(({ otherSide }) => otherSide)).toEqual(['airtime', 'airtime'])
  expect(world.logLines.join('')).toContain('since the books went back could not be compared')
  await catchUp(context)
  expect(await progress()).toBeNull()
  expect(await readEpoch(db)).toMatchObject({ number: epoch, caught_up_at: clock.now() })
})

test('books that went back twice are caught up from the earliest moment, by two processes together', async () => {
  const { db: secondDb, close } = openDb({ url: world.databaseUrl, onConnectionLost: () => {} })
  const second = assemble({ ...context, db: secondDb })
  clock.pass(2 * DAY_MS)
  await restore(50)
  clock.pass(HOUR_MS)
  await restore(1)
  expect(await progress()).toMatchObject({ days: 3, daysCompared: 0 })
  // The access token has expired meanwhile, which would cost one more request.
  await context.utility.vendorInfo()
  const before = asked()
  await Promise.all([catchUp(context), catchUp(second), catchUp(context), catchUp(second)])
  expect(asked() - before).toBe(6)
  await catchUp(second)
  await close()
  expect(await progress()).toBeNull()
  const open = await db.selectFrom('epoch').select('number').where('caught_up_at', 'is', null).execute()
  expect(open).toEqual([])
})

test('the job runs by itself as soon as it is started', async () => {
  await restore(1)
  const stop = startCatchUp(context, 20)
  await expect.poll(async () => (await readEpoch(db))?.caught_up_at ?? null).not.toBeNull()
  await stop()
})
