import { bututs } from '@flexpower/contract'
import { dollarAccount } from '@flexpower/simulator/airtime'
import { afterEach, describe, expect, test } from 'vitest'
import type { TopUpOrder } from './airtime.ts'
import { openAirtimeCounter } from './testing/airtime-counter.ts'
import { readValue } from './testing/counter.ts'

const PHONE = '3012345'
const QCELL = 1207
const SENT_AT = new Date('2026-11-14T14:20:00Z')

/** Of an account in dollars, as most are: 70.35 dalasi each. */
const counter = openAirtimeCounter({ account: dollarAccount })
const setTerms = (terms: Parameters<typeof counter.airtime.control.setTerms>[1]) =>
  counter.airtime.control.setTerms(QCELL, terms)
afterEach(() => setTerms({ supportsLocalAmounts: true, fixed: null }))

/** Reads again which amounts the operators accept. */
async function order(
  amount: number,
): Promise<[TopUpOrder, Awaited<ReturnType<typeof counter.reloadly.topUp>>]> {
  const given = counter.orderFor(PHONE, bututs(amount))
  return [given, await counter.connect().topUp(given)]
}

describe('an account in another currency', () => {
  test('is charged in that currency; cost, discount and rate come with the answer, and with the report', async () => {
    const [given, told] = await order(10_000)
    expect(readValue(told)).toMatchObject({
      delivered: 10_000,
      cost: { currency: 'USD', cost: 1.36, discount: 0.06, rate: 70.42254 },
    })
    expect(readValue(await counter.reloadly.findTopUp(given, SENT_AT))).toEqual(readValue(told))
    const [listed] = readValue(await counter.reloadly.listTopUps(counter.today()))
    expect(listed).toMatchObject({ ordered: null, delivered: 10_000, cost: { cost: 1.36 } })
  })

  test('whose answer leaves the cost out has none on record, and is still delivered', async () => {
    const given = counter.orderFor(PHONE)
    const answer = {
      transactionId: 1,
      status: 'SUCCESSFUL',
      customIdentifier: given.reference,
      deliveredAmount: 100,
      requestedAmount: 'n/a',
      discount: {},
      balanceInfo: { oldBalance: 250.5, newBalance: 249.14, currencyCode: 'USD' },
    }
    counter.airtime.control.failNext('topUp', { status: 200, body: JSON.stringify(answer) })
    expect(readValue(await counter.reloadly.topUp(given)).cost).toEqual({
      currency: 'USD',
      cost: 1.36,
      discount: null,
      rate: null,
    })
    const bare = counter.orderFor(PHONE)
    const without = { ...answer, customIdentifier: bare.reference, balanceInfo: null }
    counter.airtime.control.failNext('topUp', { status: 200, body: JSON.stringify(without) })
    expect(readValue(await counter.reloadly.topUp(bare)).cost).toEqual({
      currency: null,
      cost: null,
      discount: null,
      rate: null,
    })
  })

  test('gives its balance in its own currency', async () => {
    await counter.airtime.control.setBalance(12_345)
    expect(readValue(await counter.reloadly.balance())).toEqual({ currency: 'USD', amount: 12_345 })
    await counter.airtime.control.setBalance(10_000_000)
    counter.airtime.control.failNext('balance', 'server error')
    expect((await counter.reloadly.balance()).kind).toBe('unknown')
  })
})

