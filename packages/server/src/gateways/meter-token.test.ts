import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { openCounter, valueOf } from './testing/counter.ts'
import type { Order } from './utility.ts'

const MARIAMA = '37201148261'

const counter = openCounter()

describe('the tokens of an answer', () => {
  let order: Order
  beforeAll(async () => {
    order = await counter.orderFor(MARIAMA)
  })

  const answer = (fields: string) =>
    counter.utility.control.failNext('sell', {
      status: 201,
      body: `{"data":{"transactionId":5,"meterSerial":"${MARIAMA}","totalPayment":490,${fields}}}`,
    })

  /** Any credit token: its class bits are clear. */
  const creditToken = fc
    .bigInt({ min: 0n, max: 2n ** 66n - 1n })
    .map((value) => (value & ~(3n << 27n)).toString().padStart(20, '0'))

  test('keep every digit when they come as bare numbers', async () => {
    await fc.assert(
      fc.asyncProperty(creditToken, async (token) => {
        answer(`"listtoken":[${token.replace(/^0+(?=\d)/, '')}]`)
        expect(valueOf(await counter.incms.sell(order)).tokens).toEqual([token])
      }),
      { numRuns: 200 },
    )
  })

  test('are taken with blanks and dashes between the blocks', async () => {
    answer('"listtoken":[" 0000-0000 0000 0000 0001 "]')
    expect(valueOf(await counter.incms.sell(order)).tokens).toEqual(['00000000000000000001'])
  })

  const CREDIT = '"00000000000000000001"'
  const KEY = `"${(2n << 27n).toString().padStart(20, '0')}"`
  const TEST = `"${(1n << 27n).toString().padStart(20, '0')}"`

  test.each([
    ['of 19 digits', '"listtoken":["0000000000000000001"]'],
    ['of 21 digits', '"listtoken":["000000000000000000001"]'],
    ['of 21 digits as a number', '"listtoken":[100000000000000000001]'],
    ['above the largest', '"listtoken":["73786976294838206464"]'],
    ['above the largest as a number', '"listtoken":[73786976294838206464]'],
    ['in floating point', '"listtoken":[1.2345e19]'],
    ['with letters', '"listtoken":["0000000000000000000O"]'],
    ['of no credit', `"listtoken":[],"kctTokens":[${KEY},${KEY}]`],
    ['of the test class', `"listtoken":[${TEST}]`],
    ['of credit where a key change belongs', `"listtoken":[${CREDIT}],"kctTokens":[${CREDIT}]`],
    ['of a key change behind the credit', `"listtoken":[${CREDIT},${KEY}]`],
    ['twice the same', `"listtoken":[${CREDIT},${CREDIT}]`],
    ['that are not there', '"receipt":"1"'],
    ['that are null', '"listtoken":null'],
    ['in objects', `"listtoken":[{"token":${CREDIT}}]`],
    ['for another order', `"listtoken":[${CREDIT}],"requestID":"other"`],
    ['for another amount', `"totalPayment":490.01,"listtoken":[${CREDIT}]`],
    ['for another meter', `"meterSerial":"07514196810","listtoken":[${CREDIT}]`],
    ['for nobody', `"meterSerial":" ","listtoken":[${CREDIT}]`],
  ])('%s are never shown', async (_, fields) => {
    answer(fields)
    const outcome = await counter.incms.sell(order)
    expect(outcome).toMatchObject({ kind: 'unknown', sent: true })
    expect(JSON.stringify(outcome)).not.toMatch(/\d{6}/)
  })
})
