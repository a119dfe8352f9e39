import { api, bututs, type Day, toDay } from '@flexpower/contract'
import { fleetMeter } from '@flexpower/simulator'
import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../runtime/clock.ts'
import { recoverDue } from '../../sales/recover.ts'
import { loadFloat } from '../../testing/make.ts'
import { alter } from '../../testing/tamper.ts'
import { createWorld } from '../../testing/world.ts'

const world = await createWorld()
const { db, clock, utility } = world
const admin = await world.signIn({ type: 'Admin', name: 'Binta Saidy', remember: true })
const cashier = await world.signIn({ remember: true })
await loadFloat(db, clock, cashier.user.id, 100_000_000)

let meters = 0
const newMeter = () => fleetMeter(meters++)
const sell = (meter = newMeter()) =>
  cashier.call(api.electricity.sell, { meter, amount: bututs(10_000), phone: '7712345' })
const today = () => toDay(clock.now())
const yesterday = () => toDay(new Date(clock.now().getTime() - DAY_MS))
const recover = () => recoverDue({ ...world.context, absenceMs: world.config.absenceMs })
/** To that time of the next day. */
const nextDayAt = (time: string) =>
  clock.pass(Date.parse(`${today()}T${time}Z`) + DAY_MS - clock.now().getTime())
const compare = async (day: Day = today()) =>
  (await admin.call(api.enquiries.compare, { day })).find(({ otherSide }) => otherSide === 'utility')
const differences = async (day: Day = today()) =>
  (await admin.call(api.enquiries.reconciliation, {})).differences.filter((each) => each.day === day)
const openOnes = async (day: Day = today()) =>
  (await differences(day))
    .filter(({ settledAt }) => settledAt === null)
    .map(({ kind, subject, ours, theirs }) => [kind, subject, ours, theirs])

async function sellElsewhere(meter: string, reference = 'elsewhere') {
  const amount = bututs(10_000)
  const quote = await world.context.utility.quote(meter, amount)
  if (quote.kind !== 'accepted') throw new Error('no quote')
  await world.context.utility.sell({ reference, meter, amount, phone: '3901234', quote: quote.value })
}

/** Sends an order whose outcome stays unknown, until an Admin decides a day later. */
let tokenSerial = 100
async function sellAndDecide(meter: string, outcome: 'voided' | 'confirmed') {
  await sell(meter)
  clock.pass(25 * HOUR_MS)
  utility.control.failNext('lookUp', 'server error')
  utility.control.failNext('customerEnquiry', 'server error')
  await recover()
  const open = (await admin.call(api.sales.open, {})).find(({ subject }) => subject === meter)
  const tokens = outcome === 'confirmed' ? [String((tokenSerial += 1)).padStart(20, '0')] : undefined
  await admin.call(api.sales.decide, {
    id: open?.id ?? 0,
    outcome,
    reason: 'By telephone',
    ...(tokens && { tokens }),
  })
}

test('a day on which both books agree has no differences', async () => {
  await Promise.all([sell(), sell(), sell()])
  const counts = { ours: 3, theirs: 3, differences: 0, settled: 0, ambiguous: 0 }
  expect(await compare()).toEqual({ otherSide: 'utility', day: today(), at: clock.now(), ...counts })
  const answer = await admin.send('GET', '/flexpower/api/reconciliation')
  expect(answer.body).toEqual({
    data: {
      days: [
        { other_side: 'utility', day: today(), at: clock.now().toISOString(), ...counts },
        {
          other_side: 'airtime',
          day: today(),
          at: clock.now().toISOString(),
          ours: 0,
          theirs: 0,
          differences: 0,
          settled: 0,
          ambiguous: 0,
        },
      ],
      differences: [],
    },
  })
})

