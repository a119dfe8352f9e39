import { api, API_BASE } from '@flexpower/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { countSession } from '../../ledger/till.ts'
import { readOpenTills } from '../../ledger/till-figures.ts'
import { changeFor, note, openTillDesk } from './testing/till-desk.ts'

const { world, admin, hire, open, close, move, sell, sellUnheard, sellLost, readVend } = await openTillDesk()
const { db, clock } = world

let cashier: Awaited<ReturnType<typeof hire>>
beforeEach(async () => {
  cashier = await hire()
})
afterEach(world.expectCleanBooks)

const readCurrent = () => cashier.call(api.till.current, {})
const refused = (status: number, message: RegExp) =>
  expect.objectContaining({ status, message: expect.stringMatching(message) })

describe('the count', () => {
  test('is blind: no call tells a cashier what is expected before it is stored', async () => {
    const session = await open(cashier, 12_345)
    await sell(cashier, 'electricity', 77)
    await move(cashier, 'drop', 500)
    for (const path of ['current', 'today', 'sessions', 'sessions?limit=5', `sessions/${session.id}`]) {
      const { status, body } = await cashier.send('GET', `${API_BASE}till/${path}`)
      expect(status).toBe(200)
      expect(JSON.stringify(body), path).not.toContain('195.45')
      expect(JSON.stringify(body), path).not.toMatch(/"(expected|difference)":\d/)
      // Nor what it follows from: the opening and the movements are the cashier's own.
      expect(JSON.stringify(body), path).not.toMatch(/[:-]77[,}]/)
    }
    const hidden = await cashier.call(api.till.today, {})
    expect(hidden.products).toMatchObject([{ product: 'electricity', sales: 1, tendered: null }])
    const seen = await close(cashier, session.id, changeFor(19_525), 'Lost')
    expect(seen).toMatchObject({ expected: 19_545 })
    expect((await cashier.call(api.till.today, {})).products).toMatchObject([{ tendered: 7_700 }])
  })

  test('is not blind for an Admin', async () => {
    const session = await open(cashier, 12_345)
    await sell(cashier, 'electricity', 77)
    await move(cashier, 'drop', 500)
    // An Admin reads it at any time: an X report.
    const report = await admin.call(api.till.one, { id: session.id })
    expect(report).toMatchObject({ state: 'open', expected: null, figures: { expected: 19_545 } })
    expect(await readOpenTills(db)).toContainEqual(
      expect.objectContaining({ user_id: cashier.user.id, expected: 19_545 }),
    )
  })

  test('is stored once: a difference above the limit waits for a reason, and cannot be counted again', async () => {
    const session = await open(cashier, 100_000)
    const counted = await close(cashier, session.id, [note(200, 4)])
    expect(counted).toMatchObject({
      state: 'counted',
      expected: 100_000,
      counted: 80_000,
      difference: -20_000,
      needsReason: true,
      number: null,
    })
    await expect(close(cashier, session.id, [note(200, 5)])).rejects.toEqual(
      refused(409, /counted already: GMD 800\.00.*your new one was not stored/),
    )
    await expect(move(cashier, 'in', 20_000)).rejects.toEqual(
      refused(422, /counted already.*Nothing was recorded/),
    )
    expect((await readVend((await sell(cashier)).reference)).till_session_id).toBeNull()
    const closed = await close(cashier, session.id, [note(200, 4)], 'A customer left without paying')
    expect(closed).toMatchObject({
      state: 'closed',
      reason: 'A customer left without paying',
      needsReason: false,
    })
  })

  test('with a note that does not exist, or twice, is refused, and nothing is stored', async () => {
    const session = await open(cashier)
    await expect(close(cashier, session.id, [note(500, 1)])).rejects.toEqual(
      refused(422, /does not exist here/),
    )
    await expect(close(cashier, session.id, [note(200, 1), note(200, 2)])).rejects.toEqual(
      refused(422, /the same note or coin twice/),
    )
    expect((await readCurrent()).session).toMatchObject({ state: 'open' })
  })

  test.each([
    [1e15, 1],
    [9e12, 99_999],
  ])('with an impossible note of %d, %d times, is refused as well', async (value, pieces) => {
    const session = await open(cashier)
    const body = { session_id: session.id, count: [{ kind: 'note', value, pieces }] }
    expect(await cashier.send('POST', `${API_BASE}till/close`, { body })).toMatchObject({ status: 422 })
    expect((await readCurrent()).session).toMatchObject({ state: 'open' })
  })

  test('repeated after a lost answer gives the same slip; closing at the same moment closes once', async () => {
    const session = await open(cashier)
    await sell(cashier)
    const pieces = [note(100, 1)]
    const slips = await Promise.all(Array.from({ length: 6 }, () => close(cashier, session.id, pieces)))
    slips.push(await close(cashier, session.id, [...pieces, note(50, 0)]))
    expect(new Set(slips.map((slip) => JSON.stringify(slip))).size).toBe(1)
    await expect(close(cashier, session.id, [note(100, 2)])).rejects.toEqual(refused(409, /counted already/))
  })

  test('has every sale that was opened before it, however many are opened at that moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const session = await open(cashier)
      const sales = Array.from({ length: 8 }, () => sell(cashier))
      const closing = close(cashier, session.id, [], 'Nothing counted')
      await Promise.all(sales)
      const { figures } = await closing
      const vends = await db
        .selectFrom('vend')
        .select('tendered')
        .where('till_session_id', '=', session.id)
        .where('state', '<>', 'voided')
        .execute()
      expect(figures?.expected).toBe(vends.length * 10_000)
    }
  })

  test('numbers the slips without a gap, whoever closes at the same moment', async () => {
    const others = await Promise.all(Array.from({ length: 5 }, () => hire('Lamin Touray')))
    const sessions = await Promise.all(others.map((who) => open(who)))
    const slips = await Promise.all(others.map((who, place) => close(who, sessions[place]!.id, [])))
    const numbers = slips.map(({ number }) => Number(number?.slice(2))).toSorted((a, b) => a - b)
    expect(numbers.map((number) => number - numbers[0]!)).toEqual([0, 1, 2, 3, 4])
  })
})

