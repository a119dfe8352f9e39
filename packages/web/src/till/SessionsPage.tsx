// Every cashier's shifts, newest first, for an Admin: all, or those with a difference.
import { type Differing, formatDay, parseDay, till, type TillSessionRow, toNoon } from '@flexpower/contract'
import { Link } from '../router/hooks.tsx'
import { type Column } from '../list/columns.tsx'
import { useListView, useUrlValues } from '../list/list-view.ts'
import { useListWindow } from '../list/list-window.ts'
import { ListTable } from '../list/ListTable.tsx'
import { paths, tillSession } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { Icon } from '../ui/Icon.tsx'
import { sessionColumns } from './session-columns.tsx'

const differences: Record<Differing, string> = {
  short: 'Short',
  over: 'Over',
  opened_less: 'Opened with less',
}
const options = Object.entries(differences).map(([value, label]) => ({ value, label }))

export function SessionsPage() {
  const view = useListView()
  const [read, write] = useUrlValues()
  const asked = read('differing')
  const differing = Object.keys(differences).includes(asked) ? (asked as Differing) : undefined
  const closedFrom = parseDay(read('closed-from')) ?? undefined
  const list = useListWindow(till.list, { differing, closedFrom }, view)
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
        filters={
          <>
            <div className="min-w-44 max-sm:w-full [&_.field-label]:sr-only">
              <SelectField
                label="Differences"
                placeholder="All shifts"
                options={options}
                value={differing ?? ''}
                onChange={(event) => write({ differing: event.target.value })}
              />
            </div>
            {closedFrom !== undefined && (
              <Button icon="close" onClick={() => write({ 'closed-from': '' })}>
                Closed since {formatDay(toNoon(closedFrom))}
              </Button>
            )}
          </>
        }
        failure="No shift is affected. It is tried again automatically in a moment."
        empty={
          differing === undefined && closedFrom === undefined ? (
            <EmptyState icon="clock" title="No shift yet">
              Cashiers open theirs under My Shift.
            </EmptyState>
          ) : (
            <EmptyState icon="clock" title="No such shift" />
          )
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
