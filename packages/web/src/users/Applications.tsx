// People who want to sell: those waiting first, each to be approved or declined.
import { type Application, formatDay } from '@flexpower/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Badge, type BadgeTone } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useWideScreen } from '../ui/use-wide-screen.ts'
import type { Decision } from './DecideApplication.tsx'
import { Moment } from '../shell/Moment.tsx'

interface ApplicationsProps {
  query: UseQueryResult<Application[]>
  onDecide: (decision: Decision) => void
}

export function Applications({ query, onDecide }: ApplicationsProps) {
  const isWide = useWideScreen()
  const columns = useMemo(() => (isWide ? tableColumns : cardColumns)(onDecide), [isWide, onDecide])
  const hasFailed = query.data === undefined && query.errorUpdateCount > 0
  return (
    <DataTable
      caption="Applications"
      columns={columns}
      rows={query.data}
      rowKey={({ id }) => id}
      error={
        hasFailed
          ? {
              message: 'No application is affected. It is tried again by itself in a moment.',
              retry: () => void query.refetch(),
            }
          : undefined
      }
      empty={
        <EmptyState icon="mail" title="No applications">
          Who applies to become an agent on the public page stands here, to be approved or declined.
        </EmptyState>
      }
    />
  )
}

const STATES: Record<Application['state'], readonly [BadgeTone, string]> = {
  waiting: ['info', 'Waiting'],
  approved: ['ok', 'Approved'],
  declined: ['off', 'Declined'],
}

type Columns = (onDecide: ApplicationsProps['onDecide']) => Column<Application>[]

/** Two facts a cell: with both answers in sight, a small desk has no room for nine columns. */
const tableColumns: Columns = (onDecide) => [
  {
    id: 'name',
    header: 'Name',
    kind: 'strong',
    cell: ({ name, businessName }) => <Noted note={businessName}>{name}</Noted>,
  },
  {
    id: 'contact',
    header: 'Contact',
    cell: ({ email, phone }) => <Noted note={phone}>{email}</Noted>,
  },
  { id: 'location', header: 'Location', cell: ({ location }) => location },
  { id: 'at', header: 'Applied', cell: ({ at }) => <Moment at={at} /> },
  {
    id: 'state',
    header: 'State',
    cell: (application) => (
      <>
        <State {...application} /> <span className="cell-note">{decidedText(application)}</span>
      </>
    ),
  },
  verdictColumn(onDecide),
]

const cardColumns: Columns = (onDecide) => [
  { id: 'name', header: 'Name', mobile: 'title', cell: ({ name }) => name },
  { id: 'state', header: 'State', mobile: 'amount', cell: (application) => <State {...application} /> },
  { id: 'business', header: 'Business', cell: ({ businessName }) => businessName },
  { id: 'email', header: 'Email', cell: ({ email }) => email },
  { id: 'phone', header: 'Mobile Number', cell: ({ phone }) => phone },
  { id: 'location', header: 'Location', cell: ({ location }) => location },
  { id: 'at', header: 'Applied', cell: ({ at }) => <Moment at={at} /> },
  { id: 'decided', header: 'Decided', cell: decidedText },
  verdictColumn(onDecide),
]

const verdictColumn = (onDecide: ApplicationsProps['onDecide']): Column<Application> => ({
  id: 'action',
  header: 'Action',
  kind: 'action',
  cell: (application) => application.state === 'waiting' && <Verdicts {...{ application, onDecide }} />,
})

const Noted = ({ children, note }: { children: string; note: string }) => (
  <>
    {children} <span className="cell-note">{note}</span>
  </>
)

const decidedText = ({ decidedAt, decidedBy }: Application): string =>
  decidedAt === null ? '' : `${formatDay(decidedAt)}${decidedBy === null ? '' : ` by ${decidedBy}`}`

function State({ state }: Application) {
  const [tone, word] = STATES[state]
  return <Badge tone={tone}>{word}</Badge>
}

interface VerdictsProps {
  application: Application
  onDecide: ApplicationsProps['onDecide']
}

/** Both ways out of waiting, wherever an application is shown. */
export const Verdicts = ({ application, onDecide }: VerdictsProps) => (
  <span className="inline-flex gap-1 in-[.card-actions]:m-3 in-[.is-action]:-my-1">
    <Button
      variant="ghost"
      aria-label={`Decline ${application.name}`}
      onClick={() => onDecide({ application, verdict: 'decline' })}
    >
      Decline
    </Button>
    <Button
      aria-label={`Approve ${application.name}`}
      onClick={() => onDecide({ application, verdict: 'approve' })}
    >
      Approve
    </Button>
  </span>
)
