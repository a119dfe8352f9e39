// What is said of a list that search or days have narrowed: that nothing is left, or how far the search has come.
import { formatDay, type WindowFacts } from '@flexpower/contract'
import { Link, useLocation } from 'react-router'
import type { OwnListView } from '../lib/list-view.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

const { cashPower, airPower, postPaid } = paths.admin
/** Where an Admin finds sales, as long as they are not archived. */
const listsOfSales = new Set<string>([cashPower, airPower, postPaid])

interface NothingFoundProps {
  view: OwnListView
  window: WindowFacts | undefined
  searchHint: string
}

export function NothingFound({ view: { search }, window, searchHint }: NothingFoundProps) {
  const isOfSales = listsOfSales.has(useLocation().pathname)
  const found = search === '' ? 'Nothing on these days' : `Nothing matches “${search}”`
  return (
    <EmptyState icon="search" title={window?.searchedBackTo ? `${found} so far` : found}>
      {search === '' ? 'Choose other days, or all of them.' : searchHint}
      {isOfSales && search !== '' && !window?.searchedBackTo && <ArchiveHint words={search} />}
    </EmptyState>
  )
}

/** Archived sales stand in no list: an Admin who finds none is told where else to look. */
const ArchiveHint = ({ words }: { words: string }) => (
  <span className="block">
    Older sales may be{' '}
    <Link className="link" to={`${paths.admin.cleanup}?${new URLSearchParams({ search: words })}`}>
      in the archive
    </Link>
    .
  </span>
)

/** What is too short or too common to be found at once is looked for piece by piece. */
export const SearchedBack = ({ to, onGoOn }: { to: Date; onGoOn: () => void }) => (
  <output className="data-note">
    Searched back to {formatDay(to)}.
    <Button variant="ghost" onClick={onGoOn}>
      Go on
    </Button>
  </output>
)
