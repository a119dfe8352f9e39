import { api, bututs, type Day, toDay } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../runtime/clock.ts'
import { loadFloat } from '../../testing/make.ts'
import { alter } from '../../testing/tamper.ts'
import { createWorld } from '../../testing/world.ts'
import { compareDay } from './compare-day.ts'

const world = await createWorld()
const { db, clock, airtime, context } = world
const admin = await world.signIn({ type: 'Admin', remember: true })
const cashier = await world.signIn({ remember: true })
await loadFloat(db, clock, cashier.user.id, 10_000_000, 'airtime')

let phones = 0
const newPhone = () => `3${String(100_000 + (phones += 1))}`
const sell = (phone = newPhone()) =>
  cashier.call(api.airtime.sell, { phone, amount: bututs(10_000), operator: 'QCell' })
/** As if somebody had used our credentials, or our books had lost the sale. */
const sellElsewhere = (phone: string, reference = 'elsewhere') =>
  context.airtime?.topUp({ reference, operator: 'QCell', phone, amount: bututs(10_000) })
const today = () => toDay(clock.now())
const nextDayAt = (time: string) =>
  clock.pass(Date.parse(`${today()}T${time}Z`) + DAY_MS - clock.now().getTime())
const compare = (day: Day = today()) => compareDay(context, 'airtime', day)
const openOnes = async (day: Day = today()) =>
  (await admin.call(api.enquiries.reconciliation, {})).differences
    .filter((each) => each.day === day && each.settledAt === null)
    .map(({ otherSide, kind, subject, ours, theirs }) => [otherSide, kind, subject, ours, theirs])

/** What the report says about the top-ups so far, changed before it arrives. */
function reportInstead(change: (row: Record<string, unknown>) => object) {
  const rows = airtime.control.sales().map((topUp) => ({
    transactionId: Number(topUp.transactionId),
    status: topUp.status,
    customIdentifier: topUp.customIdentifier,
    recipientPhone: `220${topUp.phone}`,
    requestedAmount: topUp.amount / 100,
    requestedAmountCurrencyCode: 'GMD',
    deliveredAmount: topUp.amount / 100,
    deliveredAmountCurrencyCode: 'GMD',
    transactionDate: new Date(topUp.at).toISOString().slice(0, 19).replace('T', ' '),
    balanceInfo: null,
  }))
  const body = JSON.stringify({ content: rows.map(change), totalElements: rows.length })
  airtime.control.failNext('report', { status: 200, body })
}

test('a day on which the aggregator and we agree has no differences, whatever failed or is still pending', async () => {
  await Promise.all([sell(), sell(), sell()])
  // Failed at once, refunded at once, and still being processed.
  for (const phone of ['3990005', '3990006']) await expect(sell(phone)).rejects.toThrow('could not deliver')
  await sell('3990004')
  expect(await compare()).toEqual({
    otherSide: 'airtime',
    day: today(),
    at: clock.now(),
    ours: 3,
    theirs: 4,
    differences: 0,
    settled: 0,
    ambiguous: 0,
  })
})

test('what either side lacks is listed, with the phone number and the amount', async () => {
  nextDayAt('09:00:00')
  const [stranger, given] = [newPhone(), newPhone()]
  await sell()
  await sellElsewhere(stranger)
  const { reference } = await sell(given)
  // Their number is a different one: they have two top-ups for our one order, or ours is missing.
  await alter(
    db,
    `update sale set details = details || '{"transaction": "1"}' where transaction_id = '${reference}'`,
  )
  expect(await compare()).toMatchObject({ ours: 2, theirs: 3, differences: 3 })
  const found = await openOnes()
  expect(found).toHaveLength(3)
  expect(found).toEqual(
    expect.arrayContaining([
      ['airtime', 'not in our books', stranger, null, 10_000],
      ['airtime', 'not in our books', given, null, 10_000],
      ['airtime', 'not on the other side', given, 10_000, null],
    ]),
  )
})

test('a sale that an Admin confirmed by hand and the operator gave up is not on the other side', async () => {
  nextDayAt('09:00:00')
  await sell('3990002')
  const [open] = await admin.call(api.sales.open, {})
  await alter(db, `update vend set state = 'manual' where id = ${open?.id}`)
  await admin.call(api.sales.decide, { id: open?.id ?? 0, outcome: 'confirmed', reason: 'By telephone' })
  // While it is pending there, it is not delivered either.
  expect(await compare()).toMatchObject({ ours: 1, theirs: 0, differences: 1 })
  clock.pass(10_000)
  expect(await compare()).toMatchObject({ ours: 1, theirs: 0, differences: 1 })
  expect(await openOnes()).toEqual([['airtime', 'not on the other side', '3990002', 10_000, null]])
})

