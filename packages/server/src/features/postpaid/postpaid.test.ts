import { randomUUID } from 'node:crypto'
import { api, API_BASE } from '@flexpower/contract'
import { billSentinels, demoMeters, postpaidAccounts } from '@flexpower/simulator'
import { afterEach, describe, expect, test } from 'vitest'
import { loadFloat } from '../../testing/make.ts'
import { untilLetIn } from '../../testing/selling.ts'
import { createWorld, type TestCaller } from '../../testing/world.ts'

const world = await createWorld({ saleMs: 8_000 })
const { db, clock } = world
const cashier = await world.signIn({ mayTakePostpaid: true, remember: true })
await db.updateTable('users').set({ commission_percent: 5_000 }).where('id', '=', cashier.user.id).execute()
await loadFloat(db, clock, cashier.user.id, 100_000_000)
const admin = await world.signIn({ type: 'Admin', mayTakePostpaid: true, remember: true })
const [hotel, store, house] = postpaidAccounts

const asked = (account = house!.account, amount: unknown = 100) => ({
  account_reference: account,
  amount,
  telephone: '7712345',
})
const verify = (caller: TestCaller, body: object) =>
  caller.send('POST', `${API_BASE}make-payment-post-paid`, { body })
const pay = (caller: TestCaller, body: object, key: string | null = randomUUID()) =>
  caller.send('POST', `${API_BASE}transactions-post-paid`, {
    body,
    headers: key === null ? {} : { 'idempotency-key': key },
  })
const readFloat = async (userId: number) =>
  (await db.selectFrom('float_balance').select('balance').where('user_id', '=', userId).executeTakeFirst())
    ?.balance ?? 0

afterEach(world.expectCleanBooks)

describe('a bill', () => {
  test('A-18 is verified with 200: whose it is and what is due, and no money moves', async () => {
    const before = [await readFloat(cashier.user.id), world.utility.control.balance()]
    expect(await verify(cashier, asked(hotel!.account))).toMatchObject({
      status: 200,
      body: {
        status: 'success',
        data: {
          customer_name: 'Kotu Beach Hotel',
          service_address: '1 Kotu Strand Road, Kotu',
          account_reference: hotel!.account,
          amount_due: 42_850.75,
        },
      },
    })
    expect([await readFloat(cashier.user.id), world.utility.control.balance()]).toEqual(before)
  })

  test('A-19 E-03 is paid with 201, without fee or commission, from the cash power float', async () => {
    const before = { float: await readFloat(cashier.user.id), vendor: world.utility.control.balance() }
    const { status, body } = await pay(cashier, asked(store!.account, 250.5))
    expect([status, body]).toEqual([
      201,
      {
        status: 'success',
        message: 'Transaction added successfully!',
        reference: expect.any(String),
        data: {
          id: expect.any(Number),
          created_at: expect.any(String),
          customer_name: 'Brikama Cold Store',
          account_reference: store!.account,
          amount: 250.5,
          vend_amount: 250.5,
          token: expect.stringMatching(/\S/),
          recorded_by: cashier.user.name,
          recorded_by_user: cashier.user.id,
          location: 'Banjul',
          transaction_id: expect.any(String),
          receipt_code: expect.stringMatching(/^\w{12}$/),
          receipt_number: expect.stringMatching(/^A261114-/),
          service_address: '60 Hawla Street, Brikama',
          amount_due: 11_249.5,
        },
      },
    ])
    expect(await readFloat(cashier.user.id)).toBe(before.float - 25_050)
    expect(world.utility.control.balance()).toBe(before.vendor - 25_050)
  })

  test('A-20 PP-04 PP-05 is listed, found for an Admin and for its own cashier, and counts as no cash power', async () => {
    const power = await admin.call(api.dashboard.dailySales, {})
    const other = await world.signIn({ mayTakePostpaid: true })
    await loadFloat(db, clock, other.user.id, 10_000)
    const { body } = await pay(other, asked(house!.account, 60))
    const { data } = body as { data: { token: string } }
    const listed = await other.send('GET', `${API_BASE}transactions-post-paid`)
    expect(listed.body).toEqual({ data: [data] })
    const found = await other.send('GET', `${API_BASE}transactions-post-paid?search=${data.token}`)
    expect(found.body).toMatchObject({ data: [data], total: 1 })
    expect((await other.call(api.postpaid.list, {})).map((row) => row.tendered)).toEqual([6_000])
    expect((await admin.call(api.postpaid.list, {}))[0]?.cashierName).toBe(other.user.name)
    expect(await admin.call(api.dashboard.dailySales, {})).toBe(power)
  })

  test.each(['nobody', '999999999', demoMeters[0]!.meter])(
    'of account %s, which does not exist, is refused with the utility’s text',
    async (account) => {
      for (const answer of [await verify(cashier, asked(account)), await pay(cashier, asked(account))])
        expect(answer).toMatchObject({
          status: 200,
          body: { status: 'error', message: expect.stringMatching(/\S/) },
        })
    },
  )

  test('beyond the float is refused before anything is sent', async () => {
    const poor = await world.signIn({ mayTakePostpaid: true })
    await loadFloat(db, clock, poor.user.id, 9_999)
    expect((await pay(poor, asked())).body).toMatchObject({
      status: 'error',
      message: expect.stringContaining('does not cover GMD 100.00'),
    })
    expect(await readFloat(poor.user.id)).toBe(9_999)
  })

  test.each([
    [{ account_reference: '' }, 'account_reference'],
    [{ account_reference: 'x'.repeat(51) }, 'account_reference'],
    [{ amount: 0.99 }, 'amount'],
    [{ amount: '1e3' }, 'amount'],
    [{ amount: 'Infinity' }, 'amount'],
    [{ amount: 1.001 }, 'amount'],
    [{ amount: '12345678901' }, 'amount'],
    [{ telephone: '77123a5' }, 'telephone'],
    [{ telephone: '' }, 'telephone'],
  ])('PP-05 %j is refused at its field by verify and by the payment alike', async (wrong, field) => {
    for (const send of [verify, pay])
      expect(await send(cashier, { ...asked(), ...wrong })).toMatchObject({
        status: 422,
        body: { status: 'error', errors: { [field]: [expect.any(String)] } },
      })
  })

  test('is paid in the caller’s own name only', async () => {
    for (const send of [verify, pay])
      expect((await send(cashier, { ...asked(), user_id: admin.user.id })).status).toBe(403)
  })
})

