// What did not agree: first what is open, with what it means and what to do, then what somebody has settled.
import { type Difference, formatDay, formatGmd, formatTime, noonOf } from '@flexpower/contract'
import { type ReactNode, useMemo } from 'react'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { PagedTable, type PagedTableProps } from '../ui/PagedTable.tsx'
import type { Column } from '../ui/table-column.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { differenceWords, gapWords, sideTitle } from './difference-words.ts'

type Rows = Pick<PagedTableProps<Difference>, 'rows' | 'error'>

const amountText = (amount: Difference['ours']): string => (amount === null ? 'None' : formatGmd(amount))

const facts: readonly Column<Difference>[] = [
  {
    id: 'day',
    header: 'Day',
    mobile: 'title',
    cell: ({ day, otherSide }) => (
      <>
        <span className="whitespace-nowrap">{formatDay(noonOf(day))}</span>
        <span className="cell-note">{sideTitle(otherSide)}</span>
      </>
    ),
  },
  {
    id: 'subject',
    header: 'Meter or phone',
    cell: ({ subject, reference }) => (
      <>
        {subject}
        <span className="cell-note whitespace-nowrap">{reference}</span>
      </>
    ),
  },
  { id: 'ours', header: 'Here', align: 'right', cell: ({ ours }) => amountText(ours) },
  {
    id: 'theirs',
    header: 'There',
    align: 'right',
    cell: ({ ours, theirs }) => (
      <>
        {amountText(theirs)}
        <Gap words={gapWords(ours, theirs)} />
      </>
    ),
  },
]

const Gap = ({ words }: { words: string | null }) =>
  words === null ? null : <span className="cell-note">{words}</span>

interface OpenDifferencesProps extends Rows {
  onSettle: (id: number) => void
  empty: ReactNode
}

export function OpenDifferences({ rows, error, onSettle, empty }: OpenDifferencesProps) {
  const columns = useMemo(() => openColumns(onSettle), [onSettle])
  return (
    <PagedTable
      caption="Open differences"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      error={error}
      empty={empty}
    />
  )
}

const openColumns = (onSettle: OpenDifferencesProps['onSettle']): readonly Column<Difference>[] => [
  { id: 'kind', header: 'Difference', mobile: 'block', cell: (row) => <Meaning difference={row} /> },
  ...facts,
  {
    id: 'settle',
    header: 'Action',
    kind: 'action',
    cell: ({ id, reference }) => (
      // A card pulls its actions to the edge, which is meant for icons.
      <Button
        className="max-md:mr-3 max-md:mb-3"
        onClick={() => onSettle(id)}
        aria-label={`Settle ${reference}`}
      >
        Settle
      </Button>
    ),
  },
]

function Meaning({ difference }: { difference: Difference }) {
  const { tone, title, means, todo } = differenceWords(difference)
  return (
    <div className="grid max-w-110 justify-items-start gap-1 py-2 text-pretty md:min-w-72">
      <Badge tone={tone}>{title}</Badge>
      <p>{means}</p>
      <p className="text-ink-2">{todo}</p>
    </div>
  )
}

const settledColumns: readonly Column<Difference>[] = [
  {
    id: 'kind',
    header: 'Difference',
    mobile: 'block',
    cell: (row) => <Badge tone="off">{differenceWords(row).title}</Badge>,
  },
  ...facts,
  {
    id: 'note',
    header: 'Note',
    cell: ({ note }) => <span className="block max-w-80 [overflow-wrap:anywhere] md:py-1">{note}</span>,
  },
  {
    id: 'settled',
    header: 'Settled',
    cell: ({ settledBy, settledAt }) => (
      <>
        {settledBy ?? 'By the server'}
        {settledAt !== null && (
          <span className="cell-note">
            {formatDay(settledAt)}, {formatTime(settledAt)}
          </span>
        )}
      </>
    ),
  },
]

export const SettledDifferences = ({ rows, error }: Rows) => (
  <PagedTable
    caption="Settled differences"
    columns={settledColumns}
    rows={rows}
    rowKey={({ id }) => id}
    error={error}
    empty={
      <EmptyState icon="archive" title="None yet">
        A settled difference stays here with its note, and who settled it when.
      </EmptyState>
    }
  />
)
