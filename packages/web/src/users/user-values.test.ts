import {
  bututs,
  changedUserForm,
  newUserForm,
  buildRequest,
  type User,
  userFields,
  users,
} from '@flexpower/contract'
import { describe, expect, test } from 'vitest'
import { findClashes, buildInput, mergeValues, fillValues } from './user-values.ts'

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
const complete = { ...fillValues(fatou), [userFields.password]: 'a-good-secret' }

describe('the form on the wire', () => {
  test('U-05 V-US-03 an empty commission is sent as 0, the post-paid flag as 1 or 0, the contract as Commission', () => {
    const checked = newUserForm.parse({
      ...complete,
      [userFields.commissionPercent]: '',
      [userFields.mayTakePostpaid]: '0',
    })
    const { body } = buildRequest(users.add, { ...buildInput(checked), password: 'a-good-secret' })
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
    const { body } = buildRequest(users.update, {
      id: 12,
      ...buildInput(checked),
      seenVersion: fatou.version,
    })
    expect(body).toMatchObject({ commission: '30.5', can_access_post_paid: '1', version: 4 })
    expect(body).not.toHaveProperty('password')
  })

  test.each([
    ['-1', 'Commission must be a positive number'],
    ['100.01', 'Commission cannot exceed 100'],
    ['ten', 'Commission must be a number'],
  ])('V-US-03 a commission of %s is refused: %s', (entered, message) => {
    const read = newUserForm.safeParse({ ...complete, [userFields.commissionPercent]: entered })
    expect(read.error?.issues.map((issue) => issue.message)).toEqual([message])
  })

  test('V-US-02 the password is required on add and optional on a change', () => {
    const without = { ...complete, [userFields.password]: '' }
    expect(newUserForm.safeParse(without).error?.issues[0]?.message).toBe('Password is required')
    expect(changedUserForm.safeParse(without).success).toBe(true)
    expect(changedUserForm.safeParse({ ...complete, [userFields.password]: 'short' }).success).toBe(false)
  })
})

describe('somebody else changed the record meanwhile', () => {
  const seen = fillValues(fatou)
  const newer = fillValues({ ...fatou, location: 'Brikama', commissionPercent: 2000, version: 5 })

  test('what was typed stays, what was left alone takes the newer value', () => {
    const typed = { ...seen, [userFields.location]: 'Bakau', [userFields.name]: 'Fatou Bah' }
    expect(mergeValues(seen, typed, newer)).toEqual({
      ...newer,
      [userFields.location]: 'Bakau',
      [userFields.name]: 'Fatou Bah',
    })
  })

  test('each of the other’s changes is told, with what is typed here where both changed it', () => {
    const typed = { ...seen, [userFields.location]: 'Bakau', [userFields.name]: 'Fatou Bah' }
    expect(findClashes(seen, typed, newer)).toEqual([
      { field: userFields.location, before: 'Serekunda', now: 'Brikama', typed: 'Bakau' },
      { field: userFields.commissionPercent, before: '30.5 %', now: '20 %', typed: null },
    ])
  })

  test('the same change on both sides is no clash of words', () => {
    const typed = { ...seen, [userFields.location]: 'Brikama' }
    expect(findClashes(seen, typed, newer)[0]).toMatchObject({ field: userFields.location, typed: null })
  })
})
