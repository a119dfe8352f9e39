// The texts about a cleanup.
import { formatCount } from '@flexpower/contract'
import type { Answer, Api, CleanupRun } from '@flexpower/contract'
import type { BadgeTone } from '../ui/Badge.tsx'

/** The result of a dry run, and for how many days. */
export type Counted = Answer<Api['cleanup']['run']> & { days: number }

type State = CleanupRun['state']

export const stateTones: Record<State, BadgeTone> = {
  'backing up': 'info',
  archiving: 'info',
  done: 'ok',
  failed: 'danger',
  undoing: 'info',
  undone: 'off',
}

export const isUnderWay = ({ state }: CleanupRun): boolean =>
  state === 'backing up' || state === 'archiving' || state === 'undoing'

export const stepText = ({ state, sales }: Pick<CleanupRun, 'state' | 'sales'>): string =>
  state === 'backing up'
    ? 'Making and checking a backup first'
    : state === 'archiving'
      ? `Moving ${salesText(sales)} to the archive`
      : `Bringing ${salesText(sales)} back`

export const salesText = (sales: number): string => (sales === 1 ? '1 sale' : `${formatCount(sales)} sales`)
