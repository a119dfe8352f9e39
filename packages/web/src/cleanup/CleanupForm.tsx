// How many days of transactions stay in the lists; asks the server what would go, and changes nothing.
import { cleanup, cleanupForm } from '@flexpower/contract'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../api/client.ts'
import { formResolver, refusalText, showFieldErrors } from '../form/form-errors.ts'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { OneFieldForm } from '../ui/form/OneFieldForm.tsx'
import { preloadToasts, toast } from '../ui/toast.ts'
import type { Counted } from './cleanup-words.ts'

const DAYS = '365'

type Outcome = { tone: 'info' | 'danger'; title: string; text: string }

export function CleanupForm({ onCounted }: { onCounted: (counted: Counted) => void }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { register, handleSubmit, setError, formState } = useForm<
    { days: string },
    unknown,
    { days: number }
  >({ defaultValues: { days: DAYS }, resolver: formResolver(cleanupForm), mode: 'onTouched' })
  useEffect(preloadToasts, [])
  const submit = handleSubmit(async ({ days }) => {
    setOutcome(null)
    try {
      const counted = await call(cleanup.run, { days, dryRun: true })
      if (counted.sales > 0) onCounted({ ...counted, days })
      else
        setOutcome({
          tone: 'info',
          title: 'Nothing to archive',
          text: `No sale in the lists is older than ${days} ${days === 1 ? 'day' : 'days'}.`,
        })
    } catch (error) {
      const text = refusalText(error, 'The server did not answer.')
      setOutcome({
        tone: 'danger',
        title: 'The sales could not be counted',
        text: `${text} Nothing was changed.`,
      })
      toast.error(text)
      showFieldErrors(error, setError, ['days'])
    }
  })
  return (
    <OneFieldForm
      action="Cleanup Records"
      busy={formState.isSubmitting}
      onSubmit={submit}
      note="Sales that are older leave the lists for the archive. They are counted first, and a backup is made. Figures, reports and the books stay as they are, and nothing is ever deleted."
      outcome={
        outcome && (
          <Notice tone={outcome.tone} title={outcome.title}>
            {outcome.text}
          </Notice>
        )
      }
    >
      <Field
        label="Days of transactions"
        type="number"
        inputMode="numeric"
        min={1}
        suffix="days"
        error={formState.errors.days?.message}
        {...register('days')}
      />
    </OneFieldForm>
  )
}
