// Our books next to those of the utility and of the airtime aggregator, one day at a time: what does not agree, what it
// means, and what was done about it. The server compares every day in the following night.
import { type Difference, enquiries } from '@flexpower/contract'
import { useCallback, useState } from 'react'
import { useCall } from '../api/hooks/use-call.ts'
import { Panel } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { BookModal } from './BookModal.tsx'
import { CompareForm } from './CompareForm.tsx'
import { ComparedDays } from './ComparedDays.tsx'
import { DecideBooking } from './DecideBooking.tsx'
import { type DifferenceAction, OpenDifferences, SettledDifferences } from './DifferencesTable.tsx'
import { SettleModal } from './SettleModal.tsx'

export function ReconciliationPage() {
  const query = useCall(enquiries.reconciliation, {})
  const [answering, setAnswering] = useState<{ id: number; answer: DifferenceAction } | null>(null)
  const { days, differences } = query.data ?? {}
  const difference = differences?.find(({ id }) => id === answering?.id)
  const answer = useCallback(
    (id: number, chosen: DifferenceAction) => setAnswering({ id, answer: chosen }),
    [],
  )
  const close = () => setAnswering(null)
  const error =
    query.isError && query.data === undefined
      ? {
          message: 'No sale is affected. It is tried again automatically in a moment.',
          retry: () => void query.refetch(),
        }
      : undefined
  return (
    <>
      <CompareForm />
      <Panel title="Open differences" flush>
        <OpenDifferences
          rows={differences?.filter(({ settledAt }) => settledAt === null)}
          error={error}
          onAnswer={answer}
          empty={
            <EmptyState icon="check" title="Nothing to settle">
              {days?.length === 0
                ? 'No day has been compared yet. Compare one above, or wait for the night.'
                : 'Our books and those of the other side agree on every day compared so far.'}
            </EmptyState>
          }
        />
      </Panel>
      <Panel title="Days compared" flush>
        <ComparedDays rows={days} error={error} />
      </Panel>
      <Panel title="Settled differences" flush>
        <SettledDifferences rows={differences?.filter(({ settledAt }) => settledAt !== null)} error={error} />
      </Panel>
      {difference !== undefined && answering !== null && (
        <AnswerDialog difference={difference} answer={answering.answer} onClose={close} />
      )}
    </>
  )
}

interface AnswerDialogProps {
  difference: Difference
  answer: DifferenceAction
  onClose: () => void
}

function AnswerDialog({ difference, answer, onClose }: AnswerDialogProps) {
  if (answer === 'settle') return <SettleModal difference={difference} onClose={onClose} />
  if (answer === 'book') return <BookModal difference={difference} onClose={onClose} />
  const { waiting } = difference
  if (waiting === null) return null
  return <DecideBooking difference={difference} booking={waiting} decision={answer} onClose={onClose} />
}
