import { bututs, OPERATORS } from '@flexpower/contract'
import { type AirtimeSentinel, airtimeSentinels, demoNumbers } from '@flexpower/simulator/airtime'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ToppedUp } from './airtime.ts'
import { DAY_MS } from '../runtime/clock.ts'
import type { Outcome } from './outcome.ts'
import { openAirtimeCounter } from './testing/airtime-counter.ts'
import { PATIENT, readValue } from './testing/counter.ts'

const PHONE = '3012345'
/** The aggregator's clock at the beginning of the tests. */
const SENT_AT = new Date('2026-11-14T14:20:00Z')
/** Longer than any sentinel takes to decide. */
const DECIDED_MS = 10_000

const counter = openAirtimeCounter()

describe('an order of airtime', () => {
  test('is delivered in full, costs four percent less, and is on their record once', async () => {
    const { control } = counter.airtime
    const before = control.balance()
    const order = counter.orderFor(PHONE, bututs(12_345))
    const told = readValue(await counter.reloadly.topUp(order))
    const [sale, ...others] = counter.soldAs(order)
    expect(others).toEqual([])
    expect(sale).toMatchObject({ phone: PHONE, amount: 12_345, operatorName: 'QCell Gambia' })
    expect(told).toEqual({
      transaction: sale?.transactionId,
      operatorTransaction: sale?.operatorTransactionId,
      delivered: 12_345,
      deliveredAt: new Date(sale?.at ?? 0),
      cost: { currency: 'GMD', cost: 118.51, discount: 4.94, rate: 1 },
    } satisfies Record<keyof ToppedUp, unknown>)
    expect(before - control.balance()).toBe(12_345 - 494)
    expect(readValue(await counter.reloadly.findTopUp(order, SENT_AT))).toEqual(told)
  })

  test.each(OPERATORS)('reaches %s under its own number, which is requested once', async (operator) => {
    const reloadly = counter.connect()
    const before = counter.airtime.control.seen('operators')
    for (let round = 0; round < 3; round += 1) {
      const order = counter.orderFor(PHONE, bututs(5000), operator)
      expect((await reloadly.topUp(order)).kind).toBe('accepted')
      expect(counter.soldAs(order)).toMatchObject([{ operatorName: `${operator} Gambia` }])
    }
    expect(counter.airtime.control.seen('operators') - before).toBe(1)
  })

  test('of an operator that is not listed is refused, and never sent', async () => {
    counter.airtime.control.failNext('operators', {
      status: 200,
      body: '[{"id":1,"name":"QCell Gambia Bundles","bundle":true},{"operatorId":2,"name":"Gamcel Gambia"}]',
    })
    const order = counter.orderFor(PHONE)
    expect(await counter.connect().topUp(order)).toMatchObject({
      kind: 'refused',
      message: 'Airtime of QCell cannot be bought at the moment.',
    })
    expect(counter.soldAs(order)).toEqual([])
  })

  test('whose operator could not be looked up was never sent', async () => {
    const reloadly = counter.connect({ orderMs: 300, timeouts: { totalMs: 300 } })
    const order = counter.orderFor(PHONE)
    for (const fault of ['no answer', 'server error', 'html', 'truncated json'] as const) {
      counter.airtime.control.failNext('operators', fault)
      expect(await reloadly.topUp(order)).toMatchObject({ kind: 'unknown', sent: false })
    }
    expect(counter.soldAs(order)).toEqual([])
    expect(await counter.reloadly.findTopUp(order, SENT_AT)).toEqual({ kind: 'accepted', value: null })
  })

  test('whose access token was lost is refused before anything, and sent once more', async () => {
    await counter.reloadly.operatorOf(PHONE)
    counter.airtime.control.expireTokens()
    const order = counter.orderFor(PHONE)
    expect(await counter.reloadly.topUp(order)).toMatchObject({ kind: 'accepted' })
    expect(counter.soldAs(order)).toHaveLength(1)
  })

  test('that gets a 401 without the documented error is unknown, and not sent again', async () => {
    const order = counter.orderFor(PHONE)
    const before = counter.airtime.control.seen('topUp')
    counter.airtime.control.failNext('topUp', { status: 401, body: '{"error":"?"}' }, 'afterwards')
    expect(await counter.reloadly.topUp(order)).toMatchObject({ kind: 'unknown', sent: true })
    expect(counter.airtime.control.seen('topUp') - before).toBe(1)
  })

  test('under a reference that they know already is unknown, not refused: it is there', async () => {
    const order = counter.orderFor(PHONE)
    const first = readValue(await counter.reloadly.topUp(order))
    expect(await counter.reloadly.topUp(order)).toMatchObject({ kind: 'unknown', sent: true })
    expect(counter.soldAs(order)).toHaveLength(1)
    expect(readValue(await counter.reloadly.findTopUp(order, SENT_AT))).toEqual(first)
  })

  test('that the account cannot pay is refused', async () => {
    const { control } = counter.airtime
    const before = control.balance()
    await control.setBalance(9_599)
    const order = counter.orderFor(PHONE)
    expect(await counter.reloadly.topUp(order)).toMatchObject({
      kind: 'refused',
      code: 'INSUFFICIENT_BALANCE',
    })
    await control.setBalance(before)
    expect(counter.soldAs(order)).toEqual([])
  })

  test('that could not log in was never sent, and no answer shows the secret', async () => {
    const other = counter.connect({}, { clientSecret: 'wrong-secret' })
    counter.airtime.control.failNext('token', {
      status: 401,
      body: '{"errorCode":"INVALID_CREDENTIALS","message":"no client with wrong-secret"}',
    })
    const told = await other.topUp(counter.orderFor(PHONE))
    expect(told).toMatchObject({ kind: 'refused', code: 'INVALID_CREDENTIALS' })
    expect(JSON.stringify(told)).not.toContain('wrong-secret')
    const nobody = counter.connect({}, { url: 'http://127.0.0.1:9' })
    expect(await nobody.topUp(counter.orderFor(PHONE))).toMatchObject({ kind: 'unknown', sent: false })
  })

  test('of five hundred at once takes exactly their cost from the balance, each once', async () => {
    const { control } = counter.airtime
    const before = control.balance()
    const orders = Array.from({ length: 500 }, (_, index) => counter.orderFor(PHONE, bututs(100 + 7 * index)))
    const outcomes = await Promise.all(orders.map((order) => counter.reloadly.topUp(order)))
    expect(new Set(outcomes.map((outcome) => readValue(outcome).transaction)).size).toBe(500)
    const cost = orders.reduce((sum, { amount }) => sum + amount - Math.round(amount * 0.04), 0)
    expect(before - control.balance()).toBe(cost)
  })
})

