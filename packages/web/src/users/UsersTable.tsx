// The list of users (U-01): search, spreadsheet, and a link to each record. A phone shows the same facts as cards.
import { formatGmd, toDalasi, type User } from '@flexpower/contract'
import { useMemo } from 'react'
import { Link } from '../router/hooks.tsx'
import type { ListWindow } from '../list/list-window.ts'
import type { OwnListView } from '../list/list-view.ts'
import { userRecord } from '../paths.ts'
import { ListTable } from '../list/ListTable.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { type Column, textColumn } from '../list/columns.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

interface RowActions {
  onEdit: (user: User) => void
  onDelete: (user: User) => void
}

interface UsersTableProps extends RowActions {
  list: ListWindow<User>
  view: OwnListView
  failure: string
  onAdd: () => void
}

export function UsersTable({ list, view, failure, onAdd, onEdit, onDelete }: UsersTableProps) {
  const columns = useMemo(() => columnsWith({ onEdit, onDelete }), [onEdit, onDelete])
  return (
    <ListTable
      caption="Users"
      list={list}
      view={view}
      isDated={false}
      columns={columns}
      searchHint="Search by name, email, address, location, type or balance."
      failure={failure}
      empty={
        <EmptyState
          icon="user"
          title="No users yet"
          action={<Button onClick={onAdd}>Add the first user</Button>}
        >
          Administrators and cashiers are listed here, with the float that each one holds.
        </EmptyState>
      }
      file={{ name: 'users' }}
    />
  )
}

/** A full-size target that does not make the row higher. */
const NAME_LINK = 'cell-link -my-3.5 inline-block py-3.5'

/** An Admin sells from the house's account and has no float. */
export const HOUSE_ACCOUNT = 'House account'
export const FLOAT = 'Cash Power Balance'

export const floatText = (user: User): string =>
  user.type === 'Admin' ? HOUSE_ACCOUNT : formatGmd(user.electricityFloat)

export const columnsWith = ({ onEdit, onDelete }: RowActions): Column<User>[] => [
  {
    id: 'name',
    header: 'Name',
    kind: 'strong',
    mobile: 'title',
    cell: ({ id, name }) => (
      <Link className={NAME_LINK} to={userRecord(id)}>
        {name}
      </Link>
    ),
    file: ({ name }) => name,
  },
  textColumn('email', 'Email', ({ email }) => email, { kind: 'muted', mobile: 'block' }),
  textColumn('address', 'Address', ({ address }) => address),
  textColumn('location', 'Location', ({ location }) => location),
  {
    id: 'type',
    header: 'User Type',
    cell: ({ type }) => (
      <Badge tone="role" solid={type === 'Admin'}>
        {type}
      </Badge>
    ),
    file: ({ type }) => type,
  },
  {
    id: 'float',
    header: FLOAT,
    align: 'right',
    mobile: 'amount',
    cell: (user) =>
      user.type === 'Admin' ? <span className="text-ink-3">{floatText(user)}</span> : floatText(user),
    file: ({ electricityFloat }) => toDalasi(electricityFloat),
  },
  {
    id: 'action',
    header: 'Action',
    kind: 'action',
    cell: (user) => (
      <>
        <IconButton icon="edit" label={`Edit ${user.name}`} onClick={() => onEdit(user)} />
        <IconButton icon="trash" label={`Delete ${user.name}`} onClick={() => onDelete(user)} />
      </>
    ),
  },
]
