import { api, type OtherSide } from '@flexpower/contract'
import { beforeEach, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../runtime/clock.ts'
import { makeSales, makeUser } from '../testing/make.ts'
import { alter } from '../testing/tamper.ts'
import { createWorld } from '../testing/world.ts'
import { readBalancesDue } from './balances.ts'

const world = await createWorld({
  env: { FLEXPOWER_ALERT_PHONE: '+2207712345', FLEXPOWER_UTILITY_WARN_BELOW: '3 days, 1 day' },
})
const { db, clock, context, utility, airtime } = world
const admin = await world.signIn({ type: 'Admin', email: 'owner@example.gm', remember: true })
const { id: cashier } = await makeUser(db, clock)
/** What the utility receives on each of the last seven days: GMD 100.00. */
const PACE = 10_000

/** A little later, so that the next reading is due. */
async function read(balance: number | null): Promise<void> {
  clock.pass(5 * MINUTE_MS)
  if (balance === null) utility.control.failNext('vendorInfo', 'server error')
  else await utility.control.setBalance(balance)
  await readBalancesDue(context)
}

const balanceAt = async (otherSide: OtherSide) =>
  (await admin.call(api.vendor.balances, {})).find((each) => each.otherSide === otherSide)

/** Messages since the last call. */
async function readMessages(): Promise<string[]> {
  const rows = await db.deleteFrom('outbox').returning(['channel', 'recipient', 'subject', 'body']).execute()
  return rows.map(({ channel, recipient, subject, body }) => `${channel} ${recipient}: ${subject || body}`)
}

async function sellAtPace(tendered = PACE): Promise<void> {
  await db.deleteFrom('sale_day').execute()
  const days = Array.from({ length: 7 }, (_, ago) => new Date(clock.now().getTime() - (ago + 1) * DAY_MS))
  await db
    .insertInto('sale_day')
    .values(
      days.map((at) => ({
        product: 'electricity' as const,
        day: at.toISOString().slice(0, 10) as never,
        user_id: cashier,
        location: 'Banjul',
        sales: 1,
        tendered: (tendered + 500) as never,
        fees: 500 as never,
        commissions: 0 as never,
      })),
    )
    .execute()
}

beforeEach(async () => {
  for (const table of ['alert', 'account_balance', 'outbox'] as const) await db.deleteFrom(table).execute()
  await sellAtPace()
})

test('both balances are stored with their time and how long they last', async () => {
  await read(10 * PACE)
  expect(await balanceAt('utility')).toEqual({
    otherSide: 'utility',
    amount: 10 * PACE,
    currency: 'GMD',
    lastsDays: 10,
    state: 'enough',
    readAt: clock.now(),
  })
  // Nothing was sold from it: there is no pace, and so no runway.
  expect(await balanceAt('airtime')).toMatchObject({
    amount: airtime.control.balance(),
    lastsDays: null,
    state: 'enough',
  })
  expect(await readMessages()).toEqual([])
})

test('a warning is sent once for each threshold, by mail and SMS, however often the balance is read', async () => {
  await read(2 * PACE)
  expect(await readMessages()).toEqual([
    'mail owner@example.gm: FlexPower: NAWEC balance is low',
    'sms +2207712345: FlexPower: NAWEC balance is low. GMD 200.00 lasts about 2 days at this pace. Load the account before it is used up.',
  ])
  await read(1.5 * PACE)
  expect(await readMessages()).toEqual([])
  await read(0.5 * PACE)
  expect(await readMessages()).toEqual([
    'mail owner@example.gm: FlexPower: NAWEC balance is very low',
    'sms +2207712345: FlexPower: NAWEC balance is very low. GMD 50.00 lasts less than a day at this pace. Load the account before it is used up.',
  ])
  await read(0.25 * PACE)
  expect(await readMessages()).toEqual([])
  expect(await admin.call(api.vendor.alerts, {})).toMatchObject([
    {
      subject: 'utility balance',
      isUrgent: true,
      title: 'NAWEC balance is very low',
      text: 'GMD 25.00 lasts less than a day at this pace. Load the account before it is used up.',
    },
  ])
})

test('a loaded account is warned about again the next time', async () => {
  await read(2 * PACE)
  await read(20 * PACE)
  expect(await admin.call(api.vendor.alerts, {})).toEqual([])
  await readMessages()
  await read(2 * PACE)
  expect(await readMessages()).toHaveLength(2)
})

test('an account that was loaded a little goes back to the first threshold, and the second one warns again', async () => {
  await read(0.5 * PACE)
  await readMessages()
  await read(2 * PACE)
  expect(await admin.call(api.vendor.alerts, {})).toMatchObject([
    { isUrgent: false, title: 'NAWEC balance is low' },
  ])
  expect(await readMessages()).toEqual([])
  await read(0.5 * PACE)
  expect(await readMessages()).toHaveLength(2)
})

test('slower sales alone do not end a warning, so one account that was never loaded is not warned about twice', async () => {
  await read(2 * PACE)
  await sellAtPace(PACE / 10)
  await read(2 * PACE)
  expect(await admin.call(api.vendor.alerts, {})).toHaveLength(1)
  await sellAtPace()
  await readMessages()
  await read(2 * PACE - 1)
  expect(await readMessages()).toEqual([])
})

test('several processes read a balance once, and only when it is due', async () => {
  clock.pass(5 * MINUTE_MS)
  await utility.control.setBalance(2 * PACE)
  const before = utility.control.seen('vendorInfo')
  await Promise.all(Array.from({ length: 4 }, () => readBalancesDue(context)))
  await readBalancesDue(context)
  expect(utility.control.seen('vendorInfo') - before).toBe(1)
  expect(await readMessages()).toHaveLength(2)
})

test('a balance that cannot be read is not zero: the last one stays, with its age, and no warning is sent', async () => {
  await read(10 * PACE)
  const readAt = clock.now()
  clock.pass(HOUR_MS)
  await read(null)
  expect(await balanceAt('utility')).toMatchObject({ amount: 10 * PACE, readAt, state: 'enough' })
  expect(await readMessages()).toEqual([])
})

test('a balance that could never be read says so', async () => {
  await read(null)
  expect(await balanceAt('utility')).toMatchObject({
    amount: null,
    readAt: null,
    lastsDays: null,
    state: 'enough',
  })
})

test('an empty account is reported even if nothing was sold lately', async () => {
  await db.deleteFrom('sale_day').execute()
  await read(0)
  expect((await readMessages())[1]).toContain('NAWEC balance is used up. GMD 0.00 is left.')
})

test('the runway of an account in another currency follows what the last sales cost there', async () => {
  const body = {
    balance: 25,
    currencyCode: 'USD',
    currencyName: 'US Dollar',
    updatedAt: '2026-11-14 09:00:00',
  }
  const readDollars = async () => {
    clock.pass(5 * MINUTE_MS)
    airtime.control.failNext('balance', { status: 200, body: JSON.stringify(body) })
    await readBalancesDue(context)
  }
  await readDollars()
  expect(await balanceAt('airtime')).toMatchObject({ amount: 2_500, currency: 'USD', lastsDays: null })
  // Ten sales of GMD 95.00 yesterday that cost USD 1.25 each: 10 a week, so USD 25.00 last two weeks.
  clock.pass(-DAY_MS)
  await makeSales(db, clock, { userId: cashier, count: 10, product: 'airtime' })
  clock.pass(DAY_MS)
  await alter(
    db,
    `update sale set details = details || '{"cost":{"currency":"USD","cost":1.25}}' where product = 'airtime'`,
  )
  await readDollars()
  const account = await balanceAt('airtime')
  expect(account).toMatchObject({ amount: 2_500, currency: 'USD', state: 'enough' })
  expect(account?.lastsDays).toBeCloseTo(14, 2)
})