test('a smaller delivery, and a different amount ordered, are differences of the amount', async () => {
  nextDayAt('09:00:00')
  const [short, other, dollars, rounded] = [newPhone(), newPhone(), newPhone(), newPhone()]
  for (const phone of [short, other, dollars, rounded]) await sell(phone)
  const changes: Record<string, object | undefined> = {
    [`220${short}`]: { deliveredAmount: 95, discount: 3.8, balanceInfo: { cost: 91.2, currencyCode: 'GMD' } },
    [`220${other}`]: { requestedAmount: 200 },
    // An account in another currency reports orders in that currency.
    [`220${dollars}`]: { requestedAmount: 1.42, requestedAmountCurrencyCode: 'USD' },
    // Ordered in that currency, rounded up to the cent.
    [`220${rounded}`]: { requestedAmount: 1.43, requestedAmountCurrencyCode: 'USD', deliveredAmount: 100.6 },
  }
  reportInstead((row) => ({ ...row, ...changes[String(row['recipientPhone'])] }))
  expect(await compare()).toMatchObject({ ours: 4, theirs: 4, differences: 2 })
  expect(await openOnes()).toEqual(
    expect.arrayContaining([
      ['airtime', 'amount differs', short, 10_000, 9_500],
      ['airtime', 'amount differs', other, 10_000, 20_000],
    ]),
  )
  const { differences } = await admin.call(api.enquiries.reconciliation, {})
  expect(differences.find(({ subject }) => subject === short)).toMatchObject({
    ourCost: { currency: 'GMD', cost: 96, discount: 4, rate: 1 },
    theirCost: { currency: 'GMD', cost: 91.2, discount: 3.8, rate: 0.95 },
  })
})

test('a top-up of ours for a different number is missing on both sides', async () => {
  nextDayAt('09:00:00')
  const phone = newPhone()
  await sell(phone)
  reportInstead((row) =>
    row['recipientPhone'] === `220${phone}` ? { ...row, recipientPhone: '2203999999' } : row,
  )
  // The reports of the days around it are read too before it is called missing.
  expect(await compare()).toMatchObject({ differences: 2 })
  expect((await openOnes()).map(([, kind, subject]) => [kind, subject])).toEqual(
    expect.arrayContaining([
      ['not in our books', '3999999'],
      ['not on the other side', phone],
    ]),
  )
})

test('a number that was erased here is still the same top-up there', async () => {
  nextDayAt('09:00:00')
  const phone = newPhone()
  await sell(phone)
  const { password } = admin.user
  await admin.call(api.customers.erase, { phone, dryRun: false, password })
  expect(await compare()).toMatchObject({ ours: 1, theirs: 1, differences: 0 })
})

test('an order that was given up a day later although it was delivered is found then', async () => {
  nextDayAt('10:00:00')
  const sentOn = today()
  await sell('3990027')
  nextDayAt('10:00:00')
  expect(await compare(sentOn)).toMatchObject({ ours: 0, theirs: 1, differences: 0 })
  const open = (await admin.call(api.sales.open, {})).find(({ subject }) => subject === '3990027')
  await alter(db, `update vend set state = 'manual' where id = ${open?.id}`)
  await admin.call(api.sales.decide, { id: open?.id ?? 0, outcome: 'voided', reason: 'They said no' })
  clock.pass(HOUR_MS)
  await compare()
  expect(await openOnes(sentOn)).toEqual([['airtime', 'not in our books', '3990027', null, 10_000]])
})

test('an aggregator that cannot be asked leaves the utility’s comparison done, and the answer says what to try again', async () => {
  nextDayAt('10:00:00')
  airtime.control.failNext('report', 'server error')
  const path = '/flexpower/api/reconciliation/run'
  expect(await admin.send('POST', path, { body: { day: today() } })).toMatchObject({
    status: 503,
    body: { message: 'The airtime aggregator does not answer at the moment. No sale is affected.' },
  })
  const { days } = await admin.call(api.enquiries.reconciliation, {})
  expect(days.filter(({ day }) => day === today())).toMatchObject([{ otherSide: 'utility' }])
})
