import { api, bututs, toDay, parseDay, type Day } from '@flexpower/contract'
import { fleetMeter } from '@flexpower/simulator'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../runtime/clock.ts'
import { recoverDue } from '../../sales/recover.ts'
import { loadFloat } from '../../testing/make.ts'
import { alter } from '../../testing/tamper.ts'
import { createWorld } from '../../testing/world.ts'

const world = await createWorld()
const { db, clock, utility } = world
const admin = await world.signIn({ type: 'Admin', remember: true })
const fatou = await world.signIn({ name: 'Fatou Ceesay', remember: true })
const lamin = await world.signIn({ name: 'Lamin Jobe', remember: true })
for (const { user } of [fatou, lamin]) await loadFloat(db, clock, user.id, 10_000_000)

let meters = 0
const newMeter = () => fleetMeter(meters++)
const sell = (meter: string, cashier = fatou) =>
  cashier.call(api.electricity.sell, { meter, amount: bututs(10_000), phone: '7712345' })

const day = (text: string) => parseDay(text) as Day
const today = () => toDay(clock.now())
const plus = (days: number) => toDay(new Date(clock.now().getTime() + days * DAY_MS))
const ask = (meter: string, from = plus(-1), to = today()) =>
  admin.call(api.enquiries.customer, { meter, from, to })
const askShift = (user: number, paymentDate = today()) =>
  admin.call(api.enquiries.shift, { day: paymentDate, user })
const raw = (path: string, body: unknown) => admin.send('POST', `/flexpower/api/${path}`, { body })
/** Somebody sells as us, or sells our own order again. */
async function sellElsewhere(meter: string, reference = 'elsewhere', amount = bututs(10_000)) {
  const quote = await world.context.utility.quote(meter, amount)
  if (quote.kind !== 'accepted') throw new Error('no quote')
  await world.context.utility.sell({ reference, meter, amount, phone: '3901234', quote: quote.value })
}
const matches = async (meter: string) => (await ask(meter)).map(({ match }) => match)

