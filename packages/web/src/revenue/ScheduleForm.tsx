// The form of a report that is sent by mail, for a new one and for a change.
import {
  type EnteredSchedule,
  reportKinds,
  reportPeriods,
  type ReportSchedule,
  revenue,
  scheduledGroupings,
  scheduleForm,
} from '@flexpower/contract'
import { call } from '../api/client.ts'
import { type RecordForm, useRecordForm } from '../form/send/use-record-form.ts'
import { Button } from '../ui/Button.tsx'
import { FormModal } from '../ui/dialog/FormModal.tsx'
import { ChoiceField } from '../ui/form/Choice.tsx'
import { Field } from '../ui/form/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { toast } from '../ui/toast.ts'

interface ScheduleFormProps {
  /** Null: a new one. */
  schedule: ReportSchedule | null
  onClose: () => void
  onRefused: () => void
  onSaved: () => void
}

type ScheduleField = 'report' | 'grouping' | 'every' | 'recipients'

const listOptions = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

const fill = (schedule: ReportSchedule | null): Record<ScheduleField, string> => ({
  report: schedule?.report ?? 'revenue',
  grouping: schedule?.grouping ?? 'cashier',
  every: schedule?.every ?? 'day',
  recipients: schedule?.recipients.join(', ') ?? '',
})

export function ScheduleForm({ schedule, onClose, onRefused, onSaved }: ScheduleFormProps) {
  const state = useRecordForm<ReportSchedule, ScheduleField, EnteredSchedule>({
    record: schedule,
    noun: 'report',
    schema: scheduleForm,
    fill,
    store: (seen, checked) =>
      seen === null
        ? call(revenue.addSchedule, checked)
        : call(revenue.changeSchedule, { id: seen.id, ...checked, seenVersion: seen.version }),
    readNow: async ({ id }) => (await call(revenue.schedules, {})).find((each) => each.id === id),
    onRefused,
    onSaved: (isNew) => {
      toast.success(isNew ? 'The report is scheduled.' : 'The report is changed.')
      onSaved()
    },
  })
  const { form, seen, send } = state
  const { errors } = form.formState
  const save = form.handleSubmit((checked) => send(checked))
  return (
    <FormModal
      title={seen === null ? 'Send a report by mail' : 'Edit a report by mail'}
      isSaving={form.formState.isSubmitting}
      onClose={onClose}
      onSave={() => void save()}
    >
      <Problem state={state} />
      <ChoiceField
        label="Report"
        options={listOptions(reportKinds)}
        error={errors.report?.message}
        {...form.register('report')}
      />
      <ChoiceField
        label="Rows"
        options={listOptions(scheduledGroupings)}
        error={errors.grouping?.message}
        {...form.register('grouping')}
      />
      <ChoiceField
        label="How often"
        options={listOptions(reportPeriods)}
        error={errors.every?.message}
        hint="At 06:00 on the morning after the day, or on Monday after the week."
        {...form.register('every')}
      />
      <Field
        label="Recipients"
        inputMode="email"
        autoComplete="off"
        error={errors.recipients?.message}
        hint="Email addresses, with commas between them. They need no account here."
        {...form.register('recipients')}
      />
    </FormModal>
  )
}

type State = RecordForm<ReportSchedule, ScheduleField, EnteredSchedule>

function Problem({ state: { problem, loadNewer, makeNew } }: { state: State }) {
  switch (problem?.kind) {
    case undefined:
      return null
    case 'refused':
      // Already shown under its field.
      if (problem.isAtField) return null
      return <Notice tone="danger" title={problem.messages.join(' ')} />
    case 'unknown':
      return (
        <Notice tone="danger" title={problem.message}>
          It is not known whether this was saved. Look at the list before you save again.
        </Notice>
      )
    case 'changed':
      return (
        <Notice tone="warning" title={problem.message}>
          <Button icon="refresh" onClick={loadNewer}>
            Load the newer state
          </Button>
        </Notice>
      )
    case 'deleted':
      return (
        <Notice tone="warning" title="Somebody deleted this report while you were editing">
          <Button icon="plus" onClick={makeNew}>
            Make it a new one
          </Button>
        </Notice>
      )
    case 'merged':
      return (
        <Notice tone="info" title="The newer state is loaded, with what you typed on top">
          Look through it and save.
        </Notice>
      )
  }
}
