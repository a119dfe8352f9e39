// The values of a user's form, as text.
import { type changedUserForm, type User, USER_TYPES } from '@flexpower/contract'

/** The form, decoded by the contract. */
export type CheckedUser = ReturnType<typeof changedUserForm.parse>
export type UserFieldName = keyof CheckedUser
type UserValues = Record<UserFieldName, string>

/** In the order of the form, with the same text as its labels. */
export const fieldLabels: Record<UserFieldName, string> = {
  name: 'Name',
  email: 'Email',
  address: 'Address',
  location: 'Location',
  password: 'Password',
  type: 'User Type',
  contractType: 'Contract Type',
  commissionPercent: 'Commission',
  mayTakePostpaid: 'Can access post paid',
}

/** U-05. */
export const FLAG = { yes: '1', no: '0' } as const
export const CONTRACT_TYPE = 'Commission'
const [, CASHIER] = USER_TYPES

export function fillValues(user: User | null): UserValues {
  return {
    name: user?.name ?? '',
    email: user?.email ?? '',
    address: user?.address ?? '',
    location: user?.location ?? '',
    password: '',
    type: user?.type ?? CASHIER,
    contractType: CONTRACT_TYPE,
    commissionPercent: user === null ? '' : String(user.commissionPercent / 100),
    mayTakePostpaid: user?.mayTakePostpaid ? FLAG.yes : FLAG.no,
  }
}

/** Whether saving makes somebody an Admin who is not one yet. */
export const makesAdmin = (user: User | null, checked: CheckedUser): boolean =>
  checked.type === 'Admin' && user?.type !== 'Admin'

/** Whether saving gives the user another password or email address. */
const changesSignIn = (user: User, checked: CheckedUser): boolean =>
  checked.password !== '' || checked.email.toLowerCase() !== user.email.toLowerCase()

/** Whether saving asks for the password of the Admin who saves. */
export const needsProof = (user: User | null, checked: CheckedUser): boolean =>
  makesAdmin(user, checked) || (user !== null && changesSignIn(user, checked))

/** As a person reads it. */
export function readable(field: UserFieldName, value: string): string {
  if (field === 'mayTakePostpaid') return value === FLAG.yes ? 'yes' : 'no'
  if (field === 'commissionPercent') return `${value === '' ? '0' : value} %`
  return value || 'empty'
}
