// The list of users (U-01): search, spreadsheet, and the way to each record. A phone shows the same facts as cards.
import type { User } from '@flexpower/contract'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useFoundRows } from '../lib/found-rows.ts'
import { downloadCsv, randomFileNumber } from '../lib/csv.ts'
import { useUrlValue } from '../lib/url-value.ts'
import { userRecord } from '../paths.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { floatText, headings, searchTextOf, usersCsv } from './user-rows.ts'

interface RowActions {
  onEdit: (user: User) => void
  onDelete: (user: User) => void
}

interface UsersTableProps extends RowActions {
  users: readonly User[] | undefined
  error: { message: string; retry: () => void } | undefined
  onAdd: () => void
}

export function UsersTable({ users, error, onAdd, onEdit, onDelete }: UsersTableProps) {
  const [term, setTerm] = useUrlValue('search')
  const rows = useFoundRows(users, searchTextOf, term)
  const columns = useMemo(() => columnsWith({ onEdit, onDelete }), [onEdit, onDelete])
  return (
    <DataTable
      caption="Users"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      resetKey={term}
      error={error}
      empty={<Empty term={term} onAdd={onAdd} />}
      toolbar={
        <>
          <SearchBox defaultValue={term} onSearch={setTerm} />
          <Button
            icon="download"
            disabled={rows === undefined}
            onClick={() => downloadCsv(`users-${randomFileNumber()}`, usersCsv(rows ?? []))}
          >
            CSV
          </Button>
        </>
      }
    />
  )
}

function Empty({ term, onAdd }: { term: string; onAdd: () => void }) {
  if (term !== '')
    return (
      <EmptyState icon="search" title={`Nothing matches “${term}”`}>
        Search by name, email, address, location, type or balance.
      </EmptyState>
    )
  return (
    <EmptyState icon="user" title="No users yet" action={<Button onClick={onAdd}>Add the first user</Button>}>
      Administrators and cashiers stand here, with the float that each one holds.
    </EmptyState>
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
  { id: 'email', header: headings.email, kind: 'muted', cell: ({ email }) => email },
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
