// What a meter has bought between two days, as the utility recorded it (EN-01). The enquiry is in the URL.
import { customerEnquiryForm, toDay, enquiries } from '@flexpower/contract'
import { useForm } from 'react-hook-form'
import { useSearchParams } from '../router/hooks.tsx'
import { site } from '../api/site.ts'
import { now } from '../lib/clock.ts'
import { dayAfter } from '../lib/periods.ts'
import { formResolver, showFieldErrors } from '../form/form-errors.ts'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Card.tsx'
import { Field } from '../ui/form/Field.tsx'
import { EnquiryResult } from './EnquiryResult.tsx'
import { useEnquiry } from './use-enquiry.ts'

type Asked = ReturnType<typeof customerEnquiryForm.parse>
type Entered = Record<keyof Asked, string>

const TEXTS = {
  success: 'Enquiry submitted successfully!',
  failed: 'Failed to submit enquiry. Please try again.',
}

export function CustomerEnquiryPage() {
  const [params, setParams] = useSearchParams()
  const entered = enteredIn(params)
  const asked = customerEnquiryForm.safeParse(entered)
  const { query, ask } = useEnquiry(enquiries.customer, asked.success ? asked.data : null, TEXTS)

  function submit(enquiry: Asked): Promise<unknown> {
    setParams(enquiry)
    return ask(enquiry)
  }
  return (
    <>
      <CustomerForm entered={entered} isBusy={query.isFetching} onSubmit={submit} />
      <EnquiryResult
        query={query}
        isAsked={asked.success}
        failed={TEXTS.failed}
        fileName={`customer-enquiry-${entered.meter}`}
        onRetry={() => asked.success && void submit(asked.data)}
        intro={{
          icon: 'enquiry',
          title: `Ask ${site.utilityName} about a meter`,
          text: 'Enter the serial number and two days. Every purchase is listed with our sale beside it.',
        }}
        noData={`${site.utilityName} has no purchase of this meter between these days. Check the number, or ask for more days.`}
      />
    </>
  )
}

/** V-EN-02: equal dates are refused, so the form starts with today and tomorrow. */
function enteredIn(params: URLSearchParams): Entered {
  const today = toDay(now())
  return {
    meter: params.get('meter') ?? '',
    from: params.get('from') ?? today,
    to: params.get('to') ?? dayAfter(today, 1),
  }
}

interface CustomerFormProps {
  entered: Entered
  isBusy: boolean
  /** Returns what went wrong, or null. */
  onSubmit: (asked: Asked) => Promise<unknown>
}

function CustomerForm({ entered, isBusy, onSubmit }: CustomerFormProps) {
  const form = useForm<Entered, unknown, Asked>({
    values: entered,
    resolver: formResolver(customerEnquiryForm),
    mode: 'onTouched',
  })
  const { register, handleSubmit, formState } = form
  const { errors } = formState
  const submit = handleSubmit(async (asked) => {
    showFieldErrors(await onSubmit(asked), form)
  })
  return (
    <Panel>
      <form
        noValidate
        className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1fr)_auto]"
        onSubmit={(event) => void submit(event)}
      >
        <Field
          label="Meter Serial"
          inputMode="numeric"
          autoComplete="off"
          error={errors.meter?.message}
          {...register('meter')}
        />
        <Field
          label="Date From"
          type="date"
          error={errors.from?.message}
          {...register('from', { deps: ['to'] })}
        />
        <Field label="Date To" type="date" error={errors.to?.message} {...register('to')} />
        <Button variant="primary" type="submit" busy={isBusy} className="sm:mt-6">
          Submit
        </Button>
      </form>
    </Panel>
  )
}
