import { CallRefused, dateForm, loginForm } from '@flexpower/contract'
import type { UseFormReturn } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { failureTitle, formResolver, refusalText, showFieldErrors } from './form-errors.ts'

const options = { fields: {}, shouldUseNativeValidation: false }
const messages = async (email: string, password: string) => {
  const { errors } = await formResolver(loginForm)({ email, password, remember: false }, undefined, options)
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message]))
}

test.each([
  ['', '', { email: 'Email is required', password: 'Password is required' }],
  ['fatou', 'secret', { email: 'Invalid email address' }],
  ['fatou@flexpower.gm', '12345', { password: 'Password must be at least 6 characters' }],
  ['fatou@flexpower.gm', '123456', {}],
])(
  'V-LO-01 V-LO-02 the login form shows the specification’s text for "%s" and "%s"',
  async (email, password, wanted) => {
    expect(await messages(email, password)).toEqual(wanted)
  },
)

test('V-DA-01 D-01 an empty date is required', async () => {
  const { errors } = await formResolver<{ paymentDate: string }, unknown>(dateForm)(
    { paymentDate: '' },
    undefined,
    options,
  )
  expect(errors.paymentDate?.message).toBe('Date is required')
})

test('a form without problems passes on the decoded values', async () => {
  const { values, errors } = await formResolver(dateForm)({ paymentDate: '2026-11-14' }, undefined, options)
  expect(values).toEqual({ paymentDate: '2026-11-14' })
  expect(errors).toEqual({})
})

const refused = (message: string, errors: Record<string, string[]> = {}) =>
  new CallRefused(422, { message, errors })

test.each([
  [refused('The current password is not right.'), 'The current password is not right.'],
  [refused(''), 'The server did not answer.'],
  [new TypeError('Failed to fetch'), 'The server did not answer.'],
])('a failure shows the server’s message or, without one, ours', (error, words) => {
  expect(refusalText(error, 'The server did not answer.')).toBe(words)
})

const showIn = (error: unknown) => {
  const setError = vi.fn<(field: string, error: object) => void>()
  const getValues = (() => ({ current: '', next: '' })) as UseFormReturn<Entered>['getValues']
  return { marked: showFieldErrors<Entered>(error, { getValues, setError }), calls: setError.mock.calls }
}
interface Entered {
  current: string
  next: string
}

test('the first text of each field appears under it, and no field of another form is touched', () => {
  const { marked, calls } = showIn(refused('No', { next: ['Too common', 'Too short'], other: ['Not here'] }))
  expect(calls).toEqual([['next', { type: 'server', message: 'Too common' }]])
  expect(marked).toEqual(['next'])
})

test('a dropped connection says nothing about any field', () => {
  expect(showIn(new TypeError('Failed to fetch'))).toEqual({ marked: [], calls: [] })
})

test('only a refusal says what was not done; after any other failure it is not known', () => {
  const error422 = new CallRefused(422, { message: 'Too much.' })
  expect(failureTitle(error422, 'No float was moved')).toBe('No float was moved')
  for (const error of [new CallRefused(503, { message: 'Away' }), new TypeError('Failed to fetch')])
    expect(failureTitle(error, 'No float was moved')).toBe('It is not known whether this was done')
})
