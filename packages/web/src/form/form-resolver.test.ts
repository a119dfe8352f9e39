import { dateForm, loginForm } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { formResolver } from './form-resolver.ts'

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
  'V-LO-01 V-LO-02 the login form says the specification’s words for "%s" and "%s"',
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

test('a form without problems hands on the decoded values', async () => {
  const { values, errors } = await formResolver(dateForm)({ paymentDate: '2026-11-14' }, undefined, options)
  expect(values).toEqual({ paymentDate: '2026-11-14' })
  expect(errors).toEqual({})
})
