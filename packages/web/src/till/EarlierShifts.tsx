// A cashier's own shifts, newest first, each with its slip.
import { till, type TillSessionRow } from '@flexpower/contract'
import { useState } from 'react'
import type { Column } from '../list/columns.tsx'
import { useListView } from '../list/list-view.ts'
import { useListWindow } from '../list/list-window.ts'
import { ListTable } from '../list/ListTable.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { sessionColumns } from './session-columns.tsx'
import { SlipDialog } from './SlipPrint.tsx'

export function EarlierShifts() {
  const view = useListView()
  const list = useListWindow(till.list, {}, view)
  return (
    <ListTable
      caption="Your shifts"
      list={list}
      view={view}
      columns={columns}
      searchHint="Search by date, slip, amount or reason."
      failure="No shift is affected. It is tried again automatically in a moment."
      empty={
        <EmptyState icon="clock" title="No shift yet">
          Open your first one above.
        </EmptyState>
      }
      file={{ name: 'my-shifts' }}
    />
  )
}

const columns: readonly Column<TillSessionRow>[] = [
  ...sessionColumns,
  {
    id: 'action',
    header: 'Action',
    kind: 'action',
    mobile: 'action',
    cell: (session) => session.state === 'closed' && <ShowSlip session={session} />,
  },
]

function ShowSlip({ session: { id, number } }: { session: TillSessionRow }) {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        icon="print"
        aria-label={`Show Z slip ${number}`}
        className="in-[.card-actions]:m-3 in-[.is-action]:-my-1"
        onClick={() => setShown(true)}
      >
        Slip
      </Button>
      {isShown && <SlipDialog id={id} onClose={() => setShown(false)} />}
    </>
  )
}
