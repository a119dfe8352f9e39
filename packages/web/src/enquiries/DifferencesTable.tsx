// The differences: first the open ones, with what each means and what to do, then those that somebody has settled.
import { describeCost, type Difference, formatDay, formatGmd, formatTime, toNoon } from '@flexpower/contract'
import { type ReactNode, useMemo } from 'react'
import { Link } from '../router/hooks.tsx'
import { salesFound } from '../paths.ts'
import type { SecondAdminDecision } from '../form/dialog/SecondAdminDialog.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { PagedTable, type PagedTableProps } from '../list/PagedTable.tsx'
import type { Column } from '../list/columns.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { describeBooking } from './DecideBooking.tsx'
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
        <span className="whitespace-nowrap">{formatDay(toNoon(day))}</span>
        <span className="cell-note">{sideTitle(otherSide)}</span>
      </>
    ),
  },
  {
    id: 'subject',
    header: 'Meter, account or phone',
    cell: ({ subject, reference }) => (
      <>
        {subject}
        <span className="cell-note whitespace-nowrap">{reference}</span>
      </>
    ),
  },
  {
    id: 'ours',
    header: 'Here',
    align: 'right',
    cell: ({ ours, ourCost }) => (
      <>
        {amountText(ours)}
        <Note words={costWords(ourCost)} />
      </>
    ),
  },
  {
    id: 'theirs',
    header: 'There',
    align: 'right',
    cell: ({ ours, theirs, theirCost }) => (
      <>
        {amountText(theirs)}
        <Note words={gapWords(ours, theirs)} />
        <Note words={costWords(theirCost)} />
      </>
    ),
  },
]

/** For airtime, whose account may be in another currency. */
const costWords = (cost: Difference['ourCost']): string | null => {
  const told = cost === null ? '' : describeCost(cost)
  return told === '' ? null : `Cost ${told}`
}

const Note = ({ words }: { words: string | null }) =>
  words === null ? null : <span className="cell-note">{words}</span>

/** The actions for an open difference. */
export type DifferenceAction = 'settle' | 'book' | SecondAdminDecision

interface OpenDifferencesProps extends Rows {
  onAnswer: (id: number, answer: DifferenceAction) => void
  empty: ReactNode
}

export function OpenDifferences({ rows, error, onAnswer, empty }: OpenDifferencesProps) {
  const columns = useMemo(() => openColumns(onAnswer), [onAnswer])
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

const openColumns = (onAnswer: OpenDifferencesProps['onAnswer']): readonly Column<Difference>[] => [
  { id: 'kind', header: 'Difference', mobile: 'block', cell: (row) => <Meaning difference={row} /> },
  ...facts,
  {
    id: 'answer',
    header: 'Action',
    kind: 'action',
    cell: (row) => (
      // A card moves its actions to the edge, which suits icons only.
      <div className="flex flex-wrap justify-end gap-2 max-md:mt-2 max-md:mr-3 max-md:mb-3">
        {answersTo(row).map(({ answer, label }) => (
          <Button
            key={answer}
            variant={answer === 'book' || answer === 'confirm' ? 'primary' : 'secondary'}
            onClick={() => onAnswer(row.id, answer)}
            aria-label={`${label} ${row.reference}`}
          >
            {label}
          </Button>
        ))}
      </div>
    ),
  },
]

function answersTo({ waiting, bookable }: Difference): { answer: DifferenceAction; label: string }[] {
  if (waiting !== null)
    return [
      { answer: 'decline', label: 'Decline' },
      ...(waiting.mayConfirm ? [{ answer: 'confirm' as const, label: 'Confirm' }] : []),
    ]
  return [
    { answer: 'settle', label: 'Settle' },
    ...(bookable ? [{ answer: 'book' as const, label: 'Book' }] : []),
  ]
}

function Meaning({ difference }: { difference: Difference }) {
  const { tone, title, means, todo } = differenceWords(difference)
  const { waiting } = difference
  return (
    <div className="grid max-w-110 justify-items-start gap-1 py-2 text-pretty md:min-w-72">
      <Badge tone={tone}>{title}</Badge>
      <p>{means}</p>
      {waiting === null ? (
        <p className="text-ink-2">{todo}</p>
      ) : (
        <>
          <Badge tone="info">Waiting for a second Admin</Badge>
          <p className="text-ink-2">{describeBooking(waiting)}</p>
          <p className="text-ink-2">{waiting.confirmRefusal ?? 'Nothing has moved yet.'}</p>
        </>
      )}
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
    cell: ({ note, booked }) => (
      <span className="block max-w-80 [overflow-wrap:anywhere] md:py-1">
        {note}
        {booked !== null && (
          <>
            {' '}
            <Link className="link" to={salesFound(booked.reference, booked.product)}>
              Show the sale
            </Link>
          </>
        )}
      </span>
    ),
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
