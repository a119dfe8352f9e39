// What is said of a list that search or days have narrowed: that nothing is left, or how far the search has come.
import { formatDay, type WindowFacts } from '@flexpower/contract'
import type { OwnListView } from '../lib/list-view.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

interface NothingFoundProps {
  view: OwnListView
  window: WindowFacts | undefined
  searchHint: string
}

export function NothingFound({ view: { search }, window, searchHint }: NothingFoundProps) {
  const found = search === '' ? 'Nothing on these days' : `Nothing matches “${search}”`
  return (
    <EmptyState icon="search" title={window?.searchedBackTo ? `${found} so far` : found}>
      {search === '' ? 'Choose other days, or all of them.' : searchHint}
    </EmptyState>
  )
}

/** What is too short or too common to be found at once is looked for piece by piece. */
export const SearchedBack = ({ to, onGoOn }: { to: Date; onGoOn: () => void }) => (
  <output className="data-note">
    Searched back to {formatDay(to)}.
    <Button variant="ghost" onClick={onGoOn}>
      Go on
    </Button>
  </output>
)