test('what is missing on either side and what differs is listed once, however often the day is compared', async () => {
  nextDayAt('09:00:00')
  const [dear, forged, stranger, twice] = [newMeter(), newMeter(), newMeter(), newMeter()]
  const sold = await sell(dear)
  await sell(forged)
  const { reference } = await sell(twice)
  await sellElsewhere(stranger)
  await sellElsewhere(twice, reference)
  await alter(db, `update sale set vended = vended - 100, fee = fee + 100 where subject = '${dear}'`)
  await alter(db, `update sale set tokens = '{00000000000000000001}' where subject = '${forged}'`)
  const found = [
    ['amount differs', dear, 9_900, 10_000],
    ['not in our books', stranger, null, 10_000],
    ['not in our books', twice, null, 10_000],
    ['tokens differ', forged, 10_000, 10_000],
  ]
  expect(await compare()).toMatchObject({ ours: 3, theirs: 5, differences: 4, settled: 0 })
  const listed = await openOnes()
  expect(listed).toHaveLength(found.length)
  expect(listed).toEqual(expect.arrayContaining(found))
  const before = await differences()
  clock.pass(HOUR_MS)
  expect(await compare()).toMatchObject({ at: clock.now(), differences: 4 })
  expect(await differences()).toEqual(before)
  expect(before.find(({ kind }) => kind === 'amount differs')?.reference).toBe(sold.reference)
  const raw = (await admin.send('GET', '/flexpower/api/reconciliation')).body as {
    data: { differences: unknown[] }
  }
  expect(raw.data.differences).toContainEqual({
    id: expect.any(Number),
    other_side: 'utility',
    day: today(),
    kind: 'amount differs',
    reference: sold.reference,
    subject: dear,
    ours: 99,
    theirs: 100,
    our_cost: null,
    their_cost: null,
    found_at: expect.stringMatching(/^\d{4}-.*Z$/),
    settled_at: null,
    settled_by: null,
    note: null,
    bookable: false,
    waiting_booking: null,
    booked: null,
  })
})

test('what an Admin settled stays settled, with an audit entry; what has disappeared is settled by the server', async () => {
  const [first, ...rest] = await differences()
  const path = `/flexpower/api/reconciliation/${first?.id}/settle`
  expect(await admin.send('POST', path, { body: { note: '' } })).toMatchObject({ status: 422 })
  await admin.call(api.enquiries.settle, { id: first?.id ?? 0, note: 'NAWEC corrected it' })
  expect(await admin.send('POST', path, { body: { note: 'Again' } })).toMatchObject({ status: 409 })
  expect(
    await admin.send('POST', '/flexpower/api/reconciliation/999999/settle', { body: { note: 'x' } }),
  ).toMatchObject({ status: 404 })
  const acts = await db
    .selectFrom('act')
    .selectAll()
    .where('record', '=', `difference/${first?.id}`)
    .execute()
  expect(acts).toMatchObject([
    { user_name: 'Binta Saidy', deed: 'settled a difference', after: { note: 'NAWEC corrected it' } },
  ])
  const settled = { note: 'NAWEC corrected it', settledBy: 'Binta Saidy' }
  expect(await compare()).toMatchObject({ differences: 3, settled: 1 })
  expect(await differences()).toHaveLength(rest.length + 1)
  expect((await differences()).find(({ id }) => id === first?.id)).toMatchObject(settled)

  await alter(
    db,
    `update sale set vended = vended + 100, fee = fee - 100 where fee = 100 and day = '${today()}'`,
  )
  expect(await compare()).toMatchObject({ differences: 2, settled: 1 })
  const gone = (await differences()).find(({ kind }) => kind === 'amount differs')
  expect(gone).toMatchObject({
    settledAt: clock.now(),
    settledBy: null,
    note: 'It was no longer there when the day was compared again.',
  })
  await alter(
    db,
    `update sale set vended = vended - 100, fee = fee + 100 where id = (select min(id) from sale where day = '${today()}')`,
  )
  expect(await compare()).toMatchObject({ differences: 3, settled: 1 })
  expect((await differences()).find(({ id }) => id === gone?.id)).toMatchObject({
    settledAt: null,
    note: null,
  })
})

