import { randomUUID } from 'node:crypto'
import { api, API_BASE, bututs } from '@flexpower/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../runtime/clock.ts'
import { changeFor, coin, note, openTillDesk } from './testing/till-desk.ts'

const { world, admin, hire, open, close, move, sell, readVend } = await openTillDesk()
const { db, clock } = world

let cashier: Awaited<ReturnType<typeof hire>>
beforeEach(async () => {
  cashier = await hire()
})
afterEach(world.expectCleanBooks)

const readCurrent = () => cashier.call(api.till.current, {})
const refused = (status: number, message: RegExp) =>
  expect.objectContaining({ status, message: expect.stringMatching(message) })
const readActs = async () => {
  const rows = await db.selectFrom('act').select('deed').where('user_id', '=', cashier.user.id).execute()
  return rows.map(({ deed }) => deed)
}

describe('a shift', () => {
  test('is opened once, takes the sales of every product and cash movements, and closes with a Z slip', async () => {
    expect(await readCurrent()).toMatchObject({ session: null, refunds: [], isRequired: false })
    const session = await open(cashier, 50_000)
    expect(session).toMatchObject({
      state: 'open',
      opening: 50_000,
      cashierName: 'Fatou Ceesay',
      number: null,
    })
    await expect(open(cashier, 1)).rejects.toEqual(refused(409, /open already since .* with GMD 500\.00/))
    const first = await sell(cashier, 'electricity', 100)
    await sell(cashier, 'airtime', 25)
    const last = await sell(cashier, 'postpaid', 300)
    await move(cashier, 'in', 1_000, 'Change from the bank')
    await move(cashier, 'out', 500, 'Water')
    await move(cashier, 'drop', 20_000, 'To the safe')
    clock.pass(8 * HOUR_MS)
    const closed = await close(cashier, session.id, [note(200, 3), note(10, 10), coin(10, 2), coin(0.25, 4)])
    expect(closed).toMatchObject({
      state: 'closed',
      opening: 50_000,
      expected: 73_000,
      counted: 72_100,
      difference: -900,
      closedBy: 'Fatou Ceesay',
      isClosedByOther: false,
      number: expect.stringMatching(/^A-0000\d$/),
      pieces: [note(200, 3), note(10, 10), coin(10, 2), coin(0.25, 4)],
      needsReason: false,
      movements: [
        { kind: 'in', amount: 1_000, reason: 'Change from the bank', by: 'Fatou Ceesay', reference: null },
        { kind: 'out', amount: 500 },
        { kind: 'drop', amount: 20_000 },
      ],
      figures: {
        expected: 73_000,
        products: [
          { product: 'airtime', sales: 1, tendered: 2_500 },
          { product: 'electricity', sales: 1, tendered: 10_000 },
          { product: 'postpaid', sales: 1, tendered: 30_000 },
        ],
        moved: { in: 1_000, out: 500, drop: 20_000, refund: 0 },
        floatsBefore: { electricity: 100_000_000, airtime: 100_000_000 },
        firstReference: first.reference,
        lastReference: last.reference,
      },
    })
    expect(closed.figures?.floatsAfter.electricity).toBeLessThan(100_000_000)
    expect(await readActs()).toEqual([
      'opened a shift',
      'put cash into the drawer',
      'took cash out of the drawer',
      'moved cash from the drawer to the safe',
      'counted a drawer',
      'closed a shift',
    ])
    expect((await readCurrent()).session).toBeNull()
    expect(await cashier.call(api.till.one, { id: session.id })).toEqual(closed)
  })

  test('goes on past midnight and in another browser', async () => {
    const session = await open(cashier)
    await sell(cashier)
    clock.pass(DAY_MS)
    const elsewhere = await world.enter(cashier.user.email, cashier.user.password)
    await sell(elsewhere)
    expect(await elsewhere.call(api.till.current, {})).toMatchObject({ session: { id: session.id } })
    expect(await close(elsewhere, session.id, [note(200, 1)])).toMatchObject({
      expected: 20_000,
      difference: 0,
    })
  })

  test('has sales opened in it only: those before and after it are in none', async () => {
    const before = await sell(cashier)
    const session = await open(cashier)
    const within = await sell(cashier)
    await close(cashier, session.id, [note(100, 1)])
    const later = await sell(cashier)
    const ids = await Promise.all([before, within, later].map(({ reference }) => readVend(reference)))
    expect(ids.map((vend) => vend.till_session_id)).toEqual([null, session.id, null])
  })

  test('on the wire has our names as the specification writes them', async () => {
    const { body } = await cashier.send('POST', `${API_BASE}till/open`, { body: { opening_amount: '12.50' } })
    expect(body).toMatchObject({
      data: { opening_amount: 12.5, state: 'open', z_number: null, figures: null },
    })
  })

  test.each([
    ['open', { opening_amount: -1 }],
    ['open', { opening_amount: 'much' }],
    ['open', {}],
    ['movements', { kind: 'in', amount: 0, reason: 'x' }],
    ['movements', { kind: 'refund', amount: 5, reason: 'x' }],
    ['movements', { kind: 'out', amount: 5, reason: ' ' }],
    ['close', { session_id: 1, count: [{ kind: 'note', value: 200, pieces: -1 }] }],
    ['close', { session_id: 1, count: [{ kind: 'note', value: 200, pieces: 1e9 }] }],
    ['close', { session_id: 1, count: 'all' }],
    ['close', { session_id: 1 }],
    ['refunds', { sale_id: 'x' }],
  ])('refuses %s with %j', async (path, body) => {
    expect((await cashier.send('POST', `${API_BASE}till/${path}`, { body })).status).toBe(422)
  })
})