/** Orders for a sentinel and looks the order up, while time passes there. */
async function orderAndFind({ phone, afterwards }: AirtimeSentinel) {
  const reloadly = counter.connect({ orderMs: afterwards === 'slow' ? 15_000 : 1_500 })
  const order = counter.orderFor(phone)
  const told = await reloadly.topUp(order)
  let found = await reloadly.findTopUp(order, SENT_AT)
  for (let round = 0; round < 3; round += 1) {
    counter.pass(DECIDED_MS)
    found = await reloadly.findTopUp(order, SENT_AT)
  }
  const next = await reloadly.operatorOf(PHONE)
  return { order, told, found, next: next.kind }
}

/** Unknown, or what an answered look-up has found. */
const nameKind = (found: Outcome<object | null>) =>
  found.kind === 'accepted' && found.value && 'kind' in found.value ? found.value.kind : found.kind

describe('a sentinel number is read as the table says, and is ordered once at most', () => {
  const named = airtimeSentinels.map((each) => [each.name, each] as const)

  test.concurrent.each(named)('%s', async (_, sentinel) => {
    const { order, told, found, next } = await orderAndFind(sentinel)
    expect([told.kind, next]).toEqual([sentinel.outcome, 'accepted'])
    if (told.kind === 'unknown') expect(told.sent).toBe(true)
    const delivered = counter.soldAs(order).filter(({ status }) => status === 'SUCCESSFUL')
    expect(counter.soldAs(order).length).toBeLessThanOrEqual(1)
    if (sentinel.ends === 'open')
      expect(nameKind(found)).toBe(sentinel.deliversPercent ? 'contradiction' : 'unknown')
    if (sentinel.ends === 'sold') {
      const { transaction } = readValue(found) as ToppedUp
      expect(delivered).toMatchObject([{ transactionId: transaction, amount: order.amount }])
      if (told.kind === 'accepted') expect(found).toEqual(told)
    }
    if (sentinel.ends === 'not sold') {
      expect(delivered).toEqual([])
      expect(readValue(found)).toSatisfy((value) => value === null || 'kind' in (value as object))
    }
  })

  test('while an order is pending the answer is unknown, and afterwards its money has come back', async () => {
    const { control } = counter.airtime
    for (const [phone, kind] of [
      ['3990001', undefined],
      ['3990002', 'refused'],
      ['3990003', 'refused'],
    ] as const) {
      const before = control.balance()
      const order = counter.orderFor(phone)
      expect(await counter.reloadly.topUp(order)).toMatchObject({ kind: 'unknown', sent: true })
      expect(before - control.balance()).toBe(9_600)
      counter.pass(4_999)
      expect(await counter.reloadly.findTopUp(order, SENT_AT)).toMatchObject({ kind: 'unknown' })
      counter.pass(1)
      expect(readValue(await counter.reloadly.findTopUp(order, SENT_AT))).toMatchObject(kind ? { kind } : {})
      expect(before - control.balance()).toBe(kind === undefined ? 9_600 : 0)
    }
  })
})

