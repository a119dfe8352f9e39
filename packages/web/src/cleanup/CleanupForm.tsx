// How many days of transactions stay in the lists. Asks the server what would be moved, and changes nothing.
import { cleanup, cleanupForm } from '@flexpower/contract'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { useCallForm } from '../form/send/use-call-form.ts'
import { Field } from '../ui/form/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { OneFieldForm } from '../ui/form/OneFieldForm.tsx'
import type { Counted } from './cleanup-words.ts'

const DAYS = '365'

export function CleanupForm({ onCounted }: { onCounted: (counted: Counted) => void }) {
  const [days, setDays] = useState<number | null>(null)
  const { register, submit, problem, formState } = useCallForm<{ days: string }, { days: number }>({
    schema: cleanupForm,
    values: { days: DAYS },
    send: async (entered) => {
      setDays(null)
      const counted = await call(cleanup.run, { ...entered, dryRun: true })
      if (counted.sales > 0) onCounted({ ...counted, ...entered })
      else setDays(entered.days)
    },
  })
  return (
    <OneFieldForm
      action="Cleanup Records"
      busy={formState.isSubmitting}
      onSubmit={submit}
      note="Sales that are older leave the lists for the archive. They are counted first, and a backup is made. Figures, reports and the books stay as they are, and nothing is ever deleted."
      outcome={
        problem !== null ? (
          <Notice tone="danger" title="The sales could not be counted">
            {problem} Nothing was changed.
          </Notice>
        ) : (
          days !== null && (
            <Notice tone="info" title="Nothing to archive">
              No sale in the lists is older than {days} {days === 1 ? 'day' : 'days'}.
            </Notice>
          )
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
