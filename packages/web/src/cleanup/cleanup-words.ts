// The texts about a cleanup.
import { countOf } from '@flexpower/contract'
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
      ? `Moving ${countOf(sales, 'sale')} to the archive`
      : `Bringing ${countOf(sales, 'sale')} back`
