import { sentinels } from '@flexpower/simulator'
import { describe, expect, test } from 'vitest'
import { openCounter, valueOf } from './testing/counter.ts'
import type { Order } from './utility.ts'

const counter = openCounter()

/** Sells to a sentinel and looks the sale up, a few times if need be. */
async function sellAndFind(sentinel: (typeof sentinels)[number]) {
  const gateway = counter.connect({ orderMs: sentinel.afterwards === 'slow' ? 15_000 : 2_000 })
  const order = await counter.orderFor(sentinel.meter)
  const sentAt = new Date()
  const sold = await gateway.sell(order)
  let found = await gateway.findSale(order, sentAt)
  for (let round = 0; round < 3 && found.kind === 'unknown'; round += 1)
    found = await gateway.findSale(order, sentAt)
  const next = await gateway.vendorInfo()
  return { sold, found, times: counter.soldAs(order).length, next: next.kind }
}

const ending = (ends: (typeof sentinels)[number]['ends']) =>
  sentinels.filter((each) => each.ends === ends).map((each) => [each.name, each] as const)

describe('a sentinel meter is read as the table says, and sells once at most', () => {
  test.concurrent.each(ending('sold'))('%s', async (_, sentinel) => {
    const { sold, found, times, next } = await sellAndFind(sentinel)
    expect([sold.kind, times, next]).toEqual([sentinel.outcome, 1, 'accepted'])
    const vended = valueOf(found)
    expect(sold.kind === 'accepted' ? sold.value : vended).toEqual(vended)
    const keyed = []
    for (const token of vended?.tokens ?? [])
      keyed.push(await counter.utility.control.keyIn(sentinel.meter, token))
    expect(keyed.map(({ kind }) => kind)).toEqual(
      keyed.length === 3 ? Array(3).fill('accepted') : ['accepted'],
    )
  })

  test.concurrent.each(ending('not sold'))('%s', async (_, sentinel) => {
    const { sold, found, times, next } = await sellAndFind(sentinel)
    expect([sold.kind, times, next]).toEqual([sentinel.outcome, 0, 'accepted'])
    expect(found).toEqual({ kind: 'accepted', value: null })
  })

  test.concurrent.each(ending('open'))('%s', async (_, sentinel) => {
    const { sold, found, times, next } = await sellAndFind(sentinel)
    expect([sold.kind, times, next]).toEqual([sentinel.outcome, 1, 'accepted'])
    expect(found.kind).toBe('unknown')
  })

  test('and the answer is lost only after the order was sent', async () => {
    const order = await counter.orderFor('99900000045')
    expect(await counter.incms.sell(order)).toMatchObject({ kind: 'unknown', sent: true })
  })
})

describe('a lost answer is looked up', () => {
  async function lost(): Promise<Order> {
    const order = await counter.orderFor(counter.newMeter())
    counter.utility.control.failNext('sell', 'server error', 'afterwards')
    expect(await counter.incms.sell(order)).toMatchObject({ kind: 'unknown' })
    return order
  }
  const cannot = () =>
    counter.utility.control.failNext('lookUp', {
      status: 400,
      body: '{"code":"E1","msgUser":"meterSerial is mandatory"}',
    })

  test('by our reference', async () => {
    const order = await lost()
    expect(valueOf(await counter.incms.findSale(order, new Date()))?.tokens).toEqual(
      counter.soldAs(order)[0]?.creditTokens,
    )
  })

  test('in the purchases of the meter where the utility does not know references', async () => {
    const order = await lost()
    cannot()
    expect(valueOf(await counter.incms.findSale(order, new Date()))?.tokens).toEqual(
      counter.soldAs(order)[0]?.creditTokens,
    )
  })

  test('and is not found only when the purchases do not have it either', async () => {
    const order = await counter.orderFor(counter.newMeter())
    expect(await counter.incms.findSale(order, new Date())).toEqual({ kind: 'accepted', value: null })
    counter.utility.control.failNext('customerEnquiry', 'server error')
    expect(await counter.incms.findSale(order, new Date())).toMatchObject({ kind: 'unknown' })
    counter.utility.control.failNext('customerEnquiry', { status: 400, body: '{"code":"E2","msgUser":"no"}' })
    expect(await counter.incms.findSale(order, new Date())).toMatchObject({
      kind: 'unknown',
      reason: 'the utility refused to tell (E2)',
    })
  })

  test('and another sale of the same meter is not taken for it', async () => {
    const first = await counter.orderFor(counter.newMeter())
    await counter.incms.sell(first)
    const second = { ...first, reference: 'FP-another' }
    expect(await counter.incms.findSale(second, new Date())).toEqual({ kind: 'accepted', value: null })
  })

  test.each([
    ['nothing ties it to an order', ['""'], 'nothing says whose it is'],
    ['two carry our reference', ['"X 1"', '"X 2"'], 'two sales with our reference'],
  ])('and stays unknown when %s', async (_, comments, reason) => {
    const order = { ...(await counter.orderFor(counter.newMeter())), reference: 'X' }
    const rows = comments.map(
      (comment) =>
        `{"transactionId":1,"meterSerial":"${order.meter}","dateTransaction":1700000000000,"totalAmount":490,"comment":${comment}}`,
    )
    cannot()
    counter.utility.control.failNext('customerEnquiry', { status: 200, body: `[${rows.join(',')}]` })
    expect(await counter.incms.findSale(order, new Date())).toMatchObject({
      kind: 'unknown',
      reason: expect.stringContaining(reason) as string,
    })
  })
})
