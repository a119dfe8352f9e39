// Where a float or a drawer is shown: on the page of its user, as a view of that page.
import { toDay } from '@flexpower/contract'
import { now } from '../lib/clock.ts'
import { periodNamed } from '../lib/periods.ts'
import { paths, userRecord } from '../paths.ts'
import type { FloatKind } from './float-kinds.ts'

/** The name of the value in the URL, and its value. */
export const VIEW = 'view'
export const FLOAT = 'float'
/** Beside the kinds of float. */
export const DRAWER = 'drawer'

/** This month first: all days of a busy cashier are many lines. */
function showFloat(path: string): string {
  const { from, to } = periodNamed('this-month', toDay(now()))
  return `${path}?${VIEW}=${FLOAT}&from=${from}&to=${to}`
}

export const ownFloat = (): string => showFloat(paths.cashier.user)
export const ownDrawer = (): string => `${ownFloat()}&kind=${DRAWER}`
export const userFloat = (id: number, kind: FloatKind | typeof DRAWER = 'electricity'): string =>
  `${showFloat(userRecord(id))}${kind === 'electricity' ? '' : `&kind=${kind}`}`
