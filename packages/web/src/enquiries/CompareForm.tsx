// Comparing one day now, without waiting for the night.
import { type Comparison, type Day, toDay, enquiries, formatDay, toNoon } from '@flexpower/contract'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../api/client.ts'
import { useRefresh } from '../api/hooks/use-call.ts'
import { now } from '../lib/clock.ts'
import { dayAfter } from '../lib/periods.ts'
import { formResolver, refusalText, showFieldErrors } from '../form/form-errors.ts'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { OneFieldForm } from '../ui/form/OneFieldForm.tsx'
import { preloadToasts, toast } from '../ui/toast.ts'
import { sideName } from './difference-words.ts'

type Outcome = { type: 'compared'; day: Day; comparisons: Comparison[] } | { type: 'failed'; reason: string }

export function CompareForm() {
  const today = toDay(now())
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
      const comparisons = await call(enquiries.compare, input)
      setOutcome({ type: 'compared', day: input.day, comparisons })
      toast.success(`${formatDay(toNoon(input.day))} is compared`)
    } catch (error) {
      const reason = refusalText(error, 'The server did not answer.')
      setOutcome({ type: 'failed', reason })
      toast.error(reason)
      showFieldErrors(error, setError, ['day'])
    } finally {
      // Where one side could not be asked, the other one is compared all the same.
      refresh(enquiries.reconciliation, enquiries.catchUp)
    }
  })
  return (
    <OneFieldForm
      action="Compare"
      busy={formState.isSubmitting}
      onSubmit={submit}
      note={`Every sale of the day is looked for at ${sideName('utility')}, airtime at ${sideName('airtime')}, and every one of theirs in our books. Each day is also compared automatically during the next night.`}
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
        {outcome.reason} What was found before stays; press Compare to try again.
      </Notice>
    )
  const { day, comparisons } = outcome
  const differences = comparisons.reduce((sum, each) => sum + each.differences, 0)
  const settled = comparisons.reduce((sum, each) => sum + each.settled, 0)
  return (
    <Notice
      tone={differences === 0 ? 'ok' : 'warning'}
      title={`${formatDay(toNoon(day))}: ${countText(differences, settled)}`}
    >
      {comparisons.map(countsText).join(' ')}
      {differences > 0 && ' What is open is listed below until somebody settles it.'}
    </Notice>
  )
}

const countsText = ({ otherSide, ours, theirs }: Comparison): string =>
  `${otherSide === 'airtime' ? 'Airtime: ' : ''}${ours.toLocaleString('en')} sales here, ${theirs.toLocaleString('en')} at ${sideName(otherSide)}.`

/** `no difference`; `2 open differences, 1 settled`. */
function countText(open: number, settled: number): string {
  if (open === 0 && settled === 0) return 'no difference'
  const counted = `${open === 0 ? 'no' : open} open ${open === 1 || open === 0 ? 'difference' : 'differences'}`
  return settled === 0 ? counted : `${counted}, ${settled} settled`
}
