// Where a float is shown: on the page of its user, as a view of that page.
import { paths, userRecord } from '../paths.ts'

/** The name of the value in the URL, and its value. */
export const VIEW = 'view'
export const FLOAT = 'float'

export const ownFloat = `${paths.cashier.user}?${VIEW}=${FLOAT}`
export const userFloat = (id: number): string => `${userRecord(id)}?${VIEW}=${FLOAT}`
