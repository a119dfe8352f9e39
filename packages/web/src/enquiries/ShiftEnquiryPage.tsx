// What one user sold on one day, as the utility recorded it (EN-02). The enquiry stands in the address.
import { type Day, toDay, enquiries, shiftEnquiryForm, users } from '@flexpower/contract'
import { useForm, useWatch } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { useCall } from '../api/hooks/use-call.ts'
import { site } from '../api/site.ts'
import { now } from '../lib/clock.ts'
import { formResolver, showFieldErrors } from '../form/form-errors.ts'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Card.tsx'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { EnquiryResult } from './EnquiryResult.tsx'
import { useEnquiry } from './use-enquiry.ts'

interface Entered {
  paymentDate: string
  codUserShift: string
}
interface Asked {
  paymentDate: Day
  codUserShift: number
}

const TEXTS = {
  success: 'Data submitted successfully!',
  failed: 'Failed to submit data. Please try again.',
}

export function ShiftEnquiryPage() {
  const [params, setParams] = useSearchParams()
  const entered = enteredIn(params)
  const asked = shiftEnquiryForm.safeParse(entered)
  const { query, ask } = useEnquiry(enquiries.shift, asked.success ? buildInput(asked.data) : null, TEXTS)

  function submit(enquiry: Asked): Promise<unknown> {
    setParams({ day: enquiry.paymentDate, user: String(enquiry.codUserShift) })
    return ask(buildInput(enquiry))
  }
  return (
    <>
      <ShiftForm entered={entered} isBusy={query.isFetching} onSubmit={submit} />
      <EnquiryResult
        query={query}
        isAsked={asked.success}
        failed={TEXTS.failed}
        fileName={`shift-enquiry-${entered.paymentDate}`}
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
  paymentDate: params.get('day') ?? toDay(now()),
  codUserShift: params.get('user') ?? '',
})

const buildInput = ({ paymentDate, codUserShift }: Asked) => ({ day: paymentDate, user: codUserShift })

interface ShiftFormProps {
  entered: Entered
  isBusy: boolean
  /** Answers what went wrong, or null. */
  onSubmit: (asked: Asked) => Promise<unknown>
}

function ShiftForm({ entered, isBusy, onSubmit }: ShiftFormProps) {
  const cashiers = useCall(users.cashiers, {})
  const { register, handleSubmit, setError, formState, control } = useForm<Entered, unknown, Asked>({
    values: entered,
    resolver: formResolver(shiftEnquiryForm),
    mode: 'onTouched',
  })
  const { errors } = formState
  // The people may come later than the address that names one of them.
  const chosen = useWatch({ control, name: 'codUserShift' })
  const submit = handleSubmit(async (asked) => {
    showFieldErrors(await onSubmit(asked), setError, ['paymentDate', 'codUserShift'])
  })
  return (
    <Panel>
      <form
        noValidate
        className="grid items-start gap-4 sm:grid-cols-2 md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_auto]"
        onSubmit={(event) => void submit(event)}
      >
        <Field
          label="Payment Date"
          type="date"
          icon="calendar"
          error={errors.paymentDate?.message}
          {...register('paymentDate')}
        />
        <SelectField
          label="User"
          placeholder={cashiers.isPending ? 'Loading...' : 'Choose'}
          error={errors.codUserShift?.message}
          options={optionsFor(cashiers.data, chosen)}
          {...register('codUserShift')}
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

/** A link may name somebody who is not on the list any more: who had a shift, has left. */
function optionsFor(people: readonly { id: number; name: string }[] | undefined, chosen: string) {
  const known = people?.map(({ id, name }) => ({ value: String(id), label: name }))
  if (known === undefined || chosen === '' || known.some(({ value }) => value === chosen)) return known
  return [...known, { value: chosen, label: `User ${chosen}` }]
}
