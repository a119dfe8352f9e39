// A day and its time: two lines in a table, one on a card; and the column that most lists begin with.
import { formatDay, formatTime } from '@flexpower/contract'
import type { Column } from './DataTable.tsx'

export const Moment = ({ at }: { at: Date }) => (
  <>
    <span className="whitespace-nowrap">{formatDay(at)}</span>{' '}
    <span className="cell-note">{formatTime(at)}</span>
  </>
)

/** When the row began. A list on the server can be sorted by it. */
export const momentColumn: Column<{ at: Date }> = {
  id: 'at',
  header: 'Date',
  cell: ({ at }) => <Moment at={at} />,
}
