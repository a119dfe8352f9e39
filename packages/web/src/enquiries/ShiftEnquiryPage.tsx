// What one user sold on one day, as the utility recorded it (EN-02). The enquiry is in the URL.
import { toDay, enquiries, shiftEnquiryForm, users } from '@flexpower/contract'
import { useForm, useWatch } from 'react-hook-form'
import { useSearchParams } from '../router/hooks.tsx'
import { useCall } from '../api/hooks/use-call.ts'
import { site } from '../api/site.ts'
import { now } from '../lib/clock.ts'
import { formResolver, showFieldErrors } from '../form/form-errors.ts'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Card.tsx'
import { Field } from '../ui/form/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { EnquiryResult } from './EnquiryResult.tsx'
import { useEnquiry } from './use-enquiry.ts'

type Asked = ReturnType<typeof shiftEnquiryForm.parse>
type Entered = Record<keyof Asked, string>

const TEXTS = {
  success: 'Data submitted successfully!',
  failed: 'Failed to submit data. Please try again.',
}

export function ShiftEnquiryPage() {
  const [params, setParams] = useSearchParams()
  const entered = enteredIn(params)
  const asked = shiftEnquiryForm.safeParse(entered)
  const { query, ask } = useEnquiry(enquiries.shift, asked.success ? asked.data : null, TEXTS)

  function submit(enquiry: Asked): Promise<unknown> {
    setParams({ day: enquiry.day, user: String(enquiry.user) })
    return ask(enquiry)
  }
  return (
    <>
      <ShiftForm entered={entered} isBusy={query.isFetching} onSubmit={submit} />
      <EnquiryResult
        query={query}
        isAsked={asked.success}
        failed={TEXTS.failed}
        fileName={`shift-enquiry-${entered.day}`}
        onRetry={() => asked.success && void submit(asked.data)}
        intro={{
          icon: 'clock',
          title: `Ask ${site.utilityName} about a shift`,
          text: 'Choose a day and a user. Every sale is listed as it was recorded there, with ours beside it.',
        }}
        noData={`${site.utilityName} has no sale of this user on this day. Try another day or another user.`}
      />
    </>
  )
}

const enteredIn = (params: URLSearchParams): Entered => ({
  day: params.get('day') ?? toDay(now()),
  user: params.get('user') ?? '',
})

interface ShiftFormProps {
  entered: Entered
  isBusy: boolean
  /** Returns what went wrong, or null. */
  onSubmit: (asked: Asked) => Promise<unknown>
}

function ShiftForm({ entered, isBusy, onSubmit }: ShiftFormProps) {
  const cashiers = useCall(users.cashiers, {})
  const form = useForm<Entered, unknown, Asked>({
    values: entered,
    resolver: formResolver(shiftEnquiryForm),
    mode: 'onTouched',
  })
  const { register, handleSubmit, formState, control } = form
  const { errors } = formState
  // The list of users may load later than the URL that names one of them.
  const chosen = useWatch({ control, name: 'user' })
  const submit = handleSubmit(async (asked) => {
    showFieldErrors(await onSubmit(asked), form)
  })
  return (
    <Panel>
      <form
        noValidate
        className="grid items-start gap-4 sm:grid-cols-2 md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_auto]"
        onSubmit={(event) => void submit(event)}
      >
        <Field label="Payment Date" type="date" error={errors.day?.message} {...register('day')} />
        <SelectField
          label="User"
          placeholder={cashiers.isPending ? 'Loading...' : 'Choose'}
          error={errors.user?.message}
          options={optionsFor(cashiers.data, chosen)}
          {...register('user')}
          value={chosen}
        />
        <Button variant="primary" type="submit" busy={isBusy} className="sm:max-md:col-span-2 md:mt-6">
          Submit
        </Button>
      </form>
      {cashiers.isError && (
        <div className="mt-4">
          <Notice
            tone="warning"
            title="The users could not be read"
            action={
              <Button icon="refresh" onClick={() => void cashiers.refetch()}>
                Try again
              </Button>
            }
          >
            Nothing was changed. It is tried again automatically in a moment.
          </Notice>
        </div>
      )}
    </Panel>
  )
}

/** A link may name a user who is no longer on the list, because they have left. */
function optionsFor(people: readonly { id: number; name: string }[] | undefined, chosen: string) {
  const known = people?.map(({ id, name }) => ({ value: String(id), label: name }))
  if (known === undefined || chosen === '' || known.some(({ value }) => value === chosen)) return known
  return [...known, { value: chosen, label: `User ${chosen}` }]
}
