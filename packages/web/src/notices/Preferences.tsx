// Which notices a user also gets by mail or SMS, and where the SMS go.
import { type NoticePreference, noticePhoneForm, notices } from '@flexpower/contract'
import { call } from '../api/client.ts'
import { useCall, useRefresh } from '../api/hooks/use-call.ts'
import { refusalText } from '../form/form-errors.ts'
import { useCallForm } from '../form/send/use-call-form.ts'
import type { Column } from '../list/columns.tsx'
import { DataTable } from '../list/DataTable.tsx'
import { Field } from '../ui/form/Field.tsx'
import { OneFieldForm } from '../ui/form/OneFieldForm.tsx'
import { Notice } from '../ui/Notice.tsx'
import { toast } from '../ui/toast.ts'
import { kindWords } from './notice-words.ts'

type Change = (kind: NoticePreference['kind'], wish: { mail: boolean; sms: boolean }) => void

export function Preferences() {
  const query = useCall(notices.preferences, {})
  const refresh = useRefresh()
  const { data } = query
  const change: Change = (kind, wish) => {
    void (async () => {
      try {
        toast.success((await call(notices.prefer, { kind, ...wish })).message)
      } catch (error) {
        toast.error(refusalText(error, 'The server did not answer. Nothing was changed.'))
      }
      refresh(notices.preferences)
    })()
  }
  return (
    <>
      <h2 className="pt-2 text-lg font-medium">Also by mail and SMS</h2>
      <DataTable
        caption="Also by mail and SMS"
        columns={buildColumns(change, data?.phone ?? null)}
        rows={data?.kinds}
        rowKey={({ kind }) => kind}
        empty={null}
        error={
          data === undefined && query.errorUpdateCount > 0
            ? { message: 'Nothing was changed.', retry: () => void query.refetch() }
            : undefined
        }
      />
      {data !== undefined && <PhoneForm key={data.phone} phone={data.phone} />}
    </>
  )
}

const buildColumns = (change: Change, phone: string | null): Column<NoticePreference>[] => [
  {
    id: 'kind',
    header: 'Notices',
    kind: 'strong',
    mobile: 'title',
    cell: ({ kind }) => (
      <>
        {kindWords[kind].title} <span className="cell-note font-normal">{kindWords[kind].note}</span>
      </>
    ),
  },
  {
    id: 'mail',
    header: 'Mail',
    cell: ({ kind, mail, sms, isMailFixed }) => (
      <Check
        label={`${kindWords[kind].title} by mail`}
        checked={mail}
        disabled={isMailFixed}
        onChange={() => change(kind, { mail: !mail, sms })}
      />
    ),
  },
  {
    id: 'sms',
    header: 'SMS',
    cell: ({ kind, mail, sms }) => (
      <Check
        label={`${kindWords[kind].title} by SMS`}
        checked={sms}
        disabled={phone === null}
        onChange={() => change(kind, { mail, sms: !sms })}
      />
    ),
  },
]

interface CheckProps {
  label: string
  checked: boolean
  disabled: boolean
  onChange: () => void
}

const Check = ({ label, ...props }: CheckProps) => (
  <label className="-my-2.5 inline-grid size-11 place-items-center md:-ml-3">
    <input type="checkbox" aria-label={label} className="size-5 accent-primary" {...props} />
  </label>
)

function PhoneForm({ phone }: { phone: string | null }) {
  const refresh = useRefresh()
  const { register, submit, problem, formState } = useCallForm<{ phone: string }, { phone: string }>({
    schema: noticePhoneForm,
    values: { phone: phone ?? '' },
    send: async (checked) => {
      toast.success((await call(notices.setPhone, checked)).message)
      refresh(notices.preferences)
    },
  })
  return (
    <OneFieldForm
      action="Save"
      busy={formState.isSubmitting}
      note={phone === null ? 'Enter your number to choose SMS above.' : 'SMS notices go to this number.'}
      outcome={problem === null ? null : <Notice tone="danger" title={problem} />}
      onSubmit={submit}
    >
      <Field
        label="Mobile Number"
        inputMode="numeric"
        autoComplete="tel"
        error={formState.errors.phone?.message}
        {...register('phone')}
      />
    </OneFieldForm>
  )
}
