// The words for the states of shifts, and the tones of states and differences.
import type { Bututs, TillSessionRow } from '@flexpower/contract'
import type { BadgeTone } from '../ui/Badge.tsx'

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

export const findDifferenceTone = (difference: Bututs | null): BadgeTone => {
  if (difference === null) return 'off'
  if (difference === 0) return 'ok'
  return difference < 0 ? 'danger' : 'warning'
}
