import { bututs, changedUserForm, newUserForm, buildRequest, type User, users } from '@flexpower/contract'
import { describe, expect, test } from 'vitest'
import { fillValues, readable } from './user-values.ts'

const fatou: User = {
  id: 12,
  name: 'Fatou Ceesay',
  email: 'fatou@flexpower.gm',
  address: 'Westfield Junction',
  location: 'Serekunda',
  type: 'Cashier',
  contractType: 'Commission',
  commissionPercent: 3050,
  mayTakePostpaid: true,
  electricityFloat: bututs(842_000),
  airtimeFloat: bututs(0),
  createdAt: new Date('2026-11-01T10:00:00Z'),
  version: 4,
}
const complete = { ...fillValues(fatou), password: 'a-good-secret' }

describe('the form on the wire', () => {
  test('U-05 V-US-03 an empty commission is sent as 0, the post-paid flag as 1 or 0, the contract as Commission', () => {
    const checked = newUserForm.parse({
      ...complete,
      commissionPercent: '',
      mayTakePostpaid: '0',
    })
    const { body } = buildRequest(users.add, checked)
    expect(body).toEqual({
      name: 'Fatou Ceesay',
      email: 'fatou@flexpower.gm',
      address: 'Westfield Junction',
      location: 'Serekunda',
      user_type: 'Cashier',
      contract_type: 'Commission',
      commission: '0',
      can_access_post_paid: '0',
      password: 'a-good-secret',
    })
  })

  test('a record comes back as it was read', () => {
    const checked = changedUserForm.parse(fillValues(fatou))
    const { body } = buildRequest(users.update, { id: 12, ...checked, seenVersion: fatou.version })
    expect(body).toMatchObject({ commission: '30.5', can_access_post_paid: '1', version: 4 })
  })

  test.each([
    ['-1', 'Commission must be a positive number'],
    ['100.01', 'Commission cannot exceed 100'],
    ['ten', 'Commission must be a number'],
  ])('V-US-03 a commission of %s is refused: %s', (entered, message) => {
    const read = newUserForm.safeParse({ ...complete, commissionPercent: entered })
    expect(read.error?.issues.map((issue) => issue.message)).toEqual([message])
  })

  test('V-US-02 the password is required on add and optional on a change', () => {
    const without = { ...complete, password: '' }
    expect(newUserForm.safeParse(without).error?.issues[0]?.message).toBe('Password is required')
    expect(changedUserForm.safeParse(without).success).toBe(true)
    expect(changedUserForm.safeParse({ ...complete, password: 'short' }).success).toBe(false)
  })
})

test('a change by somebody else is shown as text', () => {
  expect(readable('commissionPercent', '')).toBe('0 %')
  expect(readable('mayTakePostpaid', '1')).toBe('yes')
  expect(readable('address', '')).toBe('empty')
})
