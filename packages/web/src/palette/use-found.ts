// People and sales that fit what was typed, from the server, asked when typing rests (T-03).
import { search } from '@flexpower/contract'
import { useRestingRead } from '../api/hooks/use-resting-read.ts'
import { type ChoiceGroup, saleChoice, userChoice } from './choices.ts'

export interface Found {
  groups: readonly ChoiceGroup[]
  state: 'idle' | 'searching' | 'done' | 'failed'
}

/** Null: nothing to ask for, or nobody who may ask. */
export function useFound(words: string | null): Found {
  const { query, isBehind } = useRestingRead(search.everything, words === null ? null : { words })
  if (words === null) return { groups: [], state: 'idle' }
  if (query.isError && !isBehind) return { groups: [], state: 'failed' }
  // What was found for other words is not shown: Enter must never lead to what nobody asked for.
  if (query.data === undefined || isBehind) return { groups: [], state: 'searching' }
  return {
    groups: [
      { label: 'Users', choices: query.data.users.map(userChoice) },
      { label: 'Sales', choices: query.data.sales.map(saleChoice) },
    ].filter(({ choices }) => choices.length > 0),
    state: 'done',
  }
}
