// The names of the accounts between which money moves. House accounts have no stored balance: it is the sum of their transfers.
import type { FloatKind } from '../db/schema.ts'

export const accounts = {
  /** Where agents pay in. */
  bank: 'bank',
  /** Taken from the seller, and not yet paid to anybody. */
  held: 'held',
  /** What the utility has received. */
  utility: 'utility',
  /** What the mobile operators have received. */
  operators: 'operators',
  /** The provider's earnings. */
  fees: 'fees',
  /** The provider's own money: what an Admin sells from. */
  house: 'house',
} as const

export const floatAccount = (kind: FloatKind, userId: number): string => `float/${kind}/${userId}`
