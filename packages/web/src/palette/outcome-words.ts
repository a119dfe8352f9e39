// What the palette says under its list: that it is searching, has failed, or has found nothing.
import { CallRefused } from '@flexpower/contract'
import type { Area } from '../paths.ts'
import type { Found } from './use-choices.ts'

/** What is typed into the palette, as the name of its box. */
export const boxNames: Record<Area, string> = {
  admin: 'Screen, user or sale',
  cashier: 'Screen or purchase',
}

const FAILED: Record<Area, string> = {
  admin: 'Users and sales could not be searched.',
  cashier: 'Purchases could not be searched.',
}

const HINTS: Record<Area, string> = {
  admin: 'Sales are found by a whole meter number, phone, token or reference, users by name or e-mail.',
  cashier: 'Purchases are found by a whole meter, phone or code, and your own by the customer’s name.',
}

/** The server has understood and says itself what is wrong, and what to do. */
const isRefusal = (error: unknown): error is CallRefused =>
  error instanceof CallRefused && error.status < 500 && error.message !== ''

/** A receipt number needs its amount, which only that screen asks for. */
export const needsMore = ({ error }: Found, area: Area): boolean =>
  area === 'cashier' && isRefusal(error) && error.status === 422

export function describeOutcome(text: string, { state, error }: Found, count: number, area: Area): string {
  if (state === 'searching') return area === 'admin' ? 'Searching users and sales…' : 'Searching purchases…'
  if (state === 'failed' && isRefusal(error)) return error.message
  if (state === 'failed') return `${FAILED[area]} Check the connection, then type again.`
  if (count > 0) return count === 1 ? '1 found' : `${count} found`
  return `Nothing found for “${text.trim()}”. ${HINTS[area]}`
}