test('PP-06 without the flag every post-paid call is 403, for a Cashier and for an Admin', async () => {
  for (const person of [await world.signIn(), await world.signIn({ type: 'Admin' })]) {
    expect((await verify(person, asked())).status).toBe(403)
    expect((await pay(person, asked())).status).toBe(403)
    expect((await person.send('GET', `${API_BASE}transactions-post-paid`)).status).toBe(403)
    expect((await person.send('GET', `${API_BASE}transactions-post-paid/261114-00001/status`)).status).toBe(
      403,
    )
  }
})

test('one key, sixty at once: one payment', async () => {
  const [key, before] = [randomUUID(), world.utility.control.sales().length]
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => untilLetIn(() => pay(cashier, asked(), key))),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(world.utility.control.sales()).toHaveLength(before + 1)
})

describe('whatever the utility does, a payment ends as it really went', () => {
  test.each(billSentinels)('$name: $does', async ({ account, outcome, ends }) => {
    const float = await readFloat(cashier.user.id)
    const posts = world.utility.control.seen('sell')
    const { body } = await pay(cashier, asked(account))
    const { status, reference } = body as { status: string; reference: string }
    expect(status).toBe({ accepted: 'success', refused: 'error', unknown: 'pending' }[outcome])
    if (outcome === 'unknown') {
      expect(await readFloat(cashier.user.id)).toBe(float - 10_000)
      await world.recover()
      const later = await cashier.send('GET', `${API_BASE}transactions-post-paid/${reference}/status`)
      expect((later.body as { status: string }).status).toBe(
        { sold: 'success', 'not sold': 'error', open: 'pending' }[ends],
      )
    }
    expect(await readFloat(cashier.user.id)).toBe(ends === 'not sold' ? float : float - 10_000)
    expect(world.utility.control.seen('sell') - posts).toBeLessThanOrEqual(1)
  })
})
