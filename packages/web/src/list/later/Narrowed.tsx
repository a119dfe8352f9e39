// What a list says when search or days narrow it: that no rows are left, or how far the search has come.
import { formatDay, toNoon, type WindowFacts } from '@flexpower/contract'
import { Link, useLocation } from '../../router/hooks.tsx'
import type { OwnListView } from '../list-view.ts'
import { type Area, paths, salePaths } from '../../paths.ts'
import { matchesPath } from '../../router/route.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** The lists of sales, of every product. */
const isListOfSales = (area: Area, path: string): boolean =>
  Object.values(salePaths).some((screen) => matchesPath(screen[area], path))

interface NothingFoundProps {
  view: OwnListView
  window: WindowFacts | undefined
  searchHint: string
}

export function NothingFound({ view: { search, from, to }, window, searchHint }: NothingFoundProps) {
  // The archive is searched by text, and a day is text too.
  const oneDay = from !== undefined && from === to ? formatDay(toNoon(from)) : ''
  const found = search === '' ? 'Nothing on these days' : `Nothing matches “${search}”`
  return (
    <EmptyState icon="search" title={window?.searchedBackTo ? `${found} so far` : found}>
      {search === '' ? 'Choose other days, or all of them.' : searchHint}
      {!window?.searchedBackTo && <ArchiveHint words={search || oneDay} />}
    </EmptyState>
  )
}

/** Archived sales are in no list, so an empty result says where else to look. */
function ArchiveHint({ words }: { words: string }) {
  const { pathname } = useLocation()
  if (isListOfSales('cashier', pathname))
    return <span className="block">Older sales may be in the archive: an Admin finds them there.</span>
  if (!isListOfSales('admin', pathname)) return null
  return (
    <span className="block">
      Older sales may be{' '}
      <Link
        className="link"
        to={
          words === ''
            ? paths.admin.cleanup
            : `${paths.admin.cleanup}?${new URLSearchParams({ search: words })}`
        }
      >
        in the archive
      </Link>
      .
    </span>
  )
}

/** A term that is too short or too common for the index is searched piece by piece. */
export const SearchedBack = ({ to, onGoOn }: { to: Date; onGoOn: () => void }) => (
  <output className="data-note">
    Searched back to {formatDay(to)}.
    <Button variant="ghost" onClick={onGoOn}>
      Go on
    </Button>
  </output>
)
