// Reports that are sent by mail: which one, how often and to whom.
import {
  acts,
  formatDay,
  formatTime,
  reportKinds,
  reportPeriods,
  type ReportSchedule,
  revenue,
  scheduledGroupings,
  toNoon,
} from '@flexpower/contract'
import { useMemo, useState } from 'react'
import { call } from '../api/client.ts'
import { useRefresh } from '../api/hooks/use-call.ts'
import { ConfirmActionDialog } from '../form/dialog/ConfirmActionDialog.tsx'
import { type Column, textColumn } from '../list/columns.tsx'
import { useListView } from '../list/list-view.ts'
import { useListWindow } from '../list/list-window.ts'
import { ListTable } from '../list/ListTable.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { CallCard } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { toast } from '../ui/toast.ts'
import { ScheduleForm } from './ScheduleForm.tsx'

type Overlay =
  | { kind: 'form'; schedule: ReportSchedule | null }
  | { kind: 'delete'; schedule: ReportSchedule }

/** The report in the URL has days of its own. */
const LIST = 'mail'

export function Schedules() {
  const view = useListView(LIST)
  const list = useListWindow(revenue.schedules, {}, view)
  const refresh = useRefresh()
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  const columns = useMemo(
    () =>
      buildColumns({
        onEdit: (schedule) => setOverlay({ kind: 'form', schedule }),
        onDelete: (schedule) => setOverlay({ kind: 'delete', schedule }),
      }),
    [],
  )
  const close = () => setOverlay(null)
  const add = () => setOverlay({ kind: 'form', schedule: null })
  const readAgain = () => refresh(revenue.schedules, acts.list)
  return (
    <>
      <div className="grid w-80 max-md:w-full">
        <CallCard
          title="Send a report by mail"
          note="Every day or every week, as PDF and CSV"
          onClick={add}
        />
      </div>
      <ListTable
        caption="Reports by mail"
        list={list}
        view={view}
        columns={columns}
        isDated={false}
        searchHint="Search by report, recipient or who set it up."
        failure="The reports are sent all the same. It is tried again automatically in a moment."
        empty={
          <EmptyState
            icon="mail"
            title="No report is sent yet"
            action={<Button onClick={add}>Send a report by mail</Button>}
          >
            It is sent on the morning after its day or week.
          </EmptyState>
        }
        file={{ name: 'reports-by-mail' }}
      />
      {overlay?.kind === 'form' && (
        <ScheduleForm
          schedule={overlay.schedule}
          onClose={close}
          onRefused={readAgain}
          onSaved={() => {
            readAgain()
            close()
          }}
        />
      )}
      {overlay?.kind === 'delete' && (
        <DeleteSchedule schedule={overlay.schedule} onClose={close} onDone={readAgain} />
      )}
    </>
  )
}

/** `Revenue by cashier` */
const nameSchedule = ({ report, grouping }: ReportSchedule) =>
  `${reportKinds[report]} ${scheduledGroupings[grouping].toLowerCase()}`

const showMoment = (at: Date) => `${formatDay(at)}, ${formatTime(at)}`

interface RowActions {
  onEdit: (schedule: ReportSchedule) => void
  onDelete: (schedule: ReportSchedule) => void
}

const buildColumns = ({ onEdit, onDelete }: RowActions): Column<ReportSchedule>[] => [
  textColumn('report', 'Report', nameSchedule, { kind: 'strong', mobile: 'title' }),
  textColumn('every', 'How often', ({ every }) => reportPeriods[every]),
  {
    id: 'recipients',
    header: 'Recipients',
    cell: ({ recipients }) => (
      <span className="wrap-anywhere whitespace-normal">{recipients.join(', ')}</span>
    ),
    file: ({ recipients }) => recipients.join(', '),
  },
  textColumn('sent', 'Sent up to', ({ sentUntil }) =>
    sentUntil === null ? 'Not yet' : formatDay(toNoon(sentUntil)),
  ),
  textColumn('next', 'Next', ({ nextAt }) => showMoment(nextAt)),
  textColumn('by', 'Set up by', ({ createdBy }) => createdBy, { kind: 'muted' }),
  {
    id: 'action',
    header: 'Action',
    kind: 'action',
    cell: (schedule) => (
      <>
        <IconButton icon="edit" label={`Edit ${nameSchedule(schedule)}`} onClick={() => onEdit(schedule)} />
        <IconButton
          icon="trash"
          label={`Delete ${nameSchedule(schedule)}`}
          onClick={() => onDelete(schedule)}
        />
      </>
    ),
  },
]

interface DeleteScheduleProps {
  schedule: ReportSchedule
  onClose: () => void
  onDone: () => void
}

const DeleteSchedule = ({ schedule, onClose, onDone }: DeleteScheduleProps) => (
  <ConfirmActionDialog
    danger
    title="Stop sending this report?"
    confirmLabel="Stop sending"
    run={async () => {
      const { message } = await call(revenue.removeSchedule, { id: schedule.id })
      toast.success(message)
      onClose()
    }}
    noAnswer="The server did not answer, so it is not known whether it is still sent. Look at the list before you try again."
    onClose={onClose}
    onSettled={onDone}
  >
    <p className="font-semibold">{nameSchedule(schedule)}</p>
    <p className="wrap-anywhere text-ink-2">{schedule.recipients.join(', ')}</p>
  </ConfirmActionDialog>
)