describe('an operator that accepts no local amounts', () => {
  test('is ordered from in the account’s currency, rounded up: the phone receives no less', async () => {
    setTerms({ supportsLocalAmounts: false })
    const [given, told] = await order(10_000)
    expect(counter.soldAs(given)).toMatchObject([{ charged: { requested: 143 }, amount: 10_060 }])
    expect(readValue(told)).toMatchObject({ delivered: 10_060, cost: { currency: 'USD', rate: 70.34965 } })
    expect(readValue(await counter.reloadly.findTopUp(given, SENT_AT))).toEqual(readValue(told))
    const listed = readValue(await counter.reloadly.listTopUps(counter.today()))
    expect(listed.find(({ reference }) => reference === given.reference)).toMatchObject({ rounding: 71 })
  })

  test('that delivers less, or more than the rounding explains, contradicts the order', async () => {
    for (const delivered of [99.99, 100.72]) {
      const given = counter.orderFor(PHONE)
      const row = {
        transactionId: 1,
        status: 'SUCCESSFUL',
        customIdentifier: given.reference,
        requestedAmount: 1.43,
        requestedAmountCurrencyCode: 'USD',
        deliveredAmount: delivered,
      }
      const body = JSON.stringify({ content: [row], totalElements: 1 })
      counter.airtime.control.failNext('report', { status: 200, body })
      expect(readValue(await counter.reloadly.findTopUp(given, SENT_AT))).toMatchObject({
        kind: 'contradiction',
      })
    }
  })

  test('and whose rate is unknown cannot be ordered from', async () => {
    counter.airtime.control.failNext('operators', {
      status: 200,
      body: '[{"id":1207,"name":"QCell Gambia","supportsLocalAmounts":false,"fx":{"rate":null}}]',
    })
    const [given, told] = await order(10_000)
    expect(told).toMatchObject({ kind: 'refused', code: 'OPERATOR_NOT_LISTED' })
    expect(counter.soldAs(given)).toEqual([])
  })
})

describe('an operator with fixed amounts', () => {
  test('accepts those only; another is refused with the list, and never sent', async () => {
    setTerms({ fixed: [1_000, 2_500, 5_000] })
    const before = counter.airtime.control.seen('topUp')
    const [, refused] = await order(2_000)
    expect(refused).toMatchObject({
      kind: 'refused',
      message:
        'QCell sells only GMD 10.00, GMD 25.00 and GMD 50.00. Nothing was sold; choose another amount.',
    })
    expect(counter.airtime.control.seen('topUp')).toBe(before)
    expect(readValue((await order(2_500))[1])).toMatchObject({ delivered: 2_500 })
  })

  test('in the account’s currency accepts what they are worth', async () => {
    setTerms({ supportsLocalAmounts: false, fixed: [100, 500] })
    const offers = readValue(await counter.connect().operators())
    expect(offers.find(({ operator }) => operator === 'QCell')).toEqual({
      operator: 'QCell',
      amounts: [7_035, 35_175],
      least: null,
      most: null,
    })
    const [given, told] = await order(35_175)
    expect(counter.soldAs(given)).toMatchObject([{ charged: { requested: 500 } }])
    expect(readValue(told)).toMatchObject({ delivered: 35_175 })
  })

  test('of which none can be read sells nothing', async () => {
    setTerms({ fixed: [] })
    expect((await order(10_000))[1]).toMatchObject({ kind: 'refused', code: 'OPERATOR_NOT_LISTED' })
  })
})

test('an amount outside an operator’s range is refused with the range, and never sent', async () => {
  const before = counter.airtime.control.seen('topUp')
  expect((await order(1_000_001))[1]).toMatchObject({
    kind: 'refused',
    message: 'QCell takes GMD 1.00 to GMD 10,000.00. Nothing was sold; choose another amount.',
  })
  expect(counter.airtime.control.seen('topUp')).toBe(before)
})

test.each(['bundle', 'data', 'pin', 'comboProduct'])(
  'a %s under the operator’s own name never replaces the operator, wherever it is listed',
  async (kind) => {
    const plain = { id: QCELL, name: 'QCell Gambia' }
    const other = { id: 1, name: 'QCell Gambia', [kind]: true }
    for (const listed of [
      [plain, other],
      [other, plain],
      // One that does not say what it is.
      [{ id: 2, name: 'QCell Gambia Weekend' }, plain, { id: 3, name: 'QCell Gambia Plus' }],
    ]) {
      counter.airtime.control.failNext('operators', { status: 200, body: JSON.stringify(listed) })
      const [given] = await order(10_000)
      expect(counter.soldAs(given)).toMatchObject([{ operatorId: QCELL }])
    }
  },
)