describe('the report', () => {
  const reported = (content: unknown[], rest: object = {}) =>
    counter.airtime.control.failNext('report', { status: 200, body: JSON.stringify({ content, ...rest }) })
  const order = { reference: 'FP-R', operator: 'QCell', phone: PHONE, amount: bututs(100) } as const
  const row = {
    transactionId: 1,
    status: 'SUCCESSFUL',
    customIdentifier: 'FP-R',
    recipientPhone: '2203012345',
    deliveredAmount: 1,
    deliveredAmountCurrencyCode: 'GMD',
  }

  test.each([
    ['of another order', [{ ...row, customIdentifier: 'FP-S' }], {}],
    ['with an undocumented status', [{ ...row, status: 'successful?' }], {}],
    ['whose page is empty but whose whole is not', [], { totalElements: 3 }],
    ['without an amount', [{ ...row, deliveredAmount: null }], {}],
    ['without a number', [{ ...row, transactionId: null }], {}],
  ])('%s leaves it open', async (_, content, rest) => {
    reported(content, rest)
    expect(await counter.reloadly.findTopUp(order, SENT_AT)).toMatchObject({ kind: 'unknown' })
  })

  test.each([
    ['another number', { recipientPhone: '2203012346' }],
    ['another currency', { deliveredAmountCurrencyCode: 'USD' }],
    ['another amount delivered', { deliveredAmount: 0.99 }],
    ['another amount delivered', { deliveredAmount: 1.01 }],
    ['another number', { recipientPhone: '2203012346', status: 'FAILED' }],
    ['a time before our order', { balanceInfo: { updatedAt: '2026-11-14 14:09:59' } }],
  ])('that has our reference with %s contradicts the order: %o', async (why, change) => {
    reported([{ ...row, ...change }])
    expect(readValue(await counter.reloadly.findTopUp(order, SENT_AT))).toMatchObject({
      kind: 'contradiction',
      reason: `our reference is on record with ${why}`,
      evidence: {
        ordered: { at: SENT_AT, subject: PHONE, amount: 100, reference: 'FP-R' },
        seen: [{ transaction: '1', reference: 'FP-R' }],
      },
    })
  })

  test('that has our reference twice contradicts the order', async () => {
    reported([row, { ...row, transactionId: 2 }])
    expect(readValue(await counter.reloadly.findTopUp(order, SENT_AT))).toMatchObject({
      reason: 'our reference is on record more than once',
      evidence: { seen: [{ transaction: '1' }, { transaction: '2' }] },
    })
  })

  test('of a time within the tolerance of clocks is accepted', async () => {
    reported([{ ...row, balanceInfo: { updatedAt: '2026-11-14 14:10:00' } }])
    expect(readValue(await counter.reloadly.findTopUp(order, SENT_AT))).toMatchObject({ delivered: 100 })
  })

  test('that is refused leaves it open', async () => {
    counter.airtime.control.failNext('report', {
      status: 403,
      body: '{"errorCode":"ACCESS_DENIED","message":"no"}',
    })
    expect(await counter.reloadly.findTopUp(order, SENT_AT)).toMatchObject({ kind: 'unknown' })
  })

  test('keeps every digit of a number and every butut of an amount', async () => {
    const digits = fc.bigInt({ min: 1n, max: 10n ** 30n }).map(String)
    await fc.assert(
      fc.asyncProperty(digits, digits, fc.nat(10 ** 9), async (theirs, operators, amount) => {
        const whole = `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}000000000`
        counter.airtime.control.failNext('report', {
          status: 200,
          body: `{"content":[{"transactionId":${theirs},"operatorTransactionId":${operators},"status":"SUCCESSFUL",
            "customIdentifier":"FP-R","deliveredAmount":${whole},"balanceInfo":{"updatedAt":"2026-11-14 14:20:07"}}]}`,
        })
        const asked = { ...order, amount: bututs(amount) }
        expect(readValue(await counter.reloadly.findTopUp(asked, SENT_AT))).toEqual({
          transaction: theirs,
          operatorTransaction: operators,
          delivered: amount,
          deliveredAt: new Date('2026-11-14T14:20:07Z'),
          cost: { currency: null, cost: null, discount: null, rate: null },
        })
      }),
      { numRuns: 50 },
    )
  })
})

