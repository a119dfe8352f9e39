// Applicants who want to sell, newest first, each to be approved or declined; a filter shows those that wait.
import { type Application, applicationStates, formatDay, users } from '@flexpower/contract'
import { useMemo } from 'react'
import { useListWindow } from '../list/list-window.ts'
import { useListView, useUrlValue } from '../list/list-view.ts'
import { ListTable } from '../list/ListTable.tsx'
import { type Column, type FileColumns, Moment, momentValue, textColumn } from '../list/columns.tsx'
import { Badge, type BadgeTone } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Segment } from '../ui/form/Choice.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useWideScreen } from '../ui/use-browser.ts'
import type { ApplicationDecision } from './DecideApplication.tsx'

interface ApplicationsProps {
  onDecide: (decision: ApplicationDecision) => void
}

export function Applications({ onDecide }: ApplicationsProps) {
  const view = useListView('applications')
  const [asked, setAsked] = useUrlValue('applications-state')
  const state = stateOptions.find(({ value }) => value !== '' && value === asked)?.value
  const list = useListWindow(users.applications, state ? { state } : {}, view)
  const isWide = useWideScreen()
  const columns = useMemo(() => (isWide ? tableColumns : cardColumns)(onDecide), [isWide, onDecide])
  return (
    <ListTable
      caption="Applications"
      list={list}
      view={view}
      columns={columns}
      searchHint="Search by name, business, email, number, location, date, state or who decided."
      failure="No application is affected. It is tried again automatically in a moment."
      empty={
        state ? (
          <EmptyState icon="mail" title={`No application is ${state}`}>
            Choose All to see every application.
          </EmptyState>
        ) : (
          <EmptyState icon="mail" title="No applications">
            People who apply on the public page to become an agent appear here. Approve or decline them.
          </EmptyState>
        )
      }
      filters={<Segment label="State" options={stateOptions} value={state ?? ''} onChange={setAsked} />}
      file={{ name: 'applications' }}
    />
  )
}

const stateOptions: readonly { value: Application['state'] | ''; label: string }[] = [
  { value: '', label: 'All' },
  { value: 'waiting', label: applicationStates.waiting },
  { value: 'approved', label: applicationStates.approved },
  { value: 'declined', label: applicationStates.declined },
]

const TONES: Record<Application['state'], BadgeTone> = { waiting: 'info', approved: 'ok', declined: 'off' }

const appliedColumn: Column<Application> = {
  id: 'at',
  header: 'Applied',
  cell: ({ at }) => <Moment at={at} />,
  file: momentValue,
}

const locationColumn = textColumn<Application>('location', 'Location', ({ location }) => location)

/** Last in the file, wherever they are on the screen. */
const decisionValues: FileColumns<Application> = {
  State: ({ state }) => applicationStates[state],
  Decided: (application) => decidedText(application),
}

type Columns = (onDecide: ApplicationsProps['onDecide']) => Column<Application>[]

/** Two facts in a cell: with both buttons visible, a small screen has no room for nine columns. */
const tableColumns: Columns = (onDecide) => [
  {
    id: 'name',
    header: 'Name',
    kind: 'strong',
    cell: ({ name, businessName }) => <Noted note={businessName}>{name}</Noted>,
    file: { Name: ({ name }) => name, Business: ({ businessName }) => businessName },
  },
  {
    id: 'contact',
    header: 'Contact',
    cell: ({ email, phone }) => <Noted note={phone}>{email}</Noted>,
    file: { Email: ({ email }) => email, 'Mobile Number': ({ phone }) => phone },
  },
  locationColumn,
  appliedColumn,
  {
    id: 'state',
    header: 'State',
    cell: (application) => (
      <>
        <State {...application} /> <span className="cell-note">{decidedText(application)}</span>
      </>
    ),
    file: decisionValues,
  },
  verdictColumn(onDecide),
]

const cardColumns: Columns = (onDecide) => [
  textColumn('name', 'Name', ({ name }) => name, { mobile: 'title' }),
  { id: 'state', header: 'State', mobile: 'amount', cell: (application) => <State {...application} /> },
  textColumn('business', 'Business', ({ businessName }) => businessName),
  textColumn('email', 'Email', ({ email }) => email),
  textColumn('phone', 'Mobile Number', ({ phone }) => phone),
  locationColumn,
  appliedColumn,
  { id: 'decided', header: 'Decided', cell: (application) => decidedText(application), file: decisionValues },
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

const State = ({ state }: Application) => <Badge tone={TONES[state]}>{applicationStates[state]}</Badge>

interface VerdictsProps {
  application: Application
  onDecide: ApplicationsProps['onDecide']
}

/** The two decisions on a waiting application, wherever it is shown. */
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
