// One shift, for an Admin: the figures so far or its Z slip, what moved, sales in doubt, the utility's list beside it, and
// closing it for somebody who went home.
import { acts, CallRefused, till, type TillSession } from '@flexpower/contract'
import { useState } from 'react'
import { Link, useParams } from '../router/hooks.tsx'
import { useCall, useRefresh } from '../api/hooks/use-call.ts'
import { DRAWER, userFloat } from '../floats/float-view.ts'
import { RecordHistory } from '../history/RecordHistory.tsx'
import { paths, userRecord } from '../paths.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { Panel } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Unread } from '../layout/later/Unread.tsx'
import { CloseFor } from './CloseFor.tsx'
import { DoubtsTable } from './DoubtsTable.tsx'
import { MovementsTable } from './MovementsTable.tsx'
import { SlipButtons } from './SlipPrint.tsx'
import { SlipSheet } from './SlipSheet.tsx'
import { stateTones, stateWords } from './till-words.ts'
import { UtilityMatch } from './UtilityMatch.tsx'

const FRESH_MS = 15_000

export function SessionPage() {
  const { id = '' } = useParams()
  return (
    <>
      <Link
        to={paths.admin.tillSessions}
        className="link -my-2 inline-flex min-h-11 items-center gap-1 justify-self-start"
      >
        <Icon name="left" size={16} />
        All shifts
      </Link>
      {/^[1-9]\d{0,14}$/.test(id) ? <Session key={id} id={Number(id)} /> : <NoSuchShift />}
    </>
  )
}

function Session({ id }: { id: number }) {
  const query = useCall(
    till.one,
    { id },
    { pollMs: (session) => (session?.state === 'closed' ? 10 : 1) * FRESH_MS },
  )
  if (query.error instanceof CallRefused && query.error.status === 404) return <NoSuchShift />
  if (query.data !== undefined) return <Details session={query.data} />
  return query.isError ? (
    <Unread title="The shift could not be loaded" onRetry={() => void query.refetch()} />
  ) : (
    <Panel>
      <p aria-busy>Loading...</p>
    </Panel>
  )
}

function Details({ session }: { session: TillSession }) {
  const [isClosing, setClosing] = useState(false)
  const refresh = useRefresh()
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 className="flex flex-wrap items-center gap-3 text-xl font-semibold">
          <Link className="link" to={userRecord(session.cashier)}>
            {session.cashierName}
          </Link>
          <Badge tone={stateTones[session.state]}>{stateWords[session.state]}</Badge>
        </h2>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
          <SlipButtons session={session} />
          <Link className={buttonClass()} to={userFloat(session.cashier, DRAWER)}>
            Drawer statement
          </Link>
          {session.state !== 'closed' && <Button onClick={() => setClosing(true)}>Close this shift</Button>}
        </div>
      </header>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <Panel flush className="overflow-hidden">
          <SlipSheet session={session} />
        </Panel>
        <div className="grid gap-4">
          {session.inDoubt.length > 0 && <DoubtsTable session={session} />}
          <Panel title="Cash in and out" flush>
            <MovementsTable session={session} />
          </Panel>
          <UtilityMatch id={session.id} />
          <Panel title="History">
            <RecordHistory record={`till/${session.id}`} />
          </Panel>
        </div>
      </div>
      {isClosing && (
        <CloseFor
          session={session}
          onClose={() => setClosing(false)}
          onClosed={() => {
            setClosing(false)
            refresh(till.one, till.list, acts.list)
          }}
        />
      )}
    </>
  )
}

const NoSuchShift = () => (
  <Panel flush>
    <EmptyState
      icon="clock"
      title="There is no such shift"
      action={
        <Link className={buttonClass()} to={paths.admin.tillSessions}>
          Show all shifts
        </Link>
      }
    />
  </Panel>
)