describe('the list of a day', () => {
  test('has every top-up of it, on however many pages, and none of another day', async () => {
    const alone = counter.connect({ timeouts: PATIENT })
    counter.pass(3 * DAY_MS)
    const day = counter.today()
    const orders = Array.from({ length: 450 }, () => counter.orderFor(PHONE))
    await Promise.all(orders.map((order) => alone.topUp(order)))
    const failed = counter.orderFor('3990005')
    await alone.topUp(failed)
    await alone.topUp(counter.orderFor('3990004'))
    counter.pass(DAY_MS)
    await alone.topUp(counter.orderFor(PHONE))
    const before = counter.airtime.control.seen('report')
    const listed = readValue(await alone.listTopUps(day))
    expect(counter.airtime.control.seen('report') - before).toBe(3)
    expect(listed.filter(({ status }) => status === 'delivered').map(({ reference }) => reference)).toEqual(
      expect.arrayContaining(orders.map(({ reference }) => reference)),
    )
    expect(listed).toHaveLength(452)
    const [sale] = counter.soldAs(failed)
    expect(listed.find(({ reference }) => reference === failed.reference)).toEqual({
      transaction: sale?.transactionId,
      reference: failed.reference,
      phone: '3990005',
      ordered: 10_000,
      delivered: 10_000,
      rounding: 0,
      cost: { currency: 'GMD', cost: 96, discount: 4, rate: 1 },
      status: 'given up',
      at: new Date(sale?.at ?? 0),
    })
    expect(listed.filter(({ status }) => status === 'under way')).toMatchObject([{ phone: '3990004' }])
  })

  const row = {
    transactionId: 1,
    status: 'SUCCESSFUL',
    deliveredAmount: 1,
    transactionDate: '2026-11-14 14:20:00',
  }
  test.each([
    ['that lacks some of what it counts', { content: [row], totalElements: 2 }],
    ['that does not say how many there are', { content: [row] }],
    [
      'with a line that does not say when',
      { content: [{ ...row, transactionDate: null }], totalElements: 1 },
    ],
  ])('%s is unknown, and no shorter list', async (_, page) => {
    const body = JSON.stringify(page)
    counter.airtime.control.failNext('report', { status: 200, body })
    counter.airtime.control.failNext('report', { status: 200, body: body.replace(/\[.*\]/, '[]') })
    expect(await counter.reloadly.listTopUps(counter.today())).toMatchObject({ kind: 'unknown' })
  })
})

describe('the operator of a number', () => {
  test.each(demoNumbers)('is found for $phone, ported or not', async ({ phone, operator }) => {
    expect(`${readValue(await counter.reloadly.operatorOf(phone))} Gambia`).toBe(operator.name)
  })

  test('that we do not sell is null, and one that nobody knows is refused', async () => {
    counter.airtime.control.failNext('detect', { status: 200, body: '{"id":1,"name":"Netpage Gambia"}' })
    expect(await counter.reloadly.operatorOf(PHONE)).toEqual({ kind: 'accepted', value: null })
    expect(await counter.reloadly.operatorOf('8012345')).toMatchObject({
      kind: 'refused',
      code: 'COULD_NOT_AUTO_DETECT_OPERATOR',
    })
  })
})

test('after silences orders wait until the list of operators has been read again', async () => {
  let now = 0
  const reloadly = counter.connect({ breaker: { silencesMost: 2, pauseMs: 5000 }, now: () => now })
  const { control } = counter.airtime
  for (let round = 0; round < 2; round += 1) {
    control.failNext('topUp', 'server error')
    expect(await reloadly.topUp(counter.orderFor(PHONE))).toMatchObject({ kind: 'unknown', sent: true })
  }
  expect(reloadly.health().state).toBe('down')
  expect(await reloadly.topUp(counter.orderFor(PHONE))).toMatchObject({
    kind: 'unknown',
    sent: false,
    reason: 'the aggregator has not answered lately, so nothing is sent to it for a moment',
  })
  now = 5000
  expect(await reloadly.topUp(counter.orderFor(PHONE))).toMatchObject({ kind: 'accepted' })
  expect(reloadly.health().state).toBe('up')
})