describe('cash that moves', () => {
  test('is recorded once for each key', async () => {
    await open(cashier, 10_000)
    const key = randomUUID()
    const send = (amount: number) =>
      cashier.send('POST', `${API_BASE}till/movements`, {
        body: { kind: 'drop', amount, reason: 'To the safe' },
        headers: { 'idempotency-key': key },
      })
    expect((await send(50)).status).toBe(200)
    expect((await send(50)).status).toBe(200)
    expect((await send(60)).status).toBe(422)
    expect((await readCurrent()).session?.movements).toMatchObject([{ kind: 'drop', amount: 5_000 }])
  })

  test('is recorded once also if the call is repeated after the shift was closed, and in the next one', async () => {
    const session = await open(cashier)
    const headers = { 'idempotency-key': randomUUID() }
    const body = { kind: 'in', amount: 50, reason: 'Change' }
    const send = () => cashier.send('POST', `${API_BASE}till/movements`, { body, headers })
    const answers = await Promise.all([send(), send(), send()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    await close(cashier, session.id, changeFor(5_000))
    expect(await send()).toMatchObject({ status: 200, body: { data: { id: session.id, state: 'closed' } } })
    const next = await open(cashier)
    expect(await send()).toMatchObject({ status: 200, body: { data: { id: session.id } } })
    expect((await readCurrent()).session).toMatchObject({ id: next.id, movements: [] })
  })

  test('needs an open shift', async () => {
    await expect(move(cashier, 'in', 100)).rejects.toEqual(refused(422, /no open shift/))
  })

  test('and everything that was stored cannot be changed, whatever a program tries', async () => {
    const session = await open(cashier, 500)
    await move(cashier, 'in', 100)
    await close(cashier, session.id, changeFor(500))
    const attempt = (change: string) => db.executeQuery({ sql: change, parameters: [] } as never)
    for (const change of [
      'update till_session set opening = 0',
      'update till_session set reason = null',
      'update till_movement set amount = 1',
    ])
      await expect(attempt(change)).rejects.toThrow(/cannot be changed|append-only/)
    for (const table of ['till_session', 'till_movement', 'till_doubt'])
      await expect(attempt(`delete from ${table}`)).rejects.toThrow(/append-only/)
  })
})

test('an Admin closes the shift of somebody who went home, with a count or without one', async () => {
  const session = await open(cashier, 10_000)
  const { id } = session
  const without = await admin.send('POST', `${API_BASE}till/sessions/${id}/close`, { body: { reason: ' ' } })
  expect(without).toMatchObject({ status: 422, body: { errors: { reason: ['Reason is required'] } } })
  const closed = await admin.call(api.till.closeFor, { id, reason: 'Went home ill' })
  expect(closed).toMatchObject({
    state: 'closed',
    expected: 10_000,
    counted: null,
    difference: null,
    pieces: null,
    closedBy: 'Awa Sanneh',
    isClosedByOther: true,
    reason: 'Went home ill',
  })
  await expect(admin.call(api.till.closeFor, { id, reason: 'Again' })).rejects.toEqual(
    refused(409, /closed already/),
  )
  await expect(close(cashier, id, [note(100, 1)])).rejects.toEqual(
    refused(409, /without a count.*not stored/),
  )
  const next = await open(cashier, 10_000)
  expect(
    await admin.call(api.till.closeFor, {
      id: next.id,
      pieces: [note(50, 1)],
      reason: 'Keys left in the door',
    }),
  ).toMatchObject({ counted: 5_000, difference: -5_000, isClosedByOther: true })
})

test('an Admin cannot close a drawer of their own without counting it', async () => {
  const session = await open(admin)
  await expect(admin.call(api.till.closeFor, { id: session.id, reason: 'x' })).rejects.toEqual(
    refused(422, /has to be counted/),
  )
  await close(admin, session.id, [])
})

test('what a cashier counted stays when an Admin gives the reason', async () => {
  const session = await open(cashier, 100_000)
  await close(cashier, session.id, [note(200, 4)])
  expect(await admin.call(api.till.closeFor, { id: session.id, reason: 'Known' })).toMatchObject({
    counted: 80_000,
    isClosedByOther: true,
  })
})

test('a Cashier lists their own shifts, an Admin all, newest first', async () => {
  const session = await open(cashier)
  await close(cashier, session.id, [])
  clock.pass(MINUTE_MS)
  const next = await open(cashier)
  expect((await cashier.call(api.till.list, {})).map(({ id }) => id)).toEqual([next.id, session.id])
  const found = await admin.call(api.till.list.window, { search: 'fatou', limit: 1 })
  expect(found.rows.map(({ id }) => id)).toEqual([next.id])
  expect(found.total).toBeGreaterThan(2)
  const { number } = await cashier.call(api.till.one, { id: session.id })
  expect(await admin.call(api.till.list.window, { search: number ?? '' })).toMatchObject({
    total: 1,
    rows: [{ id: session.id, number }],
  })
})

test('the day of a cashier: sales and commission of each product', async () => {
  await sell(cashier, 'electricity', 100)
  // Sums are kept for each location.
  await db.updateTable('users').set({ location: 'Brikama' }).where('id', '=', cashier.user.id).execute()
  await sell(cashier, 'electricity', 50)
  await sell(cashier, 'airtime', 25)
  expect(await cashier.call(api.till.today, {})).toMatchObject({
    products: [
      { product: 'airtime', sales: 1, tendered: 2_500 },
      { product: 'electricity', sales: 2, tendered: 15_000 },
    ],
    expected: null,
  })
})

test('a user with an open shift is neither deleted nor made an Admin before it is closed', async () => {
  const plain = await world.signIn()
  const session = await open(plain)
  await expect(admin.call(api.users.remove, { id: plain.user.id })).rejects.toEqual(
    refused(422, /has an open shift\. Close it first/),
  )
  await close(plain, session.id, [])
  await admin.call(api.users.remove, { id: plain.user.id })
})

test('the shift is matched with what the utility has for it', async () => {
  const session = await open(cashier)
  const { reference } = await sell(cashier, 'electricity', 100)
  await sell(cashier, 'airtime', 25)
  const other = await hire()
  await sell(other)
  const compared = await admin.call(api.till.compare, { id: session.id })
  expect(compared).toMatchObject({ purchases: [{ match: 'same', sale: { reference } }], missing: [] })
  await expect(admin.call(api.till.compare, { id: 999_999 })).rejects.toEqual(refused(404, /no such shift/))
})

describe('settings', async () => {
  const strict = await openTillDesk({
    env: {
      FLEXPOWER_TILL_REQUIRED: 'on',
      FLEXPOWER_TILL_SHOW_EXPECTED: 'on',
      FLEXPOWER_TILL_REASON_ABOVE: 'off',
    },
  })
  const seller = await strict.hire()

  test('where a shift is required, nobody sells or verifies without one', async () => {
    for (const product of ['electricity', 'airtime', 'postpaid'] as const)
      expect(await strict.sell(seller, product)).toMatchObject({
        status: 'error',
        message: expect.stringMatching(/no open shift\. Nothing was sold and no money moved/),
      })
    const verify = { meter: '37201148261', amount: bututs(10_000), phone: '7712345' }
    await expect(seller.call(api.electricity.verify, verify)).rejects.toThrow(/no open shift/)
    const boss = await strict.world.signIn({ type: 'Admin', mayTakePostpaid: true })
    expect((await strict.sell(boss)).status).toBe('success')
    // The counter is told before it asks.
    const needsShift = async (who: typeof seller) => (await who.call(api.electricity.counter, {})).needsShift
    expect([await needsShift(seller), await needsShift(boss)]).toEqual([true, false])
    expect((await cashier.call(api.electricity.counter, {})).needsShift).toBe(false)
    const session = await strict.open(seller)
    expect(await needsShift(seller)).toBe(false)
    expect((await strict.sell(seller, 'airtime')).status).toBe('success')
    await strict.close(seller, session.id, [])
    expect((await strict.sell(seller)).status).toBe('error')
    await strict.world.expectCleanBooks()
  })

  test('a cashier who may see what is expected sees it, and no reason is needed where none is asked for', async () => {
    const session = await strict.open(seller, 5_000)
    await strict.sell(seller)
    const { session: current } = await seller.call(api.till.current, {})
    expect(current).toMatchObject({ expected: null, figures: { expected: 15_000 } })
    expect(await seller.call(api.till.today, {})).toMatchObject({
      products: [{ tendered: 10_000 }, { tendered: 10_000 }],
      expected: 15_000,
    })
    expect(await strict.close(seller, session.id, [])).toMatchObject({ state: 'closed', difference: -15_000 })
  })
})
