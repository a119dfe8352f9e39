// Each time that old sales went to the archive, and the way back.
import { type CleanupRun, formatDay, formatGmd, formatTime, noonOf } from '@flexpower/contract'
import { useMemo } from 'react'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { type Column, DataTable, type DataTableProps } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { stateTones, stateWords } from './cleanup-words.ts'

interface RunsTableProps extends Pick<DataTableProps<CleanupRun>, 'rows' | 'error'> {
  onUndo: (run: CleanupRun) => void
}

export function RunsTable({ rows, error, onUndo }: RunsTableProps) {
  const columns = useMemo(() => columnsWith(onUndo), [onUndo])
  return (
    <DataTable
      caption="Cleanups"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      error={error}
      empty={
        <EmptyState icon="archive" title="No cleanup yet">
          What goes to the archive stands here, with the way to bring it back.
        </EmptyState>
      }
    />
  )
}

const columnsWith = (onUndo: (run: CleanupRun) => void): Column<CleanupRun>[] => [
  {
    id: 'at',
    header: 'Date',
    cell: ({ at }) => (
      <span className="whitespace-nowrap">
        {formatDay(at)} <span className="cell-note">{formatTime(at)}</span>
      </span>
    ),
  },
  { id: 'by', header: 'By', kind: 'muted', cell: ({ by }) => by },
  {
    id: 'until',
    header: 'Sales up to',
    kind: 'strong',
    mobile: 'title',
    cell: ({ until, days }) => (
      <>
        <span className="whitespace-nowrap">{formatDay(noonOf(until))}</span>{' '}
        <span className="cell-note">{days} days</span>
      </>
    ),
  },
  { id: 'sales', header: 'Sales', align: 'right', cell: ({ sales }) => sales.toLocaleString('en') },
  {
    id: 'amount',
    header: 'Amount',
    align: 'right',
    mobile: 'amount',
    cell: ({ tendered }) => formatGmd(tendered),
  },
  { id: 'state', header: 'State', cell: (run) => <State {...run} /> },
  {
    id: 'action',
    header: 'Action',
    kind: 'action',
    cell: (run) =>
      run.state === 'done' && (
        <Button
          variant="ghost"
          aria-label={`Undo the cleanup of ${formatDay(run.at)}`}
          className="in-[.card-actions]:m-3 in-[.is-action]:-my-1"
          onClick={() => onUndo(run)}
        >
          Undo
        </Button>
      ),
  },
]

const State = ({ state, failure, undoneAt, undoneBy }: CleanupRun) => (
  <>
    <Badge tone={stateTones[state]}>{stateWords[state]}</Badge>{' '}
    {failure !== null && <span className="cell-note max-w-72 text-pretty whitespace-normal">{failure}</span>}
    {undoneAt !== null && (
      <span className="cell-note">
        {formatDay(undoneAt)} by {undoneBy}
      </span>
    )}
  </>
)
