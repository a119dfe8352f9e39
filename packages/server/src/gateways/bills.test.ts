import { bututs } from '@flexpower/contract'
import { type BillSentinel, billSentinels } from '@flexpower/simulator'
import { describe, expect, test } from 'vitest'
import { makeReference, openCounter, faceNames, readValue } from './testing/counter.ts'
import type { BillPayment } from './utility.ts'

describe.each(faceNames)('on the face %s,', (face) => {
  const HOTEL = '300118462'
  const COLD_STORE = '300127730'
  const TOURAY = '300139051'

  const counter = openCounter(face)
  let payments = 0

  async function buildPayment(account: string, amount = bututs(20_000)): Promise<BillPayment> {
    const bill = readValue(await counter.incms.bill(account))
    return { reference: makeReference(payments++), account, amount, phone: '3901234', bill }
  }

  const paidAs = ({ reference }: BillPayment) =>
    counter.utility.control.sales().filter(({ requestId }) => requestId === reference)

  describe('a bill', () => {
    test('says whose it is and what is due', async () => {
      expect(readValue(await counter.incms.bill(HOTEL))).toEqual({
        account: HOTEL,
        customerName: 'Kotu Beach Hotel',
        serviceAddress: '1 Kotu Strand Road, Kotu',
        due: 4_285_075,
      })
    })

    test('of a prepaid, inactive or unknown account is refused with a clear message', async () => {
      const readMessage = async (account: string) => {
        const told = await counter.incms.bill(account)
        return told.kind === 'refused' ? told.message : told.kind
      }
      expect(await readMessage('200114826')).toBe(
        'This is a prepaid account: sell electricity to its meter instead.',
      )
      expect(await readMessage('123456789')).toBe('The account does not exist.')
      const search = (body: string) => counter.utility.control.failNext('customer', { status: 200, body })
      search('{"data":[]}')
      expect(await readMessage('1')).toBe('There is no such account.')
      search('{"data":[{"account":1,"accountBalance":"5","collectionInd":1,"indicatorPrePostAccount":0}]}')
      expect(await readMessage('1')).toBe('The account is not active.')
    })

    test.each([
      ['about another account', '{"data":[{"account":2,"accountBalance":5,"indicatorPrePostAccount":0}]}'],
      ['without what is due', '{"data":[{"account":1,"indicatorPrePostAccount":0}]}'],
      ['of HTML', '<p>Back soon.'],
    ])('%s is unknown', async (_, body) => {
      counter.utility.control.failNext('customer', { status: 200, body })
      expect(await counter.incms.bill('1')).toMatchObject({ kind: 'unknown' })
    })
  })

  describe('a payment of a bill', () => {
    test('lowers what is due, leaves the vendor’s balance, and is on the utility’s record once', async () => {
      const before = counter.utility.control.balance()
      const payment = await buildPayment(COLD_STORE)
      const paid = readValue(await counter.incms.payBill(payment))
      const [sale, ...others] = paidAs(payment)
      expect(others).toEqual([])
      expect(paid).toEqual({
        utilityTransaction: counter.nameOf(sale),
        receipt: sale?.receipt,
        customerName: 'Brikama Cold Store',
        dueAfter: payment.bill.due - 20_000,
        paidAt: new Date(sale?.at ?? 0),
      })
      expect(before - counter.utility.control.balance()).toBe(20_000)
      expect(readValue(await counter.incms.bill(COLD_STORE)).due).toBe(paid.dueAfter)
      expect(readValue(await counter.incms.findBillPayment(payment, paid.paidAt))).toEqual(paid)
    })

    test('of more than is due leaves a credit on the account', async () => {
      const { due } = readValue(await counter.incms.bill(TOURAY))
      const paid = readValue(await counter.incms.payBill(await buildPayment(TOURAY, bututs(due + 1_050))))
      expect(paid.dueAfter).toBe(-1_050)
      expect(readValue(await counter.incms.bill(TOURAY)).due).toBe(-1_050)
    })

    test('to a prepaid account is not paid: money for a meter names the meter', async () => {
      const payment = { ...(await buildPayment(HOTEL)), account: '200114826' }
      // The 404 may not come from the service that would have paid.
      expect(await counter.incms.payBill(payment)).toMatchObject({ kind: 'unknown', sent: true })
      expect(await counter.incms.findBillPayment(payment, new Date())).toEqual({
        kind: 'accepted',
        value: null,
      })
    })

    test.each([
      ['of another account', { account: '300127730' }],
      ['of another amount', { totalPayment: 200.01 }],
      ['of another order', { requestID: 'FP-0' }],
      ['of an order that its comment names', { requestID: '', comment: `${makeReference(98_000)} 3901234` }],
      ['of a meter', { meterSerial: '37201148261' }],
      ['of nobody', { account: '', requestID: '' }],
    ])('whose answer is that %s is open', async (_, change) => {
      const payment = await buildPayment(HOTEL)
      const answer = {
        transactionId: 7,
        account: HOTEL,
        meterSerial: ' ',
        totalPayment: 200,
        requestID: payment.reference,
        ...change,
      }
      counter.utility.control.failNext('sell', { status: 201, body: JSON.stringify({ data: answer }) })
      expect(await counter.incms.payBill(payment)).toMatchObject({ kind: 'unknown', sent: true })
    })

    test('whose number is a bare integer above 2^53 keeps every digit', async () => {
      const payment = await buildPayment(HOTEL)
      counter.utility.control.failNext('sell', {
        status: 201,
        body: `{"data":{"transactionId":90071992547409931234,"account":"${HOTEL}","totalPayment":"200.00","accountBalance":1.23456781E7}}`,
      })
      expect(readValue(await counter.incms.payBill(payment))).toMatchObject({
        utilityTransaction: '90071992547409931234',
        dueAfter: 1_234_567_810,
      })
    })
  })

  describe('a lost answer to a payment is looked up', () => {
    async function lost() {
      const payment = await buildPayment(HOTEL)
      counter.utility.control.failNext('sell', 'server error', 'afterwards')
      const sentAt = new Date()
      expect(await counter.incms.payBill(payment)).toMatchObject({ kind: 'unknown', sent: true })
      return { payment, sentAt }
    }
    const unsupported = () =>
      counter.utility.control.failNext('lookUp', {
        status: 404,
        body: '{"code":"404","msgUser":"There is no such service."}',
      })

    test('by the payments of the account if the utility does not know our reference', async () => {
      const { payment, sentAt } = await lost()
      unsupported()
      const [sale] = paidAs(payment)
      expect(readValue(await counter.incms.findBillPayment(payment, sentAt))).toMatchObject({
        utilityTransaction: counter.nameOf(sale),
      })
    })

    test('and is absent only if the list does not have it either', async () => {
      const payment = await buildPayment(HOTEL)
      expect(await counter.incms.findBillPayment(payment, new Date())).toEqual({
        kind: 'accepted',
        value: null,
      })
      unsupported()
      counter.utility.control.failNext('customerEnquiry', 'server error')
      expect(await counter.incms.findBillPayment(payment, new Date())).toMatchObject({ kind: 'unknown' })
    })
  })

  /** Pays the bill of a sentinel and looks the payment up, several times if needed. */
  async function payAndFind({ account, afterwards }: BillSentinel) {
    const gateway = counter.connect({ orderMs: afterwards === 'slow' ? 15_000 : 2_000 })
    const payment = await buildPayment(account)
    const sentAt = new Date()
    const paid = await gateway.payBill(payment)
    let found = await gateway.findBillPayment(payment, sentAt)
    for (let round = 0; round < 3 && found.kind === 'unknown'; round += 1)
      found = await gateway.findBillPayment(payment, sentAt)
    const next = await gateway.vendorInfo()
    return { paid, found, times: paidAs(payment).length, next: next.kind }
  }

  describe('a sentinel account is read as the table says, and is paid once at most', () => {
    const named = billSentinels.map((each) => [each.name, each] as const)

    test.concurrent.each(named)('%s', async (_, sentinel) => {
      const { paid, found, times, next } = await payAndFind(sentinel)
      const isPaid = sentinel.ends !== 'not sold'
      expect([paid.kind, times, next]).toEqual([sentinel.outcome, isPaid ? 1 : 0, 'accepted'])
      if (sentinel.ends === 'open') expect(found.kind).toBe('unknown')
      else if (isPaid) expect(readValue(found)).toMatchObject({ dueAfter: 480_000 })
      else expect(found).toEqual({ kind: 'accepted', value: null })
      if (paid.kind === 'accepted') expect(found).toEqual(paid)
    })
  })
})
