import { bututs, type User } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { floatText, searchTextOf, usersCsv } from './user-rows.ts'

const fatou = {
  name: 'Fatou Ceesay',
  email: 'fatou@flexpower.gm',
  address: '=cmd()',
  location: 'Serekunda',
  type: 'Cashier',
  electricityFloat: bututs(842_050),
} as User
const binta = { ...fatou, name: 'Binta Saidy', type: 'Admin', electricityFloat: bututs(0) } as User

test('U-01 the file has the columns of the table, money as plain numbers, and no formula', () => {
  expect(usersCsv([fatou, binta])).toBe(
    [
      '\uFEFF"Name";"Email";"Address";"Location";"User Type";"Cash Power Balance"',
      `"Fatou Ceesay";"fatou@flexpower.gm";"'=cmd()";"Serekunda";"Cashier";"8420.5"`,
      `"Binta Saidy";"fatou@flexpower.gm";"'=cmd()";"Serekunda";"Admin";"0"`,
    ].join('\r\n'),
  )
})

test('T-03 the search sees every field as it is shown', () => {
  for (const part of ['Fatou Ceesay', 'fatou@flexpower.gm', '=cmd()', 'Serekunda', 'Cashier', 'GMD 8,420.50'])
    expect(searchTextOf(fatou)).toContain(part)
})

test('an Admin sells on the house’s account', () => {
  expect(floatText(binta)).toBe('House account')
})
