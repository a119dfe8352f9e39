// The figures an owner sees first (D-01 to D-06): today, this month and what is left at the utility, or one chosen day.
import { formatDay, formatLongDay, formatTime, noonOf } from '@flexpower/contract'
import { useState } from 'react'
import { now } from '../lib/clock.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { DayFilter, type DayOutcome, isEmptyDay } from './DayFilter.tsx'
import { Figures } from './Figures.tsx'
import { QuickTiles } from './QuickTiles.tsx'

export function DashboardPage() {
  const [outcome, setOutcome] = useState<DayOutcome | null>(null)
  const [readAt, setReadAt] = useState<Date | null>(null)
  const chosen = outcome?.type === 'read' ? outcome : null
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div aria-live="polite" className="flex min-h-11 flex-wrap items-center gap-x-3">
          {chosen === null ? (
            <p className="text-lg font-medium">
              {formatLongDay(now())}{' '}
              {readAt !== null && <span className="font-normal text-ink-3">to {formatTime(readAt)}</span>}
            </p>
          ) : (
            <>
              <p className="text-lg font-medium">{formatLongDay(noonOf(chosen.day))}</p>
              <Button variant="ghost" icon="left" className="-ml-2" onClick={() => setOutcome(null)}>
                Back to today
              </Button>
            </>
          )}
        </div>
        <DayFilter onOutcome={setOutcome} />
      </div>
      <OutcomeNotice outcome={outcome} />
      <Figures chosen={chosen} onRead={setReadAt} />
      <QuickTiles />
    </>
  )
}

function OutcomeNotice({ outcome }: { outcome: DayOutcome | null }) {
  if (outcome === null) return null
  if (outcome.type === 'read')
    return isEmptyDay(outcome) ? (
      <Notice tone="info" title="Not found">
        No cash power was sold on {formatDay(noonOf(outcome.day))}.
      </Notice>
    ) : null
  const title = outcome.type === 'refused' ? 'Data is not found' : 'The figures of this day could not be read'
  return (
    <Notice tone="warning" title={title}>
      The cards below show today.{outcome.type === 'failed' && ' Please submit the date again in a moment.'}
    </Notice>
  )
}
