import { bututs, type User } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { buildTableCsv, readFileColumns } from '../list/later/list-file.ts'
import { columnsWith, floatText } from './UsersTable.tsx'

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
  const columns = readFileColumns(columnsWith({ onEdit: () => {}, onDelete: () => {} }))
  expect(buildTableCsv(columns, [fatou, binta])).toBe(
    [
      '\uFEFF"Name";"Email";"Address";"Location";"User Type";"Cash Power Balance"',
      `"Fatou Ceesay";"fatou@flexpower.gm";"'=cmd()";"Serekunda";"Cashier";"8420.5"`,
      `"Binta Saidy";"fatou@flexpower.gm";"'=cmd()";"Serekunda";"Admin";"0"`,
    ].join('\r\n'),
  )
})

test('an Admin sells from the house’s account', () => {
  expect(floatText(binta)).toBe('House account')
})
