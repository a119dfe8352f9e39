// One user, for an Admin: float and today's sales, details, where they are signed in, and who changed what.
import { acts, CallRefused, type UserOverview, users } from '@flexpower/contract'
import { Suspense, useState } from 'react'
import { Link, useNavigate, useParams } from '../router/hooks.tsx'
import { call } from '../api/client.ts'
import { useCall, useRefresh } from '../api/hooks/use-call.ts'
import { FLOAT, userFloat, VIEW } from '../floats/float-view.ts'
import { lazyPart, partLoader } from '../lib/lazy-page.ts'
import { useUrlValue } from '../list/list-view.ts'
import { paths } from '../paths.ts'
import { RecordHistory } from '../history/RecordHistory.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { Panel } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Unread } from '../layout/later/Unread.tsx'
import { DeleteUser } from './DeleteUser.tsx'
import { Sessions } from '../account/Sessions.tsx'
import { UserFacts, UserFigures } from './UserFacts.tsx'
import { UserForm } from './UserForm.tsx'
import { ResetLink, WithoutCode } from './UserHelp.tsx'

const FRESH_MS = 30_000

const FloatDesk = lazyPart(
  partLoader(() => import('../floats/later/FloatDesk.tsx')),
  (part) => part.FloatDesk,
)

export function UserRecordPage() {
  const { id = '' } = useParams()
  const isId = /^[1-9]\d{0,14}$/.test(id)
  const [view] = useUrlValue(VIEW)
  if (isId && view === FLOAT)
    return (
      <Suspense fallback={null}>
        <FloatDesk key={id} userId={Number(id)} />
      </Suspense>
    )
  return (
    <>
      <Link
        to={paths.admin.user}
        className="link -my-2 inline-flex min-h-11 items-center gap-1 justify-self-start"
      >
        <Icon name="left" size={16} />
        All users
      </Link>
      {isId ? <UserRecord key={id} id={Number(id)} /> : <NoSuchUser />}
    </>
  )
}

function UserRecord({ id }: { id: number }) {
  const query = useCall(users.overview, { id }, { pollMs: () => FRESH_MS })
  if (query.error instanceof CallRefused && query.error.status === 404) return <NoSuchUser />
  if (query.data !== undefined) return <Details overview={query.data} />
  if (query.errorUpdateCount > 0)
    return <Unread title="The user could not be loaded" onRetry={() => void query.refetch()} />
  return <UserFigures overview={undefined} />
}

function Details({ overview }: { overview: UserOverview }) {
  const { user, sessions } = overview
  const [overlay, setOverlay] = useState<'form' | 'delete' | null>(null)
  const refresh = useRefresh()
  const navigate = useNavigate()
  const close = () => setOverlay(null)
  const readAgain = () => refresh(users.overview, users.list, acts.list)
  return (
    <>
      <UserHead
        overview={overview}
        onChanged={readAgain}
        onEdit={() => setOverlay('form')}
        onDelete={() => setOverlay('delete')}
      />
      <UserFigures overview={overview} />
      <UserFacts user={user} />
      <Sessions
        name={user.name}
        sessions={sessions}
        end={(session) => call(users.endSessions, { id: user.id, ...(session !== undefined && { session }) })}
        onEnded={readAgain}
      />
      <Panel title="History">
        <RecordHistory record={`user/${user.id}`} />
      </Panel>
      {overlay === 'form' && (
        <UserForm
          user={user}
          onClose={close}
          onSaved={() => {
            readAgain()
            close()
          }}
        />
      )}
      {overlay === 'delete' && (
        <DeleteUser
          user={user}
          onClose={close}
          onDeleted={() => {
            refresh(users.list)
            void navigate(paths.admin.user)
          }}
        />
      )}
    </>
  )
}

interface UserHeadProps {
  overview: UserOverview
  onChanged: () => void
  onEdit: () => void
  onDelete: () => void
}

/** The name, and what an Admin can do with the user. */
function UserHead({ overview, onChanged, onEdit, onDelete }: UserHeadProps) {
  const { user } = overview
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <h2 className="flex flex-wrap items-center gap-3 text-xl font-semibold">
        {user.name}
        <Badge tone="role" solid={user.type === 'Admin'}>
          {user.type}
        </Badge>
      </h2>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
        <Link
          className={buttonClass()}
          to={`${paths.admin.revenue}?tab=commission&period=this-month&cashier=${user.id}`}
        >
          Commission
        </Link>
        {overview.hasSecondFactor && <WithoutCode user={user} onDone={onChanged} />}
        <ResetLink user={user} onDone={onChanged} />
        {user.type === 'Cashier' && (
          <Link className={buttonClass()} to={userFloat(user.id)}>
            Float
          </Link>
        )}
        <Button icon="edit" onClick={onEdit}>
          Edit
        </Button>
        <Button variant="danger" icon="trash" onClick={onDelete}>
          Delete
        </Button>
      </div>
    </header>
  )
}

const NoSuchUser = () => (
  <Panel flush>
    <EmptyState
      icon="user"
      title="There is no such user"
      action={
        <Link className={buttonClass()} to={paths.admin.user}>
          Show all users
        </Link>
      }
    >
      They may have been deleted. Their sales and their history stay.
    </EmptyState>
  </Panel>
)