test('a day whose differences are all settled is no longer warned about in the log', async () => {
  nextDayAt('10:00:00')
  const countWarnings = () => world.logLines.filter((line) => line.includes('do not agree')).length
  const before = countWarnings()
  await sellElsewhere(newMeter())
  expect(await compare()).toMatchObject({ differences: 1, settled: 0 })
  expect(countWarnings()).toBe(before + 1)
  const [open] = await differences()
  await admin.call(api.enquiries.settle, { id: open?.id ?? 0, note: 'A trial of theirs' })
  expect(await compare()).toMatchObject({ differences: 0, settled: 1 })
  expect(countWarnings()).toBe(before + 1)
  const { days } = await admin.call(api.enquiries.reconciliation, {})
  expect(days.find(({ day, otherSide }) => day === today() && otherSide === 'utility')).toMatchObject({
    differences: 0,
    settled: 1,
  })
})

test('a sale that was sent before midnight and confirmed after it is no difference on either day', async () => {
  nextDayAt('23:59:59')
  const { status } = await sell('99900000045')
  expect(status).toBe('pending')
  expect(await compare()).toMatchObject({ ours: 0, theirs: 1, differences: 0 })
  clock.pass(60_000)
  expect(await compare(yesterday())).toMatchObject({ differences: 0 })
  await recover()
  expect(await compare(yesterday())).toMatchObject({ ours: 0, theirs: 1, differences: 0 })
  expect(await compare()).toMatchObject({ ours: 1, theirs: 0, differences: 0 })
})

test('a sale of our evening that is on their next morning, by their clock, is no difference on either day', async () => {
  nextDayAt('00:00:01')
  const meter = newMeter()
  await sell(meter)
  await alter(db, `update sale set day = day - 1 where subject = '${meter}'`)
  await alter(db, `update vend set created_at = created_at - interval '2 seconds' where subject = '${meter}'`)
  await alter(
    db,
    `update sale set transaction_id = 'x', details = details || '{"paidAt": "${yesterday()}T23:59:59Z"}' where subject = '${meter}'`,
  )
  expect(await compare(yesterday())).toMatchObject({ differences: 0 })
  expect(await compare()).toMatchObject({ ours: 0, theirs: 1, differences: 0 })
})

test('a sale that an Admin confirmed by hand and the utility does not have is a difference of the day it was confirmed', async () => {
  nextDayAt('10:00:00')
  await sellAndDecide('99900000227', 'confirmed')
  expect(await compare()).toMatchObject({ ours: 1, theirs: 0, differences: 1 })
  expect(await openOnes()).toEqual([['not on the other side', '99900000227', 10_000, null]])
})

test('one that the utility does have is found on the list of the day it was sent, and its tokens are compared', async () => {
  nextDayAt('10:00:00')
  await sellAndDecide('99900000037', 'confirmed')
  expect(await compare()).toMatchObject({ ours: 1, theirs: 0, differences: 1 })
  expect(await openOnes()).toEqual([['tokens differ', '99900000037', 10_000, 10_000]])
})

test('an order that was given up a day later although the utility sold it is found then', async () => {
  nextDayAt('10:00:00')
  const sentOn = today()
  await sell('99900000219')
  nextDayAt('00:30:00')
  expect(await compare(sentOn)).toMatchObject({ ours: 0, theirs: 1, differences: 0 })
  clock.pass(11 * HOUR_MS)
  await recover()
  const [open] = await admin.call(api.sales.open, {})
  await admin.call(api.sales.decide, { id: open?.id ?? 0, outcome: 'voided', reason: 'They said no' })
  await compare()
  expect(await openOnes()).toEqual([])
  expect(await openOnes(sentOn)).toEqual([['not in our books', '99900000219', null, 10_000]])
  // And it stays one when its own day is compared again.
  expect(await compare(sentOn)).toMatchObject({ differences: 1 })
  expect(await openOnes(sentOn)).toHaveLength(1)
})

