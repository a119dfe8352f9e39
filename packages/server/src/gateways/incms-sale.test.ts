import { bututs, toDay } from '@flexpower/contract'
import { describe, expect, test } from 'vitest'
import { openCounter, faceNames, readValue } from './testing/counter.ts'
import type { UtilityPurchase, UtilityQuote } from './utility.ts'

describe.each(faceNames)('on the face %s,', (face) => {
  const MARIAMA = '37201148261'
  const OWES = '07188420314'
  const DEBT_ONLY = '14550177308'
  const KEY_CHANGE = '37119026450'
  const INACTIVE = '07661300587'

  const counter = openCounter(face)

  describe('a quote', () => {
    test('gives the customer, the price and its lines, to the butut', async () => {
      expect(readValue(await counter.incms.quote(MARIAMA, bututs(49_000)))).toEqual({
        customerName: 'Mariama Bah',
        serviceAddress: '12 Sayerr Jobe Avenue, Serekunda',
        account: '200114826',
        tariff: 'Domestic prepaid',
        meter: MARIAMA,
        units: 30.3051,
        unitPrice: 14.06,
        priceLines: [
          { concept: 'Energy', units: 30.3051, price: 14.06, amount: 42_609 },
          { concept: 'VAT', units: 426.09, price: 15, amount: 6391 },
        ],
        debtPaid: 0,
        debtPercent: 0,
        accountBalance: 0,
        debtOnly: false,
      } satisfies Record<keyof UtilityQuote, unknown>)
    })

    test('shows how much of the payment settles debt', async () => {
      expect(readValue(await counter.incms.quote(OWES, bututs(49_000)))).toMatchObject({
        debtPaid: 9800,
        debtPercent: 20,
        accountBalance: 51_000,
        debtOnly: false,
      })
    })

    test('with steps gives the average price of a kWh', async () => {
      const { priceLines, unitPrice, units } = readValue(
        await counter.incms.quote(counter.newMeter(), bututs(600_000)),
      )
      expect(priceLines.map(({ concept }) => concept)).toEqual(['Energy', 'Energy step 2', 'VAT'])
      expect(unitPrice).toBeCloseTo(600_000 / 115 / units, 1)
    })

    test('says before anything is paid that no token will come', async () => {
      expect(readValue(await counter.incms.quote(DEBT_ONLY, bututs(10_000)))).toMatchObject({
        debtOnly: true,
        units: 0,
        debtPaid: 10_000,
      })
    })

    test('of an inactive or unknown meter is refused with the utility’s text', async () => {
      expect(await counter.incms.quote(INACTIVE, bututs(10_000))).toMatchObject({
        kind: 'refused',
        message: 'The meter is not active.',
      })
      expect(await counter.incms.quote('12345678', bututs(10_000))).toMatchObject({
        kind: 'refused',
        message: 'The meter does not exist.',
      })
    })

    const silentPreview = (meter: string) =>
      counter.utility.control.failNext('preview', {
        status: 200,
        body: `{"customerName":"A ","meterSerial":" ","totalPayment":"100","units":6,"account":9}`,
      }) ?? meter

    test.each([
      ['1', '1', { kind: 'refused', code: 'INACTIVE' }],
      ['2', '"1"', { kind: 'accepted', value: { debtOnly: true } }],
      ['"0"', '0', { kind: 'refused', code: 'POSTPAID' }],
      ['0', '1', { kind: 'accepted', value: { debtOnly: false, customerName: 'A', account: '9' } }],
    ])(
      'that leaves out collectionInd is completed by the search: %s, %s',
      async (collection, prePost, expected) => {
        silentPreview(MARIAMA)
        counter.utility.control.failNext('customer', {
          status: 200,
          body: `{"data":[{"collectionInd":${collection},"indicatorPrePostAccount":${prePost}}]}`,
        })
        expect(await counter.incms.quote(MARIAMA, bututs(10_000))).toMatchObject(expected)
      },
    )

    test('is valid without an answer to the search', async () => {
      silentPreview(MARIAMA)
      counter.utility.control.failNext('customer', 'server error')
      expect(await counter.incms.quote(MARIAMA, bututs(10_000))).toMatchObject({ kind: 'accepted' })
    })

    test('about another meter or amount is no quote', async () => {
      for (const body of [
        `{"data":{"meterSerial":"1","totalPayment":100}}`,
        `{"data":{"meterSerial":"${MARIAMA}","totalPayment":100.01}}`,
      ]) {
        counter.utility.control.failNext('preview', { status: 200, body })
        expect(await counter.incms.quote(MARIAMA, bututs(10_000))).toMatchObject({
          kind: 'unknown',
          reason: 'the answer is about another payment',
        })
      }
    })
  })

  describe('a sale', () => {
    test('gives a token that the meter accepts, and is on the utility’s record once', async () => {
      const order = await counter.orderFor(MARIAMA)
      const before = counter.utility.control.balance()
      const vended = readValue(await counter.incms.sell(order))
      const [sale, ...others] = counter.soldAs(order)
      expect(others).toEqual([])
      expect(vended).toEqual({
        utilityTransaction: counter.nameOf(sale),
        receipt: sale?.receipt,
        customerName: 'Mariama Bah',
        account: '200114826',
        serviceAddress: '12 Sayerr Jobe Avenue, Serekunda',
        tariff: 'Domestic prepaid',
        units: order.quote.units,
        unitPrice: order.quote.unitPrice,
        priceLines: order.quote.priceLines,
        debtPaid: 0,
        debtPercent: 0,
        accountBalance: 0,
        paidAt: new Date(sale?.at ?? 0),
        paymentMethod: 'FP001',
        tokens: sale?.creditTokens,
        tokenNames: [],
        free: null,
      })
      expect(before - counter.utility.control.balance()).toBe(order.amount)
      expect(await counter.utility.control.keyIn(MARIAMA, vended.tokens[0] as string)).toMatchObject({
        kind: 'accepted',
      })
    })

    test('to a meter in debt settles its share and says what is still owed', async () => {
      const order = await counter.orderFor(OWES)
      expect(readValue(await counter.incms.sell(order))).toMatchObject({
        debtPaid: 9800,
        accountBalance: 41_200,
      })
    })

    test('to a debt-only meter is accepted without a token', async () => {
      expect(readValue(await counter.incms.sell(await counter.orderFor(DEBT_ONLY)))).toMatchObject({
        tokens: [],
        units: 0,
      })
    })

    test('with a key change gives three tokens in the order of entry', async () => {
      const { tokens } = readValue(await counter.incms.sell(await counter.orderFor(KEY_CHANGE)))
      expect(tokens).toHaveLength(3)
      for (const token of tokens)
        expect(await counter.utility.control.keyIn(KEY_CHANGE, token)).toMatchObject({ kind: 'accepted' })
    })

    test('whose access token was lost is refused before anything, and sent once more', async () => {
      const order = await counter.orderFor(counter.newMeter())
      counter.utility.control.expireTokens()
      const before = counter.utility.control.seen('sell')
      expect(await counter.incms.sell(order)).toMatchObject({ kind: 'accepted' })
      expect(counter.utility.control.seen('sell') - before).toBe(2)
      expect(counter.soldAs(order)).toHaveLength(1)
    })

    test('that gets a 401 without the documented error is unknown, and not sent again', async () => {
      const order = await counter.orderFor(counter.newMeter())
      const before = counter.utility.control.seen('sell')
      counter.utility.control.failNext(
        'sell',
        { status: 401, body: '{"fault":{"code":900901}}' },
        'afterwards',
      )
      expect(await counter.incms.sell(order)).toMatchObject({ kind: 'unknown', sent: true })
      expect(counter.utility.control.seen('sell') - before).toBe(1)
      expect(counter.soldAs(order)).toHaveLength(1)
    })

    test('that could not log in was never sent', async () => {
      const order = await counter.orderFor(counter.newMeter())
      const other = counter.connect({}, { password: 'wrong' })
      expect(await other.sell(order)).toMatchObject({ kind: 'refused', code: 'invalid_grant' })
      counter.utility.control.failNext('token', 'server error')
      expect(await counter.connect().sell(order)).toMatchObject({ kind: 'unknown', sent: false })
      expect(counter.soldAs(order)).toEqual([])
    })

    test('that found no listening server was never sent', async () => {
      const order = await counter.orderFor(counter.newMeter())
      // Port 9 of loopback: discard, where nothing listens.
      const nobody = counter.connect({}, { url: 'http://127.0.0.1:9' })
      expect(await nobody.sell(order)).toMatchObject({ kind: 'unknown', sent: false })
    })

    test('that ran out of time in the queue for a connection was never sent', async () => {
      const narrow = counter.connect({ connections: 1, orderMs: 300, timeouts: { totalMs: 1500 } })
      await narrow.vendorInfo()
      const order = await counter.orderFor(counter.newMeter())
      counter.utility.control.failNext('vendorInfo', 'no answer')
      const [, outcome] = await Promise.all([narrow.vendorInfo(), narrow.sell(order)])
      expect(outcome).toMatchObject({ kind: 'unknown', sent: false })
      expect(counter.soldAs(order)).toEqual([])
    })

    test('of a thousand at once takes exactly their sum from the balance, each once, no token twice', async () => {
      const before = counter.utility.control.balance()
      const made = await Promise.all(
        Array.from({ length: 1000 }, (_, index) =>
          counter.orderFor(counter.newMeter(), bututs(5_000 + 7 * index)),
        ),
      )
      const outcomes = await Promise.all(made.map((order) => counter.incms.sell(order)))
      const tokens = outcomes.flatMap((outcome) => readValue(outcome).tokens)
      expect(new Set(tokens).size).toBe(1000)
      expect(before - counter.utility.control.balance()).toBe(
        made.reduce((sum, { amount }) => sum + amount, 0),
      )
      expect(made.every((order) => counter.soldAs(order).length === 1)).toBe(true)
    })
  })

  describe('the enquiries', () => {
    test('list the purchases of a meter and of a user’s day', async () => {
      const meter = counter.newMeter()
      const order = await counter.orderFor(meter)
      const from = new Date()
      const vended = readValue(await counter.incms.sell(order))
      // Not every list has its number, its time and our reference.
      const purchase = expect.objectContaining({
        meter,
        customerName: vended.customerName,
        amount: order.amount,
        units: vended.units,
        unitsAmount: order.amount,
        receipt: vended.receipt,
        account: vended.account,
      }) as UtilityPurchase
      const soon = new Date(from.getTime() + 60_000)
      expect(readValue(await counter.incms.customerPurchases(meter, from, soon))).toEqual([purchase])
      expect(readValue(await counter.incms.customerPurchases(meter, new Date(0), new Date(1)))).toEqual([])
      const day = readValue(await counter.incms.shiftPurchases(toDay(vended.paidAt)))
      expect(day).toContainEqual(purchase)
      const stranger = counter.connect({}, { vendorUser: 'somebody' })
      expect(await stranger.shiftPurchases(toDay(vended.paidAt))).toMatchObject({ kind: 'refused' })
      expect(
        readValue(
          await counter.incms.readTransaction({
            transaction: vended.utilityTransaction,
            receipt: vended.receipt,
            subject: meter,
            at: vended.paidAt,
          }),
        ).tokens,
      ).toEqual(vended.tokens)
      expect(
        await counter.incms.readTransaction({
          transaction: 'nothing',
          receipt: '',
          subject: meter,
          at: vended.paidAt,
        }),
      ).toMatchObject({ kind: 'refused' })
    })

    test('may list a day of many thousand purchases, and no more than 16 MB', async () => {
      const row = {
        transactionId: 1,
        dateTransaction: 1_700_000_000_000,
        totalAmount: 1,
        comment: 'x'.repeat(300),
      }
      const body = (rows: number) => JSON.stringify({ data: Array.from({ length: rows }, () => row) })
      counter.utility.control.failNext('shiftEnquiry', { status: 200, body: body(10_000) })
      const day = toDay(new Date(0))
      expect(readValue(await counter.incms.shiftPurchases(day))).toHaveLength(10_000)
      counter.utility.control.failNext('shiftEnquiry', { status: 200, body: body(50_000) })
      expect(await counter.incms.shiftPurchases(day)).toMatchObject({ kind: 'unknown' })
    })
  })

  test('an answer that is repeated for the next order is not taken for it: one token is sold once', async () => {
    const [first, second] = [await counter.orderFor(MARIAMA), await counter.orderFor(MARIAMA)]
    const sold = readValue(await counter.incms.sell(first))
    const answer = {
      receipt: sold.receipt || '1',
      meterSerial: MARIAMA,
      totalPayment: 490,
      requestID: '',
      comment: `${first.reference} 3901234`,
      listtoken: sold.tokens,
    }
    counter.utility.control.failNext('sell', { status: 201, body: JSON.stringify(answer) })
    expect(await counter.incms.sell(second)).toMatchObject({
      kind: 'unknown',
      reason: 'the answer is about another order',
    })
  })

  test('an answer that names our order only in its comment is ours', async () => {
    const order = await counter.orderFor(MARIAMA)
    const { tokens } = readValue(await counter.incms.sell(order))
    const next = await counter.orderFor(MARIAMA)
    const answer = {
      receipt: '1',
      meterSerial: ' ',
      totalPayment: 490,
      requestID: '',
      comment: `${next.reference} 3901234`,
      listtoken: tokens,
    }
    counter.utility.control.failNext('sell', { status: 201, body: JSON.stringify(answer) })
    expect(readValue(await counter.incms.sell(next)).tokens).toEqual(tokens)
  })
})
