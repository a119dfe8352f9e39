// What the report is about (RP-01): two days, the account and the entity; the usual periods are one press away.
import { type Answer, toDay, reportForm, type users, WHOLE_PROVIDER } from '@flexpower/contract'
import { useEffect } from 'react'
import { type FieldErrors, type Resolver, useForm } from 'react-hook-form'
import { site } from '../api/site.ts'
import { now } from '../lib/clock.ts'
import { formResolver, showFieldErrors } from '../form/form-errors.ts'
import { namedPeriods, type PeriodName } from '../lib/periods.ts'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Card.tsx'
import { Segment } from '../ui/form/Choice.tsx'
import { Field } from '../ui/form/Field.tsx'
import { type SelectOption, SelectField } from '../ui/form/SelectField.tsx'
import { type AskedReport, endsBeforeStart, type ReportValues } from './asked.ts'

export type Cashiers = Answer<typeof users.cashiers>

interface ReportFormProps {
  values: ReportValues
  period: PeriodName | undefined
  cashiers: Cashiers | undefined
  /** The names could not be read; they are requested again automatically. */
  hasNoCashiers: boolean
  isBusy: boolean
  /** What the server refused in the last request. */
  refusal: unknown
  onAsk: (asked: AskedReport) => void
  /** With the account and the entity in the form. */
  onPeriod: (period: PeriodName, values: ReportValues) => void
}

/** The same text as the server's. */
const BACKWARDS = 'End date cannot be before start date'

export function ReportForm(props: ReportFormProps) {
  const { values, period, onAsk, onPeriod, refusal } = props
  const { register, handleSubmit, getValues, setError, formState } = useForm<
    ReportValues,
    unknown,
    AskedReport
  >({
    values,
    resolver: reportResolver,
    mode: 'onTouched',
  })
  const { errors } = formState
  useEffect(() => void showFieldErrors(refusal, { getValues, setError }), [refusal, getValues, setError])
  const submit = handleSubmit(onAsk)
  const latest = toDay(now())
  return (
    <Panel>
      <form
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={(event) => void submit(event)}
      >
        <div className="max-sm:[&_button]:px-1.5">
          <Segment
            label="Period"
            options={namedPeriods}
            value={period}
            onChange={(name) => onPeriod(name, getValues())}
          />
        </div>
        <div className={ROW}>
          <Field
            label="Start date"
            type="date"
            max={latest}
            error={errors.from?.message}
            {...register('from')}
          />
          <Field label="End date" type="date" max={latest} error={errors.to?.message} {...register('to')} />
          <SelectField
            label="Account"
            placeholder="Choose an account"
            options={ACCOUNTS}
            error={errors.account?.message}
            {...register('account')}
          />
          <SelectField
            label="Entity"
            placeholder="Choose an entity"
            options={entityOptions(props.cashiers, values.entity)}
            error={errors.entity?.message}
            hint={props.hasNoCashiers && 'The cashiers could not be read. Trying again.'}
            {...register('entity')}
          />
          <Button type="submit" variant="primary" busy={props.isBusy} className="sm:mt-6">
            Submit
          </Button>
        </div>
      </form>
    </Panel>
  )
}

const ROW =
  'grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:grid-cols-2 lg:grid-cols-[repeat(4,minmax(0,1fr))_auto] sm:max-lg:[&>button]:mt-0 sm:max-lg:[&>button]:justify-self-start'

const ACCOUNTS: readonly SelectOption[] = [{ value: 'cashPower', label: 'Cash Power' }]

/** The entity in the URL is an option before the names are loaded; otherwise the form would lose it. */
function entityOptions(cashiers: Cashiers | undefined, asked: string): SelectOption[] {
  const options = [
    { value: WHOLE_PROVIDER, label: site.productName },
    ...(cashiers ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  const isKnown = asked === '' || options.some(({ value }) => value === asked)
  return isKnown ? options : [...options, { value: asked, label: `Cashier ${asked}` }]
}

const readForm = formResolver<ReportValues, AskedReport>(reportForm)

const reportResolver: Resolver<ReportValues, unknown, AskedReport> = async (values, context, options) => {
  const read = await readForm(values, context, options)
  if (Object.keys(read.errors).length > 0 || !endsBeforeStart(read.values as AskedReport)) return read
  const errors: FieldErrors<ReportValues> = { to: { type: 'order', message: BACKWARDS } }
  return { values: {}, errors }
}
