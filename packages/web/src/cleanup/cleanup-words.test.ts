import type { CleanupRun } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { stepText } from './cleanup-words.ts'

const steps: [CleanupRun['state'], sales: number, text: string][] = [
  ['backing up', 1250, 'Making and checking a backup first'],
  ['archiving', 1250, 'Moving 1,250 sales to the archive'],
  ['archiving', 1, 'Moving 1 sale to the archive'],
  ['undoing', 1250, 'Bringing 1,250 sales back'],
]

test.each(steps)(
  'CL-01 a cleanup under way says what it does, and how many it moves: %s %i',
  (state, sales, text) => {
    expect(stepText({ state, sales })).toBe(text)
  },
)
