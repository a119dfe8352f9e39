// Our books beside those of the utility and of the airtime aggregator, a day at a time: what does not agree, what it means, and what became of it. The server
// compares every day by itself in the night after it.
import { enquiries } from '@flexpower/contract'
import { useState } from 'react'
import { useCall } from '../api/hooks.ts'
import { Panel } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { CompareForm } from './CompareForm.tsx'
import { ComparedDays } from './ComparedDays.tsx'
import { OpenDifferences, SettledDifferences } from './DifferencesTable.tsx'
import { SettleModal } from './SettleModal.tsx'

export function ReconciliationPage() {
  const query = useCall(enquiries.reconciliation, {})
  const [settlingId, setSettlingId] = useState<number | null>(null)
  const { days, differences } = query.data ?? {}
  const settling = differences?.find(({ id }) => id === settlingId)
  const error =
    query.isError && query.data === undefined
      ? {
          message: 'No sale is affected. It is tried again by itself in a moment.',
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
          onSettle={setSettlingId}
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
      {settling !== undefined && (
        <SettleModal key={settling.id} difference={settling} onClose={() => setSettlingId(null)} />
      )}
    </>
  )
}