describe('the customer enquiry', () => {
  test('A-36 E-08 EN-01 lists what the utility sold to a meter, with our own sale beside it', async () => {
    const meter = newMeter()
    const { sale, reference } = await sell(meter)
    const theirs = utility.control.sales().find((each) => each.meter === meter)
    const answer = await raw('customerenquiries', { meterSerial: meter, dateFrom: plus(-1), dateTo: today() })
    expect(answer).toMatchObject({ status: 200 })
    expect(answer.body).toEqual({
      data: [
        {
          transactionId: theirs?.transactionId,
          meterSerial: meter,
          customerName: sale?.customerName,
          dateTransaction: clock.now().toISOString(),
          totalAmount: (sale?.vended ?? 0) / 100,
          unit: sale?.units,
          unitPayment: (sale?.vended ?? 0) / 100,
          receipt: theirs?.receipt,
          account: sale?.account,
          nameCashier: 'Fatou Ceesay',
          match: 'same',
          sale: { id: sale?.id, reference, vend_amount: (sale?.vended ?? 0) / 100, amount: 100 },
        },
      ],
    })
  })

  test('EN-01 a meter without purchases has an empty list', async () => {
    expect(await ask(newMeter())).toEqual([])
  })

  test('EN-01 covers both days whole, as The Gambia counts them', async () => {
    const meter = newMeter()
    const at = (text: string) => clock.pass(Date.parse(text) - clock.now().getTime())
    at('2026-11-15T00:00:00.000Z')
    await sell(meter)
    at('2026-11-16T23:59:59.999Z')
    await sell(meter)
    at('2026-11-17T00:00:00.000Z')
    await sell(meter, lamin)
    const times = async (from: string, to: string) =>
      (await ask(meter, day(from), day(to))).map((row) => row.at.toISOString().slice(8, 16))
    expect(await times('2026-11-15', '2026-11-16')).toEqual(['16T23:59', '15T00:00'])
    expect(await times('2026-11-16', '2026-11-17')).toEqual(['17T00:00', '16T23:59'])
    expect(await times('2026-11-13', '2026-11-14')).toEqual([])
  })

  test('V-EN-01 V-EN-02 says what is wrong with the form, in the specified text', async () => {
    const wrong = async (meterSerial: string, dateFrom: string, dateTo: string) => {
      const { status, body } = await raw('customerenquiries', { meterSerial, dateFrom, dateTo })
      return [status, (body as { errors: unknown }).errors]
    }
    const reversed = [422, { dateTo: ['Date To must be greater than Date From'] }]
    expect(await wrong('37201148261', '2026-11-14', '2026-11-14')).toEqual(reversed)
    expect(await wrong('37201148261', '2026-11-14', '2026-11-13')).toEqual(reversed)
    expect(await wrong('37201148261', '', '')).toEqual([
      422,
      { dateFrom: ['Required'], dateTo: ['Required'] },
    ])
    expect(await wrong('', '2026-11-13', '2026-11-14')).toEqual([422, { meterSerial: ['Required'] }])
    expect(await wrong('abc', '2026-11-13', '2026-11-14')).toEqual([
      422,
      { meterSerial: ['Must be numeric'] },
    ])
    expect(await wrong('1234567', '2026-11-13', '2026-11-14')).toEqual([
      422,
      { meterSerial: ['Must be at least 8 digits'] },
    ])
    expect(await wrong('1234567890123', '2026-11-13', '2026-11-14')).toEqual([
      422,
      { meterSerial: ['Must be at most 12 digits'] },
    ])
  })

  test('EN-01 marks what we never sold, and a second sale for one order', async () => {
    const meter = newMeter()
    await sellElsewhere(meter)
    expect(await ask(meter)).toMatchObject([
      { match: 'not in our books', sale: null, cashierName: 'flexpower' },
    ])
    const twice = newMeter()
    const { reference } = await sell(twice)
    clock.pass(1000)
    await sellElsewhere(twice, reference)
    expect(await ask(twice)).toMatchObject([
      { match: 'not in our books', sale: null },
      { match: 'same', sale: { reference } },
    ])
  })

  test('EN-01 a second line for one order is reported, even if our sale does not have the utility’s number', async () => {
    const open = newMeter()
    utility.control.failNext('sell', 'reset', 'afterwards')
    const { reference } = await sell(open)
    clock.pass(1000)
    await sellElsewhere(open, reference)
    expect(await ask(open)).toMatchObject([
      { match: 'not in our books', sale: null },
      { match: 'still open here', sale: { reference } },
    ])
    const byHand = newMeter()
    const sold = await sell(byHand)
    await alter(
      db,
      `update sale set details = details - 'utilityTransaction' where transaction_id = '${sold.reference}'`,
    )
    clock.pass(1000)
    await sellElsewhere(byHand, sold.reference)
    expect(await matches(byHand)).toEqual(['not in our books', 'same'])
  })

  test('EN-01 marks an amount and tokens that differ', async () => {
    const [dear, forged] = [newMeter(), newMeter()]
    const { sale } = await sell(dear)
    await sell(forged)
    await alter(db, `update sale set vended = vended - 100, fee = fee + 100 where id = ${sale?.id}`)
    await alter(db, `update sale set tokens = '{00000000000000000001}' where subject = '${forged}'`)
    expect(await ask(dear)).toMatchObject([
      { match: 'amount differs', amount: sale?.vended, sale: { vended: (sale?.vended ?? 0) - 100 } },
    ])
    expect(await matches(forged)).toEqual(['tokens differ'])
  })

  test('EN-01 a sale that is still open here is marked as open, and matches once its outcome is known', async () => {
    const meter = '99900000045'
    const { status, reference } = await sell(meter)
    expect(status).toBe('pending')
    expect(await ask(meter)).toMatchObject([{ match: 'still open here', sale: { reference } }])
    await world.recover(1)
    expect(await matches(meter)).toEqual(['same'])
  })

  test('EN-01 a sale that an Admin gave up and the utility made is not in our books', async () => {
    const meter = '99900000219'
    await sell(meter)
    clock.pass(25 * HOUR_MS)
    await recoverDue({ ...world.context, absenceMs: world.config.absenceMs })
    const open = (await admin.call(api.sales.open, {})).find(({ subject }) => subject === meter)
    await admin.call(api.sales.decide, { id: open?.id ?? 0, outcome: 'voided', reason: 'They said no' })
    expect(await ask(meter, plus(-2))).toMatchObject([{ match: 'not in our books', sale: null }])
  })

  test('EN-01 finds our sale by the utility’s receipt if it does not list our reference', async () => {
    const meter = newMeter()
    const { reference } = await sell(meter)
    const theirs = utility.control.sales().find((each) => each.meter === meter)
    const row = { meterSerial: meter, dateTransaction: clock.now().getTime(), totalAmount: 100 }
    const listed = (receipt?: string) => ({
      status: 200,
      body: JSON.stringify({ data: [{ ...row, receipt }] }),
    })
    utility.control.failNext('customerEnquiry', listed(theirs?.receipt))
    expect(await ask(meter)).toMatchObject([{ match: 'same', sale: { reference } }])
    utility.control.failNext('customerEnquiry', listed('5'))
    expect(await matches(meter)).toEqual(['not in our books'])
  })

  test('EN-01 a sale whose tokens the utility does not show is compared by its amount', async () => {
    const meter = newMeter()
    await sell(meter)
    utility.control.failNext('lookUp', 'server error')
    expect(await matches(meter)).toEqual(['same'])
  })

  test('EN-01 a utility that refuses or does not answer is reported with a clear message', async () => {
    const asked = { meterSerial: newMeter(), dateFrom: plus(-1), dateTo: today() }
    utility.control.failNext('customerEnquiry', 'reset')
    expect(await raw('customerenquiries', asked)).toMatchObject({
      status: 503,
      body: { status: 'Error', message: 'NAWEC does not answer at the moment. No sale is affected.' },
    })
    const no = { code: 'X', msgUser: 'The dates are too far back.', msgDeveloper: '' }
    utility.control.failNext('customerEnquiry', { status: 400, body: JSON.stringify(no) })
    expect(await raw('customerenquiries', asked)).toMatchObject({
      status: 422,
      body: {
        message: 'NAWEC refused to list the purchases: The dates are too far back.',
        apiError: no.msgUser,
      },
    })
  })
})

