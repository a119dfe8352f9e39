// Every cashier's shifts, newest first, for an Admin.
import { till, type TillSessionRow } from '@flexpower/contract'
import { Link } from '../router/hooks.tsx'
import { type Column } from '../list/columns.tsx'
import { useListView } from '../list/list-view.ts'
import { useListWindow } from '../list/list-window.ts'
import { ListTable } from '../list/ListTable.tsx'
import { paths, tillSession } from '../paths.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Icon } from '../ui/Icon.tsx'
import { sessionColumns } from './session-columns.tsx'

export function SessionsPage() {
  const view = useListView()
  const list = useListWindow(till.list, {}, view)
  return (
    <>
      <Link
        to={paths.admin.tills}
        className="link -my-2 inline-flex min-h-11 items-center gap-1 justify-self-start"
      >
        <Icon name="left" size={16} />
        Every cashier now
      </Link>
      <ListTable
        caption="Shifts"
        list={list}
        view={view}
        columns={columns}
        searchHint="Search by cashier, location, date, slip, amount or reason."
        failure="No shift is affected. It is tried again automatically in a moment."
        empty={
          <EmptyState icon="clock" title="No shift yet">
            Cashiers open theirs under My Shift.
          </EmptyState>
        }
        file={{ name: 'shifts' }}
      />
    </>
  )
}

const columns: readonly Column<TillSessionRow>[] = [
  {
    id: 'cashier',
    header: 'Cashier',
    kind: 'strong',
    mobile: 'title',
    cell: ({ id, cashierName, location }) => (
      <>
        <Link className="link" to={tillSession(id)}>
          {cashierName}
        </Link>{' '}
        <span className="cell-note">{location}</span>
      </>
    ),
    file: { Cashier: ({ cashierName }) => cashierName, Location: ({ location }) => location },
  },
  ...sessionColumns.map((column) => (column.id === 'at' ? { ...column, mobile: 'line' as const } : column)),
]
