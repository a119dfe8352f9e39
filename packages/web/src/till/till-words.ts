// The words for shifts: states, movements, notes and coins, and what a difference means.
import { type Bututs, bututs, type Denomination, formatGmd, formatDay, formatTime } from '@flexpower/contract'
import type { TillMovement, TillSessionRow } from '@flexpower/contract'
import type { BadgeTone } from '../ui/Badge.tsx'

export const movementWords: Record<TillMovement['kind'], string> = {
  in: 'Cash in',
  out: 'Cash out',
  drop: 'To the safe',
  refund: 'Paid back',
}

export const stateWords: Record<TillSessionRow['state'], string> = {
  open: 'Open',
  counted: 'Counted',
  closed: 'Closed',
}

export const stateTones: Record<TillSessionRow['state'], BadgeTone> = {
  open: 'info',
  counted: 'warning',
  closed: 'ok',
}

/** `D200`, `D10 coin`, `b50`: as the notes and coins are called. */
export function nameDenomination({ kind, value }: Denomination): string {
  const name = value < 100 ? `b${value}` : `D${value / 100}`
  return kind === 'coin' && value >= 100 ? `${name} coin` : name
}

export const formatMoment = (at: Date): string => `${formatDay(at)}, ${formatTime(at)}`

/** In words, because a minus sign is easily missed. */
export function describeDifference(difference: Bututs | null): string {
  if (difference === null) return 'Not counted'
  if (difference === 0) return 'None'
  return `${formatGmd(bututs(Math.abs(difference)))} ${difference < 0 ? 'short' : 'over'}`
}

export const findDifferenceTone = (difference: Bututs | null): BadgeTone => {
  if (difference === null) return 'off'
  if (difference === 0) return 'ok'
  return difference < 0 ? 'danger' : 'warning'
}

export const countSales = (sales: number): string =>
  sales === 1 ? '1 sale' : `${sales.toLocaleString('en')} sales`
