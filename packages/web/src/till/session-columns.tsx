// The columns of a list of shifts: an Admin's, with the cashier, and a cashier's own.
import { formatGmd, type TillSessionRow, toDalasi, describeDifference } from '@flexpower/contract'
import { type Column, Moment, momentValue, textColumn } from '../list/columns.tsx'
import { Badge } from '../ui/Badge.tsx'
import { findDifferenceTone, stateTones, stateWords } from './till-words.ts'

const money = (amount: TillSessionRow['counted']): string => (amount === null ? '–' : formatGmd(amount))
const moneyValue = (amount: TillSessionRow['counted']) => (amount === null ? '' : toDalasi(amount))

export const sessionColumns: readonly Column<TillSessionRow>[] = [
  {
    id: 'at',
    header: 'Opened',
    cell: ({ openedAt }) => <Moment at={openedAt} />,
    file: ({ openedAt }) => momentValue({ at: openedAt }),
    mobile: 'title',
  },
  {
    id: 'closed',
    header: 'Closed',
    cell: ({ closedAt, closedBy, isClosedByOther }) =>
      closedAt && (
        <>
          <Moment at={closedAt} /> {isClosedByOther && <span className="cell-note">by {closedBy}</span>}
        </>
      ),
    file: ({ closedAt }) => (closedAt ? momentValue({ at: closedAt }) : ''),
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ state }) => <Badge tone={stateTones[state]}>{stateWords[state]}</Badge>,
    file: ({ state }) => stateWords[state],
  },
  textColumn('number', 'Z slip', ({ number }) => number ?? '–'),
  {
    id: 'expected',
    header: 'Expected',
    align: 'right',
    cell: ({ expected }) => money(expected),
    file: ({ expected }) => moneyValue(expected),
  },
  {
    id: 'counted',
    header: 'Counted',
    align: 'right',
    cell: ({ counted }) => money(counted),
    file: ({ counted }) => moneyValue(counted),
  },
  {
    id: 'difference',
    header: 'Difference',
    align: 'right',
    mobile: 'amount',
    cell: ({ state, difference }) =>
      state === 'open' ? (
        '–'
      ) : (
        <Badge tone={findDifferenceTone(difference)}>{describeDifference(difference)}</Badge>
      ),
    file: ({ difference }) => moneyValue(difference),
  },
]
