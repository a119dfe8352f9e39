// Where a user is signed in, each to be ended, for a phone that was lost or a person who has left.
import { type OpenSession, type User, users } from '@flexpower/contract'
import { useMemo, useState } from 'react'
import { call } from '../api/client.ts'
import { refusalText } from '../lib/refusal.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Card.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { toast } from '../ui/toast.ts'
import { deviceOf } from './device-words.ts'
import { Moment } from './Moment.tsx'

interface SessionsProps {
  user: User
  sessions: readonly OpenSession[]
  onEnded: () => void
}

export function Sessions({ user, sessions, onEnded }: SessionsProps) {
  const [ending, setEnding] = useState<OpenSession | 'all' | null>(null)
  const columns = useMemo(() => columnsWith(setEnding), [])
  return (
    <Panel
      flush
      title="Sessions"
      actions={
        sessions.length > 0 && (
          <Button variant="danger" onClick={() => setEnding('all')}>
            End all
          </Button>
        )
      }
    >
      <DataTable
        caption="Sessions"
        columns={columns}
        rows={sessions}
        rowKey={({ id }) => id}
        paged={false}
        empty={
          <EmptyState icon="lock" title="Not signed in anywhere">
            Every browser that {user.name} signs in with stands here.
          </EmptyState>
        }
      />
      {ending !== null && (
        <EndSessions
          user={user}
          ending={ending}
          hasOwn={ending === 'all' ? sessions.some(({ isOwn }) => isOwn) : ending.isOwn}
          onEnded={onEnded}
          onClose={() => setEnding(null)}
        />
      )}
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
        {deviceOf(agent)}
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
        aria-label={`End the session on ${deviceOf(session.agent)}`}
        onClick={() => onEnd(session)}
      >
        End
      </Button>
    ),
  },
]

interface EndSessionsProps {
  user: User
  ending: OpenSession | 'all'
  /** Whether the Admin's own session is among them: all but that one are ended at once. */
  hasOwn: boolean
  onEnded: () => void
  onClose: () => void
}

function EndSessions({ user, ending, hasOwn, onEnded, onClose }: EndSessionsProps) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isAll = ending === 'all'

  async function end(): Promise<void> {
    setBusy(true)
    try {
      const { message } = await call(users.endSessions, {
        id: user.id,
        ...(!isAll && { session: ending.id }),
      })
      toast.success(message)
      onClose()
    } catch (error) {
      setProblem(refusalText(error, NO_ANSWER))
    } finally {
      setBusy(false)
      onEnded()
    }
  }
  return (
    <ConfirmDialog
      open
      danger
      title={isAll ? `End all sessions of ${user.name}?` : 'End this session?'}
      confirmLabel={isAll ? 'End all' : 'End it'}
      cancelLabel="Cancel"
      busy={isBusy}
      onConfirm={() => void end()}
      onCancel={onClose}
    >
      {problem !== null && <Notice tone="danger" title={problem} />}
      <p>
        {isAll ? 'Every browser' : `${deviceOf(ending.agent)}, ${ending.address},`} is signed out at once. No
        sale is lost by it. {user.name} can sign in again with the password.
      </p>
      {hasOwn && (
        <p className="text-warning">
          {isAll
            ? 'The session you are in stays.'
            : 'That is the session you are in: you will be signed out.'}
        </p>
      )}
    </ConfirmDialog>
  )
}

const NO_ANSWER = 'No answer came. Look at the list, and try again.'