describe('a sale in doubt at the count', () => {
  test('is listed and carried, and its cash is expected; sold later, nothing is owed', async () => {
    const session = await open(cashier)
    const { status, reference } = await sellUnheard(cashier, 150)
    expect(status).toBe('pending')
    const closed = await close(cashier, session.id, [note(100, 1), note(50, 1)])
    expect(closed).toMatchObject({
      expected: 15_000,
      difference: 0,
      inDoubt: [{ reference, tendered: 15_000, refundedAt: null }],
      figures: { products: [{ product: 'electricity', sales: 0, inDoubt: 1, inDoubtAmount: 15_000 }] },
    })
    await world.recover()
    expect((await readCurrent()).refunds).toEqual([])
    const later = await cashier.call(api.till.one, { id: session.id })
    expect(later.inDoubt).toMatchObject([{ reference, state: 'confirmed' }])
    // The slip is as it was printed.
    expect(later.figures).toEqual(closed.figures)
  })

  test('voided later is owed to the customer, and is paid back once, from the next shift', async () => {
    const session = await open(cashier)
    const { reference } = await sellLost(cashier, 150)
    await close(cashier, session.id, [note(100, 1), note(50, 1)])
    await world.recover()
    const [owed] = (await readCurrent()).refunds
    expect(owed).toMatchObject({ reference, state: 'voided', tendered: 15_000 })
    const pay = () => cashier.call(api.till.refund, { sale: owed?.id ?? 0 })
    await expect(pay()).rejects.toEqual(refused(422, /no open shift.*Nothing was recorded/))
    const next = await open(cashier, 20_000)
    const stranger = await hire()
    await open(stranger)
    await expect(stranger.call(api.till.refund, { sale: owed?.id ?? 0 })).rejects.toEqual(
      refused(422, /No money is owed/),
    )
    const ends = await Promise.allSettled([pay(), pay(), pay()])
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
    await expect(pay()).rejects.toEqual(refused(409, /do not pay it again/))
    expect((await readCurrent()).refunds).toEqual([])
    expect(await close(cashier, next.id, changeFor(5_000))).toMatchObject({
      expected: 5_000,
      difference: 0,
      movements: [{ kind: 'refund', amount: 15_000, reference }],
    })
  })

  test('voided after its cashier was deleted is paid back by an Admin, from the Admin’s own drawer', async () => {
    const gone = await hire('Lamin Touray')
    const session = await open(gone)
    const { reference } = await sellLost(gone, 150)
    await close(gone, session.id, [note(100, 1), note(50, 1)])
    await world.recover()
    await db.updateTable('users').set({ deleted_at: clock.now() }).where('id', '=', gone.user.id).execute()
    const sale = (await readVend(reference)).id
    const pay = () => admin.call(api.till.refund, { sale })
    await expect(pay()).rejects.toEqual(refused(422, /no open shift.*Nothing was recorded/))
    const own = await open(admin, 20_000)
    expect(await pay()).toMatchObject({
      id: own.id,
      movements: [{ kind: 'refund', amount: 15_000, reference }],
    })
    await expect(pay()).rejects.toEqual(refused(409, /do not pay it again/))
    const { cashiers } = await admin.call(api.till.wall, {})
    expect(cashiers.find((row) => row.cashier === gone.user.id)).toBeUndefined()
    expect(await admin.call(api.till.one, { id: session.id })).toMatchObject({
      inDoubt: [{ reference, refundedAt: clock.now() }],
    })
    expect(await close(admin, own.id, changeFor(5_000))).toMatchObject({ expected: 5_000, difference: 0 })
  })

  test('voided between a count and its sums, after a crash, is carried like any other', async () => {
    const session = await open(cashier)
    const { reference } = await sellLost(cashier, 150)
    const pieces = [note(100, 1), note(50, 1)]
    const counted = { id: session.id, by: cashier.user.id, pieces, at: clock.now() }
    expect([await countSession(db, counted), await countSession(db, counted)]).toEqual([true, false])
    await world.recover()
    expect((await readCurrent()).session).toMatchObject({ state: 'counted', counted: 15_000, expected: null })
    expect(await close(cashier, session.id, pieces)).toMatchObject({
      state: 'closed',
      expected: 15_000,
      difference: 0,
      inDoubt: [{ reference, state: 'voided' }],
    })
    expect((await readCurrent()).refunds).toMatchObject([{ reference }])
  })

  test('that somebody else finishes after a crash was counted by whoever counted it, in the audit too', async () => {
    const session = await open(cashier)
    await countSession(db, { id: session.id, by: cashier.user.id, pieces: [], at: clock.now() })
    await admin.call(api.till.closeFor, { id: session.id, reason: 'The power went' })
    const acts = await admin.call(api.acts.list, { record: `till/${session.id}` })
    expect(acts).toMatchObject([
      { action: 'closed the shift of another user', actor: admin.user.name },
      { action: 'counted a drawer', actor: 'Fatou Ceesay' },
      { action: 'opened a shift', actor: 'Fatou Ceesay' },
    ])
    expect(new Set(acts.map(({ title }) => title)).size).toBe(1)
  })

  test('voided in its shift was given back at once, and is neither expected nor owed', async () => {
    const session = await open(cashier)
    await sellLost(cashier, 150)
    await world.recover()
    expect(await close(cashier, session.id, [])).toMatchObject({
      expected: 0,
      inDoubt: [],
      figures: { products: [{ sales: 0, voided: 1, voidedAmount: 15_000 }], firstReference: null },
    })
    expect((await readCurrent()).refunds).toEqual([])
  })
})
