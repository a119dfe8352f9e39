// Comparing one day now, without waiting for the night.
import { type Comparison, type Day, dayOf, enquiries, formatDay, noonOf } from '@flexpower/contract'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../api/client.ts'
import { useRefresh } from '../api/hooks.ts'
import { site } from '../api/site.ts'
import { now } from '../lib/clock.ts'
import { dayAfter } from '../lib/periods.ts'
import { formResolver } from '../lib/form.ts'
import { refusalText, showFieldErrors } from '../lib/refusal.ts'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { OneFieldForm } from '../ui/OneFieldForm.tsx'
import { preloadToasts, toast } from '../ui/toast.ts'

type Outcome = { type: 'compared'; comparison: Comparison } | { type: 'failed'; reason: string }

export function CompareForm() {
  const today = dayOf(now())
  const refresh = useRefresh()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { register, handleSubmit, setError, formState } = useForm<{ day: string }, unknown, { day: Day }>({
    defaultValues: { day: dayAfter(today, -1) },
    resolver: formResolver(enquiries.compare.request),
    mode: 'onTouched',
  })
  useEffect(preloadToasts, [])
  const submit = handleSubmit(async (input) => {
    setOutcome(null)
    try {
      const comparison = await call(enquiries.compare, input)
      setOutcome({ type: 'compared', comparison })
      toast.success(`${formatDay(noonOf(comparison.day))} is compared`)
      refresh(enquiries.reconciliation)
    } catch (error) {
      const reason = refusalText(error, 'No answer came.')
      setOutcome({ type: 'failed', reason })
      toast.error(reason)
      showFieldErrors(error, setError, ['day'])
    }
  })
  return (
    <OneFieldForm
      action="Compare"
      busy={formState.isSubmitting}
      onSubmit={submit}
      note={`Every sale of the day is looked for at ${site.utilityName}, and every one of theirs in our books. Each day is also compared by itself in the night after it.`}
      outcome={outcome && <OutcomeNotice outcome={outcome} />}
    >
      <Field
        label="Day"
        type="date"
        icon="calendar"
        max={today}
        error={formState.errors.day?.message}
        {...register('day')}
      />
    </OneFieldForm>
  )
}

function OutcomeNotice({ outcome }: { outcome: Outcome }) {
  if (outcome.type === 'failed')
    return (
      <Notice tone="danger" title="The day could not be compared">
        {outcome.reason} Nothing was changed; press Compare to try again.
      </Notice>
    )
  const { day, ours, theirs, differences } = outcome.comparison
  return (
    <Notice
      tone={differences === 0 ? 'ok' : 'warning'}
      title={`${formatDay(noonOf(day))}: ${differences === 0 ? 'no difference' : countText(differences)}`}
    >
      {ours.toLocaleString('en')} sales here, {theirs.toLocaleString('en')} at {site.utilityName}.
      {differences > 0 && ' They stand below until somebody settles them.'}
    </Notice>
  )
}

const countText = (count: number): string => (count === 1 ? '1 difference' : `${count} differences`)