describe('the shift enquiry', () => {
  test('A-37 EN-02 lists the day of one cashier and of nobody else', async () => {
    clock.pass(2 * DAY_MS)
    const [hers, his] = [newMeter(), newMeter()]
    await sell(hers)
    await sell(his, lamin)
    await sell('99900000037')
    await sellElsewhere(newMeter())
    const { status, body } = await raw('shitEnquiries', {
      paymentDate: today(),
      codUserShift: String(lamin.user.id),
    })
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { data: [{ meterSerial: his, nameCashier: 'Lamin Jobe', match: 'same', totalAmount: 100 }] },
    })
    const listed = (await askShift(fatou.user.id)).map(({ meter, match }) => `${meter} ${match}`)
    expect(listed.toSorted()).toEqual([`${hers} same`, '99900000037 still open here'])
    expect(await askShift(admin.user.id)).toEqual([])
    expect(await askShift(lamin.user.id, plus(-1))).toEqual([])
  })

  test('A-37 a cashier who has left still has shifts; an unknown user is not found', async () => {
    await db.updateTable('users').set({ deleted_at: clock.now() }).where('id', '=', lamin.user.id).execute()
    expect(await askShift(lamin.user.id)).toHaveLength(1)
    expect(await raw('shitEnquiries', { paymentDate: today(), codUserShift: 999_999 })).toMatchObject({
      status: 404,
    })
  })

  test('V-EN-03 says what is wrong with the form, in the specified text', async () => {
    expect(await raw('shitEnquiries', { paymentDate: '', codUserShift: '' })).toMatchObject({
      status: 422,
      body: { errors: { paymentDate: ['Payment date is required'], codUserShift: ['User is required'] } },
    })
  })

  test('EN-02 a utility that does not answer is reported with a clear message, also when it stops half way', async () => {
    utility.control.failNext('shiftEnquiry', 'server error')
    const asked = { paymentDate: today(), codUserShift: fatou.user.id }
    expect(await raw('shitEnquiries', asked)).toMatchObject({ status: 503 })
    clock.pass(DAY_MS)
    for (let sold = 0; sold < 12; sold += 1) await sell(newMeter())
    for (let lost = 0; lost < 36; lost += 1) {
      utility.control.failNext('lookUp', 'server error')
      utility.control.failNext('customerEnquiry', 'server error')
    }
    expect(await raw('shitEnquiries', { ...asked, paymentDate: today() })).toMatchObject({ status: 503 })
  })
})
