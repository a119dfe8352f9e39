import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { openCounter, readValue } from './testing/counter.ts'
import type { ElectricityOrder } from './utility.ts'

const MARIAMA = '37201148261'

const counter = openCounter()

describe('the tokens of an answer', () => {
  let order: ElectricityOrder
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
        expect(readValue(await counter.incms.sell(order)).tokens).toEqual([token])
      }),
      { numRuns: 200 },
    )
  })

  test('are accepted with blanks and dashes between the blocks', async () => {
    answer('"listtoken":[" 0000-0000 0000 0000 0001 "]')
    expect(readValue(await counter.incms.sell(order)).tokens).toEqual(['00000000000000000001'])
  })

  const CREDIT = '"00000000000000000001"'
  const KEY = `"${(2n << 27n).toString().padStart(20, '0')}"`
  const UNASSIGNED = `"${(3n << 27n).toString().padStart(20, '0')}"`
  const TEST = `"${(1n << 27n).toString().padStart(20, '0')}"`

  const management = (count: number) =>
    Array.from({ length: count }, (_, n) => `"${((2n << 27n) + BigInt(n)).toString().padStart(20, '0')}"`)
  const [KEY_1 = '', KEY_2 = '', KEY_3 = ''] = management(3)
  const CREDIT_2 = '"00000000000000000002"'

  test.each([
    [
      'a key change',
      `"kctTokens":[${KEY_1},${KEY_2}],"listtoken":[${CREDIT}]`,
      'Key change 1 of 2|Key change 2 of 2|Electricity',
    ],
    [
      'free units',
      `"listtoken":[${CREDIT}],"mapTokens":[${CREDIT_2}],"mapUnits":10,"mapAmount":0`,
      'Electricity|Free units, 10.00 kWh',
    ],
    [
      'free units nobody counted',
      `"listtoken":[${CREDIT}],"mapTokens":[${CREDIT_2}]`,
      'Electricity|Free units',
    ],
    [
      'free units before all else in the answer',
      `"mapTokens":[${CREDIT_2}],"listtoken":[${CREDIT}],"kctTokens":[${KEY_1}]`,
      'Key change 1 of 1|Electricity|Free units',
    ],
    ['two paid ones', `"listtoken":[${CREDIT},${CREDIT_2}]`, 'Electricity 1 of 2|Electricity 2 of 2'],
    [
      'a lone setting, which can be no key change',
      `"listtoken":[${CREDIT},${KEY_1}]`,
      'Electricity|Meter setting',
    ],
    [
      'a setting beside a key change',
      `"kctTokens":[${KEY_1},${KEY_2}],"listtoken":[${CREDIT},${KEY_3}]`,
      'Key change 1 of 2|Key change 2 of 2|Electricity|Meter setting',
    ],
    [
      'what may be either',
      `"listtoken":[${KEY_1},${KEY_2},${CREDIT}]`,
      'Key change or meter setting|Key change or meter setting|Electricity',
    ],
    ['a test of the meter', `"listtoken":[${CREDIT},${TEST}]`, 'Electricity|Meter test'],
    [
      'what the utility names itself',
      `"listtoken":[{"token":${CREDIT}},{"token":${KEY_1},"description":" Clear tamper "}]`,
      'Electricity|Clear tamper',
    ],
    ['nothing but what was paid for', `"listtoken":[${CREDIT}],"mapTokens":[]`, ''],
    ['one in a field of its own', `"token":${CREDIT},"responseCode":"00"`, ''],
    [
      'several in a field of their own',
      `"token":"00000000000000000001, 00000000000000000002"`,
      'Electricity 1 of 2|Electricity 2 of 2',
    ],
  ])('say what each is: %s', async (_, fields, names) => {
    answer(fields)
    expect(readValue(await counter.incms.sell(order)).tokenNames.join('|')).toBe(names)
  })

  test('of free units keep how many they are and what they are worth', async () => {
    answer(`"listtoken":[${CREDIT}],"mapTokens":[${CREDIT_2}],"mapUnits":"10.5","mapAmount":75.25`)
    expect(readValue(await counter.incms.sell(order))).toMatchObject({ free: { units: 10.5, amount: 7525 } })
  })

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
    ['of no credit but free units', `"listtoken":[${KEY}],"mapTokens":[${CREDIT}]`],
    ['of a class that nothing has', `"listtoken":[${CREDIT},${UNASSIGNED}]`],
    ['that are named but not there', '"listtoken":[{"description":"Electricity"}]'],
    ['in a single field that is no token', '"token":"OK","responseCode":"00"'],
    ['twice the same', `"listtoken":[${CREDIT},${CREDIT}]`],
    ['that are not there', '"receipt":"1"'],
    ['that are null', '"listtoken":null'],
    ['in objects of another form', `"listtoken":[{"digits":${CREDIT}}]`],
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
