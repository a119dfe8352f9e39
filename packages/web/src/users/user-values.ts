// What the form of a user holds, as text, and how it meets a change that somebody else made meanwhile: what the person
// typed stays, what they left alone takes the newer value, so nothing is lost on either side.
import { type changedUserForm, type User, userFields, USER_TYPES } from '@flexpower/contract'

export type UserFieldName = (typeof userFields)[keyof typeof userFields]
export type UserValues = Record<UserFieldName, string>
/** What the contract made of the form. */
export type CheckedUser = ReturnType<typeof changedUserForm.parse>

/** In the order of the form; the same words as on its labels. */
export const fieldLabels: Record<UserFieldName, string> = {
  [userFields.name]: 'Name',
  [userFields.email]: 'Email',
  [userFields.address]: 'Address',
  [userFields.location]: 'Location',
  [userFields.password]: 'Password',
  [userFields.type]: 'User Type',
  [userFields.contractType]: 'Contract Type',
  [userFields.commissionPercent]: 'Commission',
  [userFields.mayTakePostpaid]: 'Can access post paid',
}
export const fieldNames = Object.keys(fieldLabels) as UserFieldName[]

/** U-05. */
export const FLAG = { yes: '1', no: '0' } as const
export const CONTRACT_TYPE = 'Commission'
const [, CASHIER] = USER_TYPES

export function fillValues(user: User | null): UserValues {
  return {
    [userFields.name]: user?.name ?? '',
    [userFields.email]: user?.email ?? '',
    [userFields.address]: user?.address ?? '',
    [userFields.location]: user?.location ?? '',
    [userFields.password]: '',
    [userFields.type]: user?.type ?? CASHIER,
    [userFields.contractType]: CONTRACT_TYPE,
    [userFields.commissionPercent]: user === null ? '' : String(user.commissionPercent / 100),
    [userFields.mayTakePostpaid]: user?.mayTakePostpaid ? FLAG.yes : FLAG.no,
  }
}

/** The call's input; an empty password on a change keeps the present one. */
export const buildInput = (checked: CheckedUser) => ({
  name: checked[userFields.name],
  email: checked[userFields.email],
  address: checked[userFields.address],
  location: checked[userFields.location],
  type: checked[userFields.type],
  contractType: checked[userFields.contractType],
  commissionPercent: checked[userFields.commissionPercent],
  mayTakePostpaid: checked[userFields.mayTakePostpaid],
})

/** Whether saving makes an Admin of somebody who is none. */
export const makesAdmin = (user: User | null, checked: CheckedUser): boolean =>
  checked[userFields.type] === 'Admin' && user?.type !== 'Admin'

/** Whether saving gives the user another password or email address. */
const changesSignIn = (user: User, checked: CheckedUser): boolean =>
  checked[userFields.password] !== '' || checked[userFields.email].toLowerCase() !== user.email.toLowerCase()

/** Whether saving asks for the password of whoever saves. */
export const needsProof = (user: User | null, checked: CheckedUser): boolean =>
  makesAdmin(user, checked) || (user !== null && changesSignIn(user, checked))

export interface Clash {
  field: UserFieldName
  /** What it was when the form was opened, and what it is now. */
  before: string
  now: string
  /** What this form says, where the person changed it as well. */
  typed: string | null
}

/** Every field that somebody else changed since it was seen here. */
export function findClashes(seen: UserValues, typed: UserValues, newer: UserValues): Clash[] {
  return fieldNames
    .filter((field) => seen[field] !== newer[field])
    .map((field) => ({
      field,
      before: shown(field, seen[field]),
      now: shown(field, newer[field]),
      typed:
        typed[field] === seen[field] || typed[field] === newer[field] ? null : shown(field, typed[field]),
    }))
}

export function mergeValues(seen: UserValues, typed: UserValues, newer: UserValues): UserValues {
  const merged = { ...newer }
  for (const field of fieldNames) if (typed[field] !== seen[field]) merged[field] = typed[field]
  return merged
}

function shown(field: UserFieldName, value: string): string {
  if (field === userFields.mayTakePostpaid) return value === FLAG.yes ? 'yes' : 'no'
  if (field === userFields.commissionPercent) return `${value === '' ? '0' : value} %`
  return value
}
