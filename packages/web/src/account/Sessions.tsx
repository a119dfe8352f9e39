// Where a user is signed in. Each session can be ended, for a lost phone or a user who has left.
import type { OpenSession } from '@flexpower/contract'
import { useMemo, useState } from 'react'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Card.tsx'
import { type Column, Moment } from '../list/columns.tsx'
import { DataTable } from '../list/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { toast } from '../ui/toast.ts'
import { ConfirmActionDialog } from '../form/dialog/ConfirmActionDialog.tsx'
import { describeDevice } from './device-words.ts'

interface SessionsProps {
  /** The user whose sessions they are; null: the signed-in user's own. */
  name: string | null
  sessions: readonly OpenSession[]
  /** Ends one session, or all except the current one. */
  end: (session?: number) => Promise<{ message: string }>
  onEnded: () => void
}

export function Sessions(props: SessionsProps) {
  const { name, sessions } = props
  const [ending, setEnding] = useState<OpenSession | 'all' | null>(null)
  const columns = useMemo(() => columnsWith(setEnding), [])
  return (
    <Panel
      flush
      title="Sessions"
      actions={
        sessions.length > (name === null ? 1 : 0) && (
          <Button variant="danger" onClick={() => setEnding('all')}>
            {name === null ? 'End all others' : 'End all'}
          </Button>
        )
      }
    >
      <DataTable
        caption="Sessions"
        columns={columns}
        rows={sessions}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon="lock" title="Not signed in anywhere">
            Every browser that {name ?? 'you'} {name === null ? 'sign' : 'signs'} in with is listed here.
          </EmptyState>
        }
      />
      {ending !== null && <EndSessions {...props} ending={ending} onClose={() => setEnding(null)} />}
    </Panel>
  )
}

const columnsWith = (onEnd: (session: OpenSession) => void): Column<OpenSession>[] => [
  {
    id: 'device',
    header: 'Device',
    kind: 'strong',
    mobile: 'title',
    cell: ({ agent, isOwn }) => (
      <span className="flex flex-wrap items-center gap-2" title={agent}>
        {describeDevice(agent)}
        {isOwn && <Badge tone="ok">This session</Badge>}
      </span>
    ),
  },
  { id: 'address', header: 'Address', cell: ({ address }) => address },
  { id: 'since', header: 'Since', cell: ({ since }) => <Moment at={since} /> },
  { id: 'seen', header: 'Last seen', cell: ({ seenAt }) => <Moment at={seenAt} /> },
  {
    id: 'remembered',
    header: 'Remember Me',
    kind: 'muted',
    cell: ({ remembered }) => (remembered ? 'Yes' : 'No'),
  },
  {
    id: 'action',
    header: 'Action',
    kind: 'action',
    cell: (session) => (
      <Button
        variant="ghost"
        className="in-[.is-action]:-my-1"
        aria-label={`End the session on ${describeDevice(session.agent)}`}
        onClick={() => onEnd(session)}
      >
        End
      </Button>
    ),
  },
]

interface EndSessionsProps extends SessionsProps {
  ending: OpenSession | 'all'
  onClose: () => void
}

function EndSessions({ name, sessions, ending, end, onEnded, onClose }: EndSessionsProps) {
  const isAll = ending === 'all'
  const hasOwn = isAll ? sessions.some(({ isOwn }) => isOwn) : ending.isOwn
  return (
    <ConfirmActionDialog
      danger
      title={buildTitle(isAll, name)}
      confirmLabel={isAll ? 'End all' : 'End it'}
      cancelLabel="Cancel"
      run={async () => {
        const { message } = await end(isAll ? undefined : ending.id)
        toast.success(message)
        onClose()
      }}
      noAnswer={NO_ANSWER}
      onClose={onClose}
      onSettled={onEnded}
    >
      <p>
        {isAll ? 'Every browser' : `${describeDevice(ending.agent)}, ${ending.address},`} is signed out
        immediately. No sale is lost. {name ?? 'You'} can sign in again with the password.
      </p>
      {hasOwn && (
        <p className="text-warning">
          {isAll
            ? 'The session you are in stays.'
            : 'That is the session you are in: you will be signed out.'}
        </p>
      )}
    </ConfirmActionDialog>
  )
}

function buildTitle(isAll: boolean, name: string | null): string {
  if (!isAll) return 'End this session?'
  return name === null ? 'End all other sessions?' : `End all sessions of ${name}?`
}

const NO_ANSWER = 'The server did not answer. Check the list, and try again.'