/** Two equal sales to one meter, with neither number nor receipt, as if they had been confirmed by hand. */
async function sellEqualPair() {
  nextDayAt('10:00:00')
  const meter = newMeter()
  await sell(meter)
  clock.pass(HOUR_MS)
  await sell(meter)
  await alter(
    db,
    `update sale set details = details || '{"utilityTransaction": "", "receipt": ""}' where subject = '${meter}'`,
  )
  return meter
}
const shiftRows = async () =>
  (await admin.call(api.enquiries.shift, { day: today(), user: cashier.user.id })).map(({ match, sale }) => [
    match,
    sale?.reference,
  ])

test('of two equal sales to one meter the tokens decide which is which, whatever is guessed first', async () => {
  const meter = await sellEqualPair()
  await alter(
    db,
    `update sale set tokens = (select other.tokens from sale other where other.subject = sale.subject and other.id <> sale.id)
      where subject = '${meter}'`,
  )
  expect(await compare()).toMatchObject({ ours: 2, theirs: 2, differences: 0, ambiguous: 0 })
  const rows = await shiftRows()
  expect(rows.map(([match]) => match)).toEqual(['same', 'same'])
  expect(new Set(rows.map(([, reference]) => reference)).size).toBe(2)
})

test('two equal sales that cannot be told apart are marked so, and are no difference as long as both are there', async () => {
  const meter = await sellEqualPair()
  const hideRecords = () => {
    for (let fault = 0; fault < 4; fault += 1) utility.control.failNext('customerEnquiry', 'server error')
  }
  hideRecords()
  expect(await compare()).toMatchObject({ ours: 2, theirs: 2, differences: 0, ambiguous: 2 })
  hideRecords()
  expect((await shiftRows()).map(([match]) => match)).toEqual(['one of several', 'one of several'])
  const { days } = await admin.call(api.enquiries.reconciliation, {})
  expect(days.find(({ day }) => day === today())).toMatchObject({ ambiguous: 2, differences: 0 })
  // A third one of theirs is one too many: a difference.
  await sellElsewhere(meter)
  hideRecords()
  expect(await compare()).toMatchObject({ ours: 2, theirs: 3, differences: 1, ambiguous: 2 })
})

test('sales made while a comparison runs are missing on neither side', async () => {
  nextDayAt('10:00:00')
  // No more at once than one cashier has places for: nobody waits, so nobody is refused on a busy machine.
  const sellFiveTimes = async () => {
    for (let sold = 0; sold < 5; sold += 1) await sell()
  }
  for (let round = 0; round < 3; round += 1)
    await Promise.all([compare(), ...Array.from({ length: 4 }, sellFiveTimes)])
  expect(await compare()).toMatchObject({ ours: 60, theirs: 60, differences: 0 })
  expect(await differences()).toEqual([])
})

test('a utility that cannot be asked leaves earlier differences as they are', async () => {
  const before = await admin.call(api.enquiries.reconciliation, {})
  utility.control.failNext('shiftEnquiry', 'server error')
  const path = '/flexpower/api/reconciliation/run'
  expect(await admin.send('POST', path, { body: { day: today() } })).toMatchObject({ status: 503 })
  expect(await admin.call(api.enquiries.reconciliation, {})).toEqual(before)
})

test('one comparison at a time, and none of a day that has not begun', async () => {
  const path = '/flexpower/api/reconciliation/run'
  utility.control.setDelay(50)
  const both = await Promise.all([1, 2].map(() => admin.send('POST', path, { body: { day: today() } })))
  utility.control.setDelay(0)
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
  const tomorrow = toDay(new Date(clock.now().getTime() + DAY_MS))
  expect(await admin.send('POST', path, { body: { day: tomorrow } })).toMatchObject({
    status: 422,
    body: { errors: { day: ['This day has not started yet.'] } },
  })
})
