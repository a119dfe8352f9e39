// The date filter above the figures (D-01, D-04, D-05).
import { type Bututs, CallRefused, dashboard, type Day, dateForm, toDay } from '@flexpower/contract'
import { useForm } from 'react-hook-form'
import { call } from '../api/client.ts'
import { now } from '../lib/clock.ts'
import { formResolver } from '../form/form-errors.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/form/Field.tsx'
import { TOAST_SHORT_MS, toast } from '../ui/toast.ts'

export interface ChosenDay {
  type: 'read'
  day: Day
  total: Bututs
  count: number
}
export type DayOutcome = ChosenDay | { type: 'refused' } | { type: 'failed' }

/** D-04. */
export const isEmptyDay = ({ total, count }: ChosenDay): boolean => total <= 0 && count <= 0

async function readDay(day: Day): Promise<DayOutcome> {
  try {
    const { total, count } = await call(dashboard.filter, { day })
    return { type: 'read', day, total, count }
  } catch (error) {
    return { type: error instanceof CallRefused && error.status === 200 ? 'refused' : 'failed' }
  }
}

function echo(outcome: DayOutcome): void {
  if (outcome.type === 'refused') toast.error('Data is not found', TOAST_SHORT_MS)
  if (outcome.type === 'read' && isEmptyDay(outcome)) toast.info('Not found', TOAST_SHORT_MS)
}

export function DayFilter({ onOutcome }: { onOutcome: (outcome: DayOutcome) => void }) {
  const { register, handleSubmit, formState } = useForm<
    { paymentDate: string },
    unknown,
    { paymentDate: Day }
  >({
    defaultValues: { paymentDate: '' },
    resolver: formResolver(dateForm),
    mode: 'onTouched',
  })
  const submit = handleSubmit(async ({ paymentDate }) => {
    const outcome = await readDay(paymentDate)
    onOutcome(outcome)
    echo(outcome)
  })
  return (
    <form
      noValidate
      className="flex items-start gap-3 max-sm:w-full"
      onSubmit={(event) => void submit(event)}
    >
      <div className="flex-1 [&_.field-error]:col-start-2 [&>.field]:grid-cols-[auto_minmax(148px,1fr)] [&>.field]:items-center [&>.field]:gap-x-3">
        <Field
          label="Date"
          type="date"
          max={toDay(now())}
          error={formState.errors.paymentDate?.message}
          {...register('paymentDate')}
        />
      </div>
      <Button type="submit" busy={formState.isSubmitting}>
        Submit
      </Button>
    </form>
  )
}
