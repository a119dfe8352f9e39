// A cashier's own record (U-06): their details and their float.
import { formatGmd, type User, users } from '@flexpower/contract'
import { Suspense, useEffect } from 'react'
import { useCall } from '../api/hooks/use-call.ts'
import { readHint } from '../api/session.ts'
import { FLOAT, ownFloat, VIEW } from '../floats/float-view.ts'
import { lazyPart, partLoader } from '../lib/lazy-page.ts'
import { useUrlValue } from '../list/list-view.ts'
import { paths } from '../paths.ts'
import { Link } from '../router/hooks.tsx'
import { Badge } from '../ui/Badge.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { Panel } from '../ui/Card.tsx'
import { PagedTable } from '../list/PagedTable.tsx'
import type { Column } from '../list/columns.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { preloadToasts, toast } from '../ui/toast.ts'

const columns: readonly Column<User>[] = [
  { id: 'name', header: 'Name', kind: 'strong', mobile: 'title', cell: (user) => user.name },
  { id: 'email', header: 'User Name', cell: (user) => user.email },
  { id: 'address', header: 'Address', cell: (user) => user.address },
  { id: 'location', header: 'Location', cell: (user) => user.location },
  { id: 'type', header: 'User Type', cell: (user) => <Badge tone="role">{user.type}</Badge> },
  {
    id: 'float',
    header: 'Cash Power Balance',
    align: 'right',
    cell: (user) => formatGmd(user.electricityFloat),
  },
]

const FAILED = 'Failed to fetch users'

const FloatDesk = lazyPart(
  partLoader(() => import('../floats/later/FloatDesk.tsx')),
  (part) => part.FloatDesk,
)

export function OwnRecordPage() {
  const [view] = useUrlValue(VIEW)
  if (view !== FLOAT) return <OwnRecord />
  return (
    <Suspense fallback={null}>
      <FloatDesk userId={Number(readHint('user_id') ?? 0)} />
    </Suspense>
  )
}

function OwnRecord() {
  const query = useCall(users.one, { userId: Number(readHint('user_id') ?? 0) })
  const hasFailed = query.isError
  useEffect(preloadToasts, [])
  useEffect(() => {
    if (hasFailed) toast.error(FAILED)
  }, [hasFailed])
  return (
    <Panel
      title="User Detail"
      flush
      actions={
        <>
          <Link className={buttonClass()} to={paths.cashier.commission}>
            Commission
          </Link>
          <Link className={buttonClass()} to={ownFloat()}>
            Float
          </Link>
        </>
      }
    >
      <PagedTable
        caption="User Detail"
        columns={columns}
        rows={listRows(query.data)}
        rowKey={({ id }) => id}
        error={hasFailed ? { message: FAILED, retry: () => void query.refetch() } : undefined}
        empty={<EmptyState icon="user" title="No users found" />}
      />
    </Panel>
  )
}

const listRows = (user: User | null | undefined): User[] | undefined => {
  if (user === undefined) return undefined
  return user === null ? [] : [user]
}
