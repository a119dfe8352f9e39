// Compares one day now, without waiting for the nightly run.
import {
  type Comparison,
  type Day,
  enquiries,
  countOf,
  formatCount,
  formatDay,
  toDay,
  toNoon,
} from '@flexpower/contract'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { useRefresh } from '../api/hooks/use-call.ts'
import { now } from '../lib/clock.ts'
import { dayAfter } from '../lib/periods.ts'
import { useCallForm } from '../form/send/use-call-form.ts'
import { Field } from '../ui/form/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { OneFieldForm } from '../ui/form/OneFieldForm.tsx'
import { toast } from '../ui/toast.ts'
import { sideName } from './difference-words.ts'

interface Compared {
  day: Day
  comparisons: Comparison[]
}

export function CompareForm() {
  const today = toDay(now())
  const refresh = useRefresh()
  const [compared, setCompared] = useState<Compared | null>(null)
  const { register, submit, problem, formState } = useCallForm<{ day: string }, { day: Day }>({
    schema: enquiries.compare.request,
    values: { day: dayAfter(today, -1) },
    send: async ({ day }) => {
      setCompared(null)
      try {
        setCompared({ day, comparisons: await call(enquiries.compare, { day }) })
        toast.success(`${formatDay(toNoon(day))} is compared`)
      } finally {
        // If one side cannot be reached, the other is still compared.
        refresh(enquiries.reconciliation, enquiries.catchUp)
      }
    },
  })
  return (
    <OneFieldForm
      action="Compare"
      busy={formState.isSubmitting}
      onSubmit={submit}
      note={`Every sale of the day is looked for at ${sideName('utility')}, airtime at ${sideName('airtime')}, and every one of theirs in our books. Each day is also compared automatically during the next night.`}
      outcome={<OutcomeNotice problem={problem} compared={compared} />}
    >
      <Field label="Day" type="date" max={today} error={formState.errors.day?.message} {...register('day')} />
    </OneFieldForm>
  )
}

function OutcomeNotice({ problem, compared }: { problem: string | null; compared: Compared | null }) {
  if (problem !== null)
    return (
      <Notice tone="danger" title="The day could not be compared">
        {problem} What was found before stays; press Compare to try again.
      </Notice>
    )
  if (compared === null) return null
  const { day, comparisons } = compared
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
  `${otherSide === 'airtime' ? 'Airtime: ' : ''}${countOf(ours, 'sale')} here, ${formatCount(theirs)} at ${sideName(otherSide)}.`

/** `no difference`; `2 open differences, 1 settled`. */
function countText(open: number, settled: number): string {
  if (open === 0 && settled === 0) return 'no difference'
  const counted = `${open === 0 ? 'no' : open} open ${open === 1 || open === 0 ? 'difference' : 'differences'}`
  return settled === 0 ? counted : `${counted}, ${settled} settled`
}
