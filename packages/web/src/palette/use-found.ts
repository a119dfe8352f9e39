// Users and sales that match the typed text, from the server, requested when typing pauses (T-03).
import { search } from '@flexpower/contract'
import { useRestingRead } from '../api/hooks/use-resting-read.ts'
import { type ChoiceGroup, saleChoice, userChoice } from './choices.ts'

export interface Found {
  groups: readonly ChoiceGroup[]
  state: 'idle' | 'searching' | 'done' | 'failed'
}

/** Null: nothing to ask for, or the user may not ask. */
export function useFound(words: string | null): Found {
  const { query, isBehind } = useRestingRead(search.everything, words === null ? null : { words })
  if (words === null) return { groups: [], state: 'idle' }
  if (query.isError && !isBehind) return { groups: [], state: 'failed' }
  // Results for an earlier text are not shown: Enter must never open something that nobody asked for.
  if (query.data === undefined || isBehind) return { groups: [], state: 'searching' }
  return {
    groups: [
      { label: 'Users', choices: query.data.users.map(userChoice) },
      { label: 'Sales', choices: query.data.sales.map(saleChoice) },
    ].filter(({ choices }) => choices.length > 0),
    state: 'done',
  }
}
