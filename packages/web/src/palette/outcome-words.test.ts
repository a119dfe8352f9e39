import { CallRefused } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { describeOutcome, needsMore } from './outcome-words.ts'

const fail = (error: unknown) => ({ groups: [], state: 'failed', error }) as const
const refuse = (status: number, message: string) => fail(new CallRefused(status, { message }))

test('what the server refuses is said in its own words, at a counter and to an Admin', () => {
  const amount = refuse(422, 'Enter the amount too: a receipt number alone is not enough.')
  expect(describeOutcome('R-0000001', amount, 0, 'cashier')).toMatch(/^Enter the amount too/)
  expect(needsMore(amount, 'cashier')).toBe(true)
  const many = refuse(429, 'Too many attempts. Try again in 5 minutes.')
  expect(describeOutcome('7714208', many, 0, 'admin')).toBe('Too many attempts. Try again in 5 minutes.')
  expect(needsMore(many, 'cashier')).toBe(false)
})

test('without an answer, or after a fault, the connection is to be checked', () => {
  for (const failed of [fail(new TypeError('Failed to fetch')), refuse(503, 'busy')])
    expect(describeOutcome('7714208', failed, 0, 'cashier')).toBe(
      'Purchases could not be searched. Check the connection, then type again.',
    )
})

test('what was found is counted; if nothing was, it says what can be found', () => {
  const done = { groups: [], state: 'done', error: null } as const
  expect(describeOutcome('bah', done, 2, 'cashier')).toBe('2 found')
  expect(describeOutcome(' bah ', done, 0, 'cashier')).toMatch(
    /^Nothing found for “bah”. Purchases are found/,
  )
})
