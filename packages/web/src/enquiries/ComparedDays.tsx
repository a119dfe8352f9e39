// The days compared so far, newest first.
import { type Comparison, formatCount, formatDay, formatTime, toNoon } from '@flexpower/contract'
import { Badge } from '../ui/Badge.tsx'
import { PagedTable, type PagedTableProps } from '../list/PagedTable.tsx'
import type { Column } from '../list/columns.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { sideTitle } from './difference-words.ts'

const columns: readonly Column<Comparison>[] = [
  {
    id: 'day',
    header: 'Day',
    kind: 'strong',
    mobile: 'title',
    cell: ({ day }) => formatDay(toNoon(day)),
  },
  { id: 'otherSide', header: 'Compared with', cell: ({ otherSide }) => sideTitle(otherSide) },
  {
    id: 'at',
    header: 'Compared on',
    kind: 'muted',
    cell: ({ at }) => `${formatDay(at)}, ${formatTime(at)}`,
  },
  { id: 'ours', header: 'Sales here', align: 'right', cell: ({ ours }) => formatCount(ours) },
  {
    id: 'theirs',
    header: 'Sales there',
    align: 'right',
    cell: ({ theirs }) => formatCount(theirs),
  },
  {
    id: 'differences',
    header: 'Differences',
    align: 'right',
    mobile: 'amount',
    cell: ({ differences, ambiguous }) => (
      <>
        {differences === 0 ? (
          <Badge tone="ok">None open</Badge>
        ) : (
          <Badge tone="warning">{formatCount(differences)} open</Badge>
        )}
        {ambiguous > 0 && (
          <span className="block text-sm text-ink-2">
            {formatCount(ambiguous)} cannot be distinguished from equal sales
          </span>
        )}
      </>
    ),
  },
  { id: 'settled', header: 'Settled', align: 'right', cell: ({ settled }) => formatCount(settled) },
]

export const ComparedDays = ({ rows, error }: Pick<PagedTableProps<Comparison>, 'rows' | 'error'>) => (
  <PagedTable
    caption="Days compared"
    columns={columns}
    rows={rows}
    rowKey={({ day, otherSide }) => `${day} ${otherSide}`}
    error={error}
    empty={
      <EmptyState icon="calendar" title="No day yet">
        Compare one above, or wait for the night: the previous day is then compared automatically.
      </EmptyState>
    }
  />
)
