import { expect, test } from 'vitest'
import { chooseView } from './SaleSteps.tsx'

const sending = { at: 'verified', isSent: true, isLong: true, isUnheard: false, isOnline: true } as const

test('until the server has given a reference, nothing is said about held money', () => {
  expect(chooseView({ ...sending, isLong: false })).toBe('before')
  expect(chooseView(sending)).toBe('sending')
  expect(chooseView({ ...sending, at: 'pending' })).toBe('progress')
})

test('on a link that is known to be dead it is not known whether it was sold', () => {
  expect(chooseView({ ...sending, isOnline: false })).toBe('unanswered')
  expect(chooseView({ ...sending, at: 'pending', isOnline: false })).toBe('progress')
})

test('what has not left the page yet is not called on its way', () => {
  expect(chooseView({ ...sending, isSent: false, isOnline: false })).toBe('before')
})

test('a sale that is sent again, or that the server does not have, stays what it is', () => {
  expect(chooseView({ ...sending, at: 'unanswered' })).toBe('unanswered')
  expect(chooseView({ ...sending, isUnheard: true })).toBe('unanswered')
})
