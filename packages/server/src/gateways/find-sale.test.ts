import { bututs, type EvidenceLine } from '@flexpower/contract'
import { sentinels } from '@flexpower/simulator'
import { describe, expect, test } from 'vitest'
import { explainMismatch } from './find-sale.ts'
import type { Outcome } from './outcome.ts'
import { makeReference, openCounter, faceNames, readValue } from './testing/counter.ts'
import type { ElectricityOrder, Vended } from './utility.ts'

const OURS = makeReference(99_100)
const OTHERS = makeReference(99_101)
const HOUR_MS = 3_600_000
/** Its records do not say for which order they are. */
const NO_REFERENCE = '99900000284'
const ORDERED: EvidenceLine = {
  transaction: '',
  receipt: '',
  at: null,
  subject: '07514196810',
  amount: bututs(49_000),
  reference: OURS,
}

describe('a record in the evidence may be chosen as the order,', () => {
  test.each([
    ['as it was ordered', {}, null],
    ['with a meter that is written differently', { subject: '7514 196810' }, null],
    ['without a meter', { subject: '' }, null],
    ['without a reference', { reference: '' }, null],
    ['with a foreign comment', { reference: 'paid at the post office' }, null],
    [
      'but not with another amount',
      { amount: bututs(49_001) },
      'Its amount is not the one that was ordered.',
    ],
    ['nor without an amount', { amount: null }, 'Its amount is not the one that was ordered.'],
    ['nor for another meter', { subject: '37201148261' }, 'It is for another customer.'],
    ['nor with another reference', { reference: OTHERS }, 'It names another order.'],
    ['nor with a second reference', { reference: `${OURS} ${OTHERS}` }, 'It names another order.'],
  ])('%s', (_, change, why) => {
    expect(explainMismatch(ORDERED, { ...ORDERED, transaction: '5000', ...change })).toBe(why)
  })
})

