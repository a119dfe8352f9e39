import { describe, expect, test } from 'vitest'
import { certainErrors, outages, sentences } from './reloadly-errors.ts'
import { openAirtimeCounter } from './testing/airtime-counter.ts'

const PHONE = '3012345'
const counter = openAirtimeCounter()

describe('an error releases money only when it is known to come before the delivery', () => {
  const answer = (status: number, errorCode: string) =>
    counter.airtime.control.failNext('topUp', {
      status,
      body: JSON.stringify({ errorCode, message: 'Their words' }),
    })
  const rows = certainErrors.flatMap(({ status, codes, proves }) =>
    codes.map((code) => [status, code, proves] as const),
  )

  test.each(rows.filter(([, , proves]) => proves === 'refused'))(
    '%i %s is a refusal',
    async (status, code) => {
      answer(status, code)
      expect(await counter.reloadly.topUp(counter.orderFor(PHONE))).toMatchObject({
        kind: 'refused',
        code,
        message: sentences[code] ?? 'Their words',
      })
    },
  )

  test.each(rows.filter(([, , proves]) => proves === 'not executed'))(
    '%i %s was not executed: a new login, and sent once more',
    async (status, code) => {
      const order = counter.orderFor(PHONE)
      answer(status, code)
      expect(await counter.reloadly.topUp(order)).toMatchObject({ kind: 'accepted' })
      expect(counter.soldAs(order)).toHaveLength(1)
    },
  )

  test.each([
    [400, 'SOMETHING_NEW'],
    [400, 'CUSTOM_IDENTIFIER_ALREADY_USED'],
    [404, 'OPERATOR_NOT_FOUND'],
    [408, 'INSUFFICIENT_BALANCE'],
    [409, 'INSUFFICIENT_BALANCE'],
    [429, 'INSUFFICIENT_BALANCE'],
    [503, 'OPERATOR_UNAVAILABLE_OR_CURRENTLY_INACTIVE'],
  ])('%i %s leaves it open', async (status, code) => {
    answer(status, code)
    expect(await counter.reloadly.topUp(counter.orderFor(PHONE))).toMatchObject({
      kind: 'unknown',
      sent: true,
    })
  })
})

test.each(Object.entries(outages))(
  '503 %s leaves it open with a sentence for the cashier, and other operators can be sold',
  async (errorCode, message) => {
    const reloadly = counter.connect({ breaker: { silencesMost: 1 } })
    const body = JSON.stringify({ errorCode, message: 'Their words' })
    counter.airtime.control.failNext('topUp', { status: 503, body })
    expect(await reloadly.topUp(counter.orderFor(PHONE))).toMatchObject({
      kind: 'unknown',
      sent: true,
      message,
    })
    expect(reloadly.health().state).toBe('up')
    expect(await reloadly.topUp(counter.orderFor('7012345', undefined, 'Africell'))).toMatchObject({
      kind: 'accepted',
    })
  },
)

test('a refusal with its own sentence says that nothing was sold', () => {
  for (const sentence of Object.values(sentences)) expect(sentence).toMatch(/Nothing (more )?was sold/)
})
