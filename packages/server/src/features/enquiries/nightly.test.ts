import { api, bututs, type Day, toDay, type OtherSide } from '@flexpower/contract'
import { fleetMeter } from '@flexpower/simulator'
import { expect, test } from 'vitest'
import { assemble } from '../../app.ts'
import { DAY_MS, MINUTE_MS } from '../../runtime/clock.ts'
import { openDb } from '../../db/db.ts'
import { loadFloat } from '../../testing/make.ts'
import { createWorld } from '../../testing/world.ts'
import { compareDue, startNightlyComparison } from './nightly.ts'

const world = await createWorld()
const { db, clock, utility, airtime, context } = world
const admin = await world.signIn({ type: 'Admin', remember: true })
const cashier = await world.signIn({ remember: true })
await loadFloat(db, clock, cashier.user.id, 1_000_000)

let meters = 0
const sell = () =>
  cashier.call(api.electricity.sell, {
    meter: fleetMeter(meters++),
    amount: bututs(10_000),
    phone: '7712345',
  })
const dayBefore = (days: number) => toDay(new Date(clock.now().getTime() - days * DAY_MS))
const nextDayAt = (time: string) =>
  clock.pass(Date.parse(`${dayBefore(0)}T${time}Z`) + DAY_MS - clock.now().getTime())
const listDays = (compared: readonly { otherSide: OtherSide; day: Day }[], side: OtherSide = 'utility') =>
  compared.filter(({ otherSide }) => otherSide === side).map(({ day }) => day)
const compareNow = async (from = context) => listDays(await compareDue(from))
const compared = async () => listDays((await admin.call(api.enquiries.reconciliation, {})).days)

test('the day that has ended is compared at night, once, by two processes together', async () => {
  await sell()
  const { db: secondDb, close } = openDb({ url: world.databaseUrl, onConnectionLost: () => {} })
  const second = assemble({ ...context, db: secondDb })
  nextDayAt('00:10:00')
  // A sale of the day's last moment may not be in the books yet; the day before the first is due at any time.
  expect(await compareNow(context)).toEqual([dayBefore(2)])
  clock.pass(6 * MINUTE_MS)
  const asked = utility.control.seen('shiftEnquiry')
  const looks = await Promise.all([
    compareNow(context),
    compareNow(second),
    compareNow(context),
    compareNow(second),
  ])
  expect(looks.flat()).toEqual([dayBefore(1)])
  expect(utility.control.seen('shiftEnquiry')).toBe(asked + 1)
  expect(await compareNow(second)).toEqual([])
  await close()
  expect(await compared()).toEqual([dayBefore(1), dayBefore(2)])
})

test('a comparison during the day does not count as the nightly one', async () => {
  nextDayAt('12:00:00')
  expect(await compareNow(context)).toEqual([dayBefore(1)])
  await admin.call(api.enquiries.compare, { day: dayBefore(0) })
  expect(await compareNow(context)).toEqual([])
  nextDayAt('01:00:00')
  expect(await compareNow(context)).toEqual([dayBefore(1)])
})

test('what fails is logged and tried again, and missed days are made up for', async () => {
  clock.pass(3 * DAY_MS)
  utility.control.failNext('shiftEnquiry', 'server error')
  expect(await compareNow(context)).toEqual([dayBefore(2), dayBefore(1)])
  expect(world.logLines.join('')).toContain('a day could not be compared, it is tried again')
  expect(await compareNow(context)).toEqual([dayBefore(3)])
  expect(await compareNow(context)).toEqual([])
})

test('each side is compared separately: one that cannot be asked does not stop the other', async () => {
  clock.pass(DAY_MS)
  airtime.control.failNext('report', 'server error')
  expect(await compareDue(context)).toEqual([{ otherSide: 'utility', day: dayBefore(1) }])
  expect(await compareDue(context)).toEqual([{ otherSide: 'airtime', day: dayBefore(1) }])
  clock.pass(DAY_MS)
  expect(await compareDue({ ...context, airtime: null })).toEqual([
    { otherSide: 'utility', day: dayBefore(1) },
  ])
  expect(listDays(await compareDue(context), 'airtime')).toEqual([dayBefore(1)])
})

test('differences found at night are logged for monitoring', async () => {
  const amount = bututs(10_000)
  const meter = fleetMeter(900)
  const quote = await context.utility.quote(meter, amount)
  if (quote.kind !== 'accepted') throw new Error('no quote')
  await context.utility.sell({ reference: 'elsewhere', meter, amount, phone: '3901234', quote: quote.value })
  clock.pass(DAY_MS)
  await compareNow(context)
  expect(world.logLines.join('')).toContain('do not agree')
})

test('the job runs by itself, and no longer once it is stopped', async () => {
  clock.pass(DAY_MS)
  const stop = startNightlyComparison(context, 20)
  await expect.poll(async () => (await compared())[0]).toBe(dayBefore(1))
  await stop()
  clock.pass(DAY_MS)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect((await compared())[0]).toBe(dayBefore(2))
})