describe.each(faceNames)('on the face %s,', (face) => {
  const counter = openCounter(face)

  function readSold(found: Outcome<Vended | object | null>): Vended {
    const value = readValue(found)
    if (value === null || !('tokens' in value))
      throw new Error(`Expected a sale, got ${JSON.stringify(value)}`)
    return value
  }

  /** Sells to a sentinel and looks the sale up, several times if needed. */
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
      const vended = readSold(found)
      // A record may list the tokens differently from the answer, and so say more or less about each.
      const tokenNames = expect.any(Array) as string[]
      expect(sold.kind === 'accepted' ? sold.value : vended).toEqual({ ...vended, tokenNames })
      const keyed = []
      for (const token of vended.tokens)
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
      if (sentinel.recordsMore === undefined) expect(found.kind).toBe('unknown')
      else expect(readValue(found)).toMatchObject({ kind: 'contradiction' })
    })

    test('and the answer is lost only after the order was sent', async () => {
      const order = await counter.orderFor('99900000045')
      expect(await counter.incms.sell(order)).toMatchObject({ kind: 'unknown', sent: true })
    })
  })

  describe('a lost answer is looked up', () => {
    async function lost(): Promise<ElectricityOrder> {
      const order = await counter.orderFor(counter.newMeter())
      counter.utility.control.failNext('sell', 'server error', 'afterwards')
      expect(await counter.incms.sell(order)).toMatchObject({ kind: 'unknown' })
      return order
    }
    test('by our reference', async () => {
      const order = await lost()
      expect(readSold(await counter.incms.findSale(order, new Date())).tokens).toEqual(
        counter.soldAs(order)[0]?.creditTokens,
      )
    })

    test('in the purchases of the meter if the utility does not know references', async () => {
      const order = await lost()
      cannot()
      expect(readSold(await counter.incms.findSale(order, new Date())).tokens).toEqual(
        counter.soldAs(order)[0]?.creditTokens,
      )
    })

    test('and is not found only if the purchases do not have it either', async () => {
      const order = await counter.orderFor(counter.newMeter())
      expect(await counter.incms.findSale(order, new Date())).toEqual({ kind: 'accepted', value: null })
      counter.utility.control.failNext('customerEnquiry', 'server error')
      expect(await counter.incms.findSale(order, new Date())).toMatchObject({ kind: 'unknown' })
      counter.utility.control.failNext('customerEnquiry', {
        status: 400,
        body: '{"code":"E2","msgUser":"no"}',
      })
      expect(await counter.incms.findSale(order, new Date())).toMatchObject({
        kind: 'unknown',
        reason: 'the utility refused the look-up (E2)',
      })
    })

    test.each([-26, 26, -6 * 24, 6 * 24])(
      'and is never called absent because our clock was %d hours wrong',
      async (hours) => {
        const order = await lost()
        cannot()
        const found = readValue(await counter.incms.findSale(order, new Date(Date.now() + hours * HOUR_MS)))
        // From the future it contradicts the order, and an Admin decides.
        expect(found).toMatchObject(
          hours > 0 ? { kind: 'contradiction' } : { tokens: counter.soldAs(order)[0]?.creditTokens },
        )
      },
    )

    test('and another sale of the same meter is not taken for it', async () => {
      const first = await counter.orderFor(counter.newMeter())
      await counter.incms.sell(first)
      const second = { ...first, reference: makeReference(99_001) }
      expect(await counter.incms.findSale(second, new Date())).toEqual({ kind: 'accepted', value: null })
    })

    test('by the records behind the lines if the list leaves out references', async () => {
      const meter = counter.newMeter()
      const [earlier, order] = [await counter.orderFor(meter), await counter.orderFor(meter)]
      await counter.incms.sell(earlier)
      counter.utility.control.failNext('sell', 'server error', 'afterwards')
      await counter.incms.sell(order)
      cannot()
      const lines = [earlier, order].flatMap(counter.soldAs).map(({ transactionId, receipt, at }) => ({
        transactionId,
        receipt,
        meterSerial: meter,
        dateTransaction: at,
        totalAmount: 490,
      }))
      list(lines)
      expect(readSold(await counter.incms.findSale(order, new Date())).tokens).toEqual(
        counter.soldAs(order)[0]?.creditTokens,
      )
      cannot()
      list(lines.slice(0, 1))
      expect(await counter.incms.findSale(order, new Date())).toEqual({ kind: 'accepted', value: null })
    })

    test.each([
      ['fails', 'server error'],
      ['is null', { status: 200, body: 'null' }],
      ['is about another sale', { status: 200, body: '{"transactionId":1,"totalPayment":3,"comment":"x"}' }],
    ] as const)('by the list when the query by our reference %s', async (_, fault) => {
      const order = await lost()
      counter.utility.control.failNext('lookUp', fault)
      expect(readSold(await counter.incms.findSale(order, new Date())).tokens).toHaveLength(1)
      const never = await counter.orderFor(counter.newMeter())
      counter.utility.control.failNext('lookUp', fault)
      expect(await counter.incms.findSale(never, new Date())).toEqual({ kind: 'accepted', value: null })
    })
  })

  const SENT_AT = new Date('2026-11-14T14:20:00Z')
  const AT = SENT_AT.getTime() + 5_000

  /** References are unknown, and the utility lists these lines, based on a line of our own sale. */
  function list(lines: readonly object[]) {
    counter.utility.control.failNext('customerEnquiry', {
      status: 200,
      body: JSON.stringify({ data: lines }),
    })
  }
  const cannot = () =>
    counter.utility.control.failNext('lookUp', {
      status: 400,
      body: '{"code":"E1","msgUser":"meterSerial is mandatory"}',
    })

  async function findAmong(...changes: object[]) {
    const order = { ...(await counter.orderFor('07514196810')), reference: OURS }
    cannot()
    list(
      changes.map((change, index) => ({
        transactionId: 5000 + index,
        meterSerial: order.meter,
        dateTransaction: AT,
        totalAmount: 490,
        comment: `${OURS} 3901234`,
        ...change,
      })),
    )
    return counter.incms.findSale(order, SENT_AT)
  }

  describe('absence needs proof: a line of the list', () => {
    test.each([
      ['of another amount', { totalAmount: 490.01 }, 'another amount'],
      ['of another meter', { meterSerial: '37201148261' }, 'another customer'],
      ['whose meter has blanks', { meterSerial: '0751 4196 810' }, 'a number that is written differently'],
      ['whose meter lost its zero', { meterSerial: 7514196810 }, 'a number that is written differently'],
      ['whose meter has dashes', { meterSerial: '07-514196810' }, 'a number that is written differently'],
      ['from before our order', { dateTransaction: AT - 11 * 60_000 }, 'a time before our order'],
      ['with a second reference', { requestID: OTHERS }, 'a second reference'],
    ])('with our reference %s is a contradiction', async (_, change, why) => {
      expect(readValue(await findAmong(change))).toMatchObject({
        kind: 'contradiction',
        reason: `our reference is on record with ${why}`,
      })
    })

    test('that contradicts the order is shown beside it', async () => {
      const found = await findAmong({ totalAmount: 300, meterSerial: '7514196810' })
      expect(readValue(found)).toEqual({
        kind: 'contradiction',
        reason: 'our reference is on record with another amount and a number that is written differently',
        evidence: {
          ordered: { ...ORDERED, at: SENT_AT },
          seen: [
            {
              ...ORDERED,
              transaction: '5000',
              at: new Date(AT),
              subject: '7514196810',
              amount: bututs(30_000),
            },
          ],
        },
      })
    })

    test('with our reference twice is a contradiction, with both lines', async () => {
      expect(readValue(await findAmong({}, { totalAmount: 490 }))).toMatchObject({
        reason: 'our reference is on record more than once',
        evidence: { seen: [{ transaction: '5000' }, { transaction: '5001' }] },
      })
    })

    test.each([
      ['without any reference', { comment: '' }],
      ['without any reference, of another amount', { comment: '', totalAmount: 20 }],
      ['with a foreign comment', { comment: 'paid at the post office' }],
      ['with half of our reference', { comment: OURS.slice(0, -1) }],
      ['with a longer number', { comment: `${OURS}-1` }],
      ['without a meter', { comment: '', meterSerial: ' ' }],
      ['whose meter is written differently', { comment: '', meterSerial: '7514196810' }],
      ['from within the tolerance of clocks', { comment: '', dateTransaction: AT - 10 * 60_000 }],
      ['of a day without a time', { comment: '', dateTransaction: Date.parse('2026-11-14T00:00:00Z') }],
      ['of a day of another zone', { comment: '', dateTransaction: Date.parse('2026-11-13T23:00:00Z') }],
      // The clock there may be wrong, and the record that would name the order cannot be read.
      [
        'from before our order, of a record that cannot be read',
        { comment: '', dateTransaction: AT - HOUR_MS - 1 },
      ],
    ])('%s may be ours: it stays open, and is shown', async (_, change) => {
      expect(await findAmong(change)).toMatchObject({
        kind: 'unknown',
        reason: expect.stringContaining('nothing says whose it is') as string,
        evidence: { ordered: { reference: OURS }, seen: [{ transaction: '5000' }] },
      })
    })

    test.each([
      ['another whole reference', { comment: `${OTHERS} 3901234` }],
      ['another whole reference as its requestID', { comment: '', requestID: OTHERS }],
      ['another meter', { comment: '', meterSerial: '37201148261' }],
    ])('with %s is somebody else’s', async (_, change) => {
      expect(await findAmong(change)).toEqual({ kind: 'accepted', value: null })
    })

    test('that is somebody else’s does not hide one that may be ours', async () => {
      expect(await findAmong({ comment: OTHERS }, { comment: '' })).toMatchObject({
        kind: 'unknown',
        evidence: { seen: [{ transaction: '5001' }] },
      })
    })
  })

  test('a record without a reference from before our order is somebody else’s, once it has been read', async () => {
    const order = await counter.orderFor(NO_REFERENCE)
    await counter.incms.sell(order)
    const sold = counter.soldAs(order)[0]?.at ?? 0
    const sentAt = new Date(sold + 11 * 60_000)
    const later = { ...order, reference: makeReference(99_200) }
    const found = await counter.incms.findSale(later, sentAt)
    // If a list has only the day, it may have been at any time of it.
    if (face === 'edsa') expect(found).toMatchObject({ kind: 'unknown' })
    else expect(found).toEqual({ kind: 'accepted', value: null })
  })

  test('a record under our reference from before our order is a contradiction, not our sale', async () => {
    const order = await counter.orderFor(counter.newMeter())
    const { paidAt } = readValue(await counter.incms.sell(order))
    const sentAt = new Date(paidAt.getTime() + 11 * 60_000)
    expect(readValue(await counter.incms.findSale(order, sentAt))).toMatchObject({
      kind: 'contradiction',
      reason: 'our reference is on record with a time before our order',
      evidence: {
        seen: expect.arrayContaining([
          expect.objectContaining({ subject: order.meter, amount: order.amount, reference: order.reference }),
        ]) as unknown,
      },
    })
  })
})
