import { CallRefused } from '@flexpower/contract'
import { expect, test, vi } from 'vitest'
import { refusalText, showFieldErrors } from './refusal.ts'

const refused = (message: string, errors: Record<string, string[]> = {}) =>
  new CallRefused(422, { message, errors })

test.each([
  [refused('The current password is not right.'), 'The current password is not right.'],
  [refused(''), 'The server did not answer.'],
  [new TypeError('Failed to fetch'), 'The server did not answer.'],
])('a failure is told in the server’s words or, without any, in ours', (error, words) => {
  expect(refusalText(error, 'The server did not answer.')).toBe(words)
})

test('the first text of each field stands under it, and no field of another form is touched', () => {
  const setError = vi.fn<(field: string, error: object) => void>()
  const errors = { newPwd: ['Too common', 'Too short'], other: ['Not here'] }
  showFieldErrors<{ currentPwd: string; newPwd: string }>(refused('No', errors), setError, [
    'currentPwd',
    'newPwd',
  ])
  expect(setError.mock.calls).toEqual([['newPwd', { type: 'server', message: 'Too common' }]])
})

test('a dropped connection says nothing about any field', () => {
  const setError = vi.fn<(field: string, error: object) => void>()
  showFieldErrors<{ newPwd: string }>(new TypeError('Failed to fetch'), setError, ['newPwd'])
  expect(setError).not.toHaveBeenCalled()
})
