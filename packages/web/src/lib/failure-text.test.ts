import { expect, test } from 'vitest'
import { failureText } from './failure-text.ts'
import { ChunkFailure } from './lazy-page.ts'

test.each([
  [{ status: 404, statusText: 'Not Found', data: null }, '404 Not Found'],
  [{ status: 500, statusText: '' }, '500'],
  [new Error('x is not a function'), 'x is not a function'],
  [new ChunkFailure('timeout'), 'Loading chunk failed (timeout)'],
  [new Error(''), 'Unknown error'],
  ['thrown text', 'Unknown error'],
  [null, 'Unknown error'],
])('R-25 the error page tells the status or the message of %o', (error, text) => {
  expect(failureText(error)).toBe(text)
})
