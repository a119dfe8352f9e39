// Users (R-13, U-01 to U-05): everyone who can sign in, and in a second tab the applicants.
import { type Application, formatDay, formatTime, type User, users } from '@flexpower/contract'
import { useCallback, useState } from 'react'
import { useCall, useRefresh } from '../api/hooks/use-call.ts'
import { useListView, useUrlValue } from '../list/list-view.ts'
import { useListWindow } from '../list/list-window.ts'
import { useLoadFailure } from '../list/ListTable.tsx'
import { Badge } from '../ui/Badge.tsx'
import { CallCard } from '../ui/Card.tsx'
import { Tabs } from '../ui/tabs/Tabs.tsx'
import { Applications, Verdicts } from './Applications.tsx'
import { DecideApplication, type ApplicationDecision } from './DecideApplication.tsx'
import { DeleteUser } from './DeleteUser.tsx'
import { UserForm } from './UserForm.tsx'
import { UsersTable } from './UsersTable.tsx'

const FAILED = 'Failed to fetch users.'
const APPLICATIONS_MS = 60_000

/** The dialog over the page. */
type Overlay = { kind: 'form'; user: User | null } | { kind: 'delete'; user: User } | ApplicationDecision

export function UsersPage() {
  const view = useListView()
  const list = useListWindow(users.list, {}, view)
  const applications = useCall(
    users.applications.window,
    { state: 'waiting', limit: 1 },
    { pollMs: () => APPLICATIONS_MS },
  )
  useLoadFailure(list.query, FAILED)
  const [tab, setTab] = useUrlValue('tab')
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  const onAdd = useCallback(() => setOverlay({ kind: 'form', user: null }), [])
  const onEdit = useCallback((user: User) => setOverlay({ kind: 'form', user }), [])
  const onDelete = useCallback((user: User) => setOverlay({ kind: 'delete', user }), [])
  const waiting = applications.data?.total ?? 0
  const showsApplications = tab === 'applications'
  return (
    <>
      <div className="flex flex-wrap items-stretch gap-4">
        <div className="grid w-80 max-sm:w-full">
          <CallCard title="Add a new user" note="Admin or Cashier" onClick={onAdd} />
        </div>
        {!showsApplications && (
          <div className="grid min-w-0 flex-1 basis-140 empty:hidden max-sm:basis-full">
            <ApplicationStrip newest={applications.data?.rows[0]} waiting={waiting} onDecide={setOverlay} />
          </div>
        )}
      </div>
      <Tabs
        label="Users and applications"
        options={[
          { value: 'users', label: 'Users' },
          { value: 'applications', label: 'Applications', count: waiting },
        ]}
        value={showsApplications ? 'applications' : 'users'}
        onChange={(next) => setTab(next === 'users' ? '' : next)}
      >
        {showsApplications ? (
          <Applications onDecide={setOverlay} />
        ) : (
          <UsersTable
            list={list}
            view={view}
            failure={FAILED}
            onAdd={onAdd}
            onEdit={onEdit}
            onDelete={onDelete}
          />
        )}
      </Tabs>
      <Overlays overlay={overlay} onClose={() => setOverlay(null)} />
    </>
  )
}

function Overlays({ overlay, onClose }: { overlay: Overlay | null; onClose: () => void }) {
  const refresh = useRefresh()
  const onChanged = () => {
    refresh(users.list, users.overview)
    onClose()
  }
  if (overlay === null) return null
  if ('verdict' in overlay) return <DecideApplication decision={overlay} onClose={onClose} />
  if (overlay.kind === 'delete')
    return <DeleteUser user={overlay.user} onClose={onClose} onDeleted={onChanged} />
  return <UserForm user={overlay.user} onClose={onClose} onSaved={onChanged} />
}

/** The newest waiting application, shown above the users; the others are in the tab below. */
interface ApplicationStripProps {
  /** Of the waiting ones; none while nobody waits. */
  newest: Application | undefined
  /** How many wait. */
  waiting: number
  onDecide: (decision: ApplicationDecision) => void
}

export function ApplicationStrip({ newest, waiting, onDecide }: ApplicationStripProps) {
  if (newest === undefined) return null
  return (
    <section
      aria-label="Waiting applications"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded border border-line bg-surface px-5 py-3"
    >
      <Badge tone="info">{waiting === 1 ? '1 application' : `${waiting} applications`}</Badge>
      <p className="min-w-0 flex-1 basis-60">
        <span className="block">
          <b className="font-semibold">{newest.name}</b>, {newest.businessName}, {newest.location}
        </span>
        <span className="text-sm text-ink-2">
          Asks to become an agent. Applied {formatDay(newest.at)}, {formatTime(newest.at)}.
        </span>
      </p>
      <div className="ml-auto">
        <Verdicts application={newest} onDecide={onDecide} />
      </div>
    </section>
  )
}
