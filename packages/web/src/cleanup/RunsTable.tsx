// Each run that moved old sales to the archive, and the button that undoes it.
import {
  type CleanupRun,
  cleanupStates,
  formatCount,
  formatDay,
  formatGmd,
  toDalasi,
  toNoon,
} from '@flexpower/contract'
import { useMemo } from 'react'
import type { ListWindow } from '../list/list-window.ts'
import type { OwnListView } from '../list/list-view.ts'
import { ListTable } from '../list/ListTable.tsx'
import { type Column, momentColumn, textColumn } from '../list/columns.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { stateTones } from './cleanup-words.ts'

interface RunsTableProps {
  list: ListWindow<CleanupRun>
  view: OwnListView
  onUndo: (run: CleanupRun) => void
}

export function RunsTable({ list, view, onUndo }: RunsTableProps) {
  const columns = useMemo(() => columnsWith(onUndo), [onUndo])
  return (
    <ListTable
      caption="Cleanups"
      list={list}
      view={view}
      columns={columns}
      searchHint="Search by date, who did it, the last day, how many sales, amount or state."
      failure="No sale is affected. It is tried again automatically in a moment."
      empty={
        <EmptyState icon="archive" title="No cleanup yet">
          Every cleanup is listed here, and can be undone.
        </EmptyState>
      }
      file={{ name: 'cleanups' }}
    />
  )
}

const columnsWith = (onUndo: (run: CleanupRun) => void): Column<CleanupRun>[] => [
  momentColumn,
  textColumn('by', 'By', ({ by }) => by, { kind: 'muted' }),
  {
    id: 'until',
    header: 'Sales up to',
    kind: 'strong',
    mobile: 'title',
    cell: ({ until, days }) => (
      <>
        <span className="whitespace-nowrap">{formatDay(toNoon(until))}</span>{' '}
        <span className="cell-note">{days} days</span>
      </>
    ),
    file: { 'Sales up to': ({ until }) => until, Days: ({ days }) => days },
  },
  {
    id: 'sales',
    header: 'Sales',
    align: 'right',
    cell: ({ sales }) => formatCount(sales),
    file: ({ sales }) => sales,
  },
  {
    id: 'amount',
    header: 'Amount',
    align: 'right',
    mobile: 'amount',
    cell: ({ tendered }) => formatGmd(tendered),
    file: ({ tendered }) => toDalasi(tendered),
  },
  {
    id: 'state',
    header: 'State',
    cell: (run) => <State {...run} />,
    file: { State: ({ state }) => cleanupStates[state], Failure: ({ failure }) => failure ?? '' },
  },
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
    <Badge tone={stateTones[state]}>{cleanupStates[state]}</Badge>{' '}
    {failure !== null && <span className="cell-note max-w-72 text-pretty whitespace-normal">{failure}</span>}
    {undoneAt !== null && (
      <span className="cell-note">
        {formatDay(undoneAt)} by {undoneBy}
      </span>
    )}
  </>
)
