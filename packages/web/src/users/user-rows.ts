// The list of users in words, and its file (U-01).
import { formatGmd, toDalasi, type User } from '@flexpower/contract'
import type { FileColumns } from '../list/list-table-props.ts'

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

export const fileColumns: FileColumns<User> = {
  [headings.name]: ({ name }) => name,
  [headings.email]: ({ email }) => email,
  [headings.address]: ({ address }) => address,
  [headings.location]: ({ location }) => location,
  [headings.type]: ({ type }) => type,
  [headings.float]: ({ electricityFloat }) => toDalasi(electricityFloat),
}
