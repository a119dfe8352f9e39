// The list of users (U-01): search, spreadsheet, and the way to each record. A phone shows the same facts as cards.
import type { User } from '@flexpower/contract'
import { useMemo } from 'react'
import { Link } from 'react-router'
import type { ListWindow } from '../list/list-window.ts'
import type { OwnListView } from '../list/list-view.ts'
import { userRecord } from '../paths.ts'
import { ListTable } from '../list/ListTable.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import type { Column } from '../list/columns.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { fileColumns, floatText, headings } from './user-rows.ts'

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
          Administrators and cashiers stand here, with the float that each one holds.
        </EmptyState>
      }
      file={{ name: 'users', columns: () => fileColumns }}
    />
  )
}

/** A full target that does not make the row higher. */
const NAME_LINK =
  '-my-3.5 inline-block py-3.5 underline decoration-line-strong underline-offset-4 hover:decoration-current'

const columnsWith = ({ onEdit, onDelete }: RowActions): Column<User>[] => [
  {
    id: 'name',
    header: headings.name,
    kind: 'strong',
    mobile: 'title',
    cell: ({ id, name }) => (
      <Link className={NAME_LINK} to={userRecord(id)}>
        {name}
      </Link>
    ),
  },
  { id: 'email', header: headings.email, kind: 'muted', mobile: 'block', cell: ({ email }) => email },
  { id: 'address', header: headings.address, cell: ({ address }) => address },
  { id: 'location', header: headings.location, cell: ({ location }) => location },
  {
    id: 'type',
    header: headings.type,
    cell: ({ type }) => (
      <Badge tone="role" solid={type === 'Admin'}>
        {type}
      </Badge>
    ),
  },
  {
    id: 'float',
    header: headings.float,
    align: 'right',
    mobile: 'amount',
    cell: (user) =>
      user.type === 'Admin' ? <span className="text-ink-3">{floatText(user)}</span> : floatText(user),
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
