// The list of users as text: what a search looks through (T-03) and what a spreadsheet gets (U-01).
import { formatGmd, toDalasi, type User } from '@flexpower/contract'
import { csvOf } from '../lib/csv.ts'

/** U-01: the table and the file have the same ones. */
export const headings = {
  name: 'Name',
  email: 'Email',
  address: 'Address',
  location: 'Location',
  type: 'User Type',
  float: 'Cash Power Balance',
} as const

/** An Admin sells on the house's account and holds no float. */
export const HOUSE_ACCOUNT = 'House account'

export const floatText = (user: User): string =>
  user.type === 'Admin' ? HOUSE_ACCOUNT : formatGmd(user.electricityFloat)

export const searchTextOf = (user: User): string =>
  [user.name, user.email, user.address, user.location, user.type, floatText(user)].join('\n')

export const usersCsv = (users: readonly User[]): string =>
  csvOf(
    users.map((user) => ({
      name: user.name,
      email: user.email,
      address: user.address,
      location: user.location,
      type: user.type,
      float: toDalasi(user.electricityFloat),
    })),
    Object.values(headings),
  )
