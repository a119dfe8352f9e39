import { CallRefused, UnreadableAnswer } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { saleRefusalText, verifyFailureText } from './sale-failures.ts'

const refused = (status: number, message: string, apiError?: string) =>
  new CallRefused(status, { message, ...(apiError && { apiError }) })

test.each([
  [refused(200, 'The meter is not active.', 'INACTIVE'), 'The meter is not active.'],
  [refused(200, '', 'Unknown meter'), 'Unknown meter'],
  [refused(422, 'Amount must be at least 50'), 'Amount must be at least 50'],
  [new UnreadableAnswer('whatever'), 'Unexpected response from server.'],
  [
    new TypeError('Failed to fetch'),
    'Verification failed: the server cannot be reached. Check the network, then press VERIFY again.',
  ],
  [refused(503, 'The database does not answer.'), 'Verification failed: The database does not answer.'],
  [refused(502, ''), 'Verification failed: the server answered 502'],
])('CP-06 a failed verification: %s', (error, text) => {
  expect(verifyFailureText(error)).toBe(text)
})

test('CP-08 a definite refusal ends the sale with the server’s message', () => {
  expect(saleRefusalText(refused(200, 'NAWEC refused the sale.', 'x'), false)).toBe('NAWEC refused the sale.')
  expect(saleRefusalText(refused(200, '', 'Vendor balance used up'), false)).toBe('Vendor balance used up')
})

test('CP-09 a definite refusal without a message is a failure', () => {
  expect(saleRefusalText(refused(404, ''), false)).toBe('Failed to add transaction')
})

test.each([
  [new TypeError('Failed to fetch')],
  [refused(500, 'Something failed here.')],
  [refused(503, 'Away')],
  [refused(408, 'Request timeout')],
  [new UnreadableAnswer('?')],
])('CP-09 after %s the outcome is unknown, so the sale is not called failed', (error) => {
  expect(saleRefusalText(error, false)).toBeNull()
})

test('for a sale that was sent before, only its own end is an answer', () => {
  expect(saleRefusalText(refused(200, 'NAWEC never received the sale.'), true)).toBe(
    'NAWEC never received the sale.',
  )
  for (const status of [401, 403, 422, 429]) expect(saleRefusalText(refused(status, 'No'), true)).toBeNull()
})
