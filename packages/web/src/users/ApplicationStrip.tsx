// The newest application that waits, in sight of whoever looks at the users; the others are in the tab below.
import { type Application, formatDay, formatTime } from '@flexpower/contract'
import { Badge } from '../ui/Badge.tsx'
import { Verdicts } from './Applications.tsx'
import type { Decision } from './DecideApplication.tsx'

interface ApplicationStripProps {
  /** Of those that wait; none while nobody does. */
  newest: Application | undefined
  /** How many wait. */
  waiting: number
  onDecide: (decision: Decision) => void
}

export function ApplicationStrip({ newest, waiting, onDecide }: ApplicationStripProps) {
  if (newest === undefined) return null
  return (
    <section
      aria-label="Waiting applications"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded border border-line bg-surface px-5 py-3"
    >
      <Badge tone="info">{waiting === 1 ? '1 application' : `${waiting} applications`}</Badge>
      <p className="min-w-0 flex-1 basis-60">
        <span className="block">
          <b className="font-semibold">{newest.name}</b>, {newest.businessName}, {newest.location}
        </span>
        <span className="text-sm text-ink-2">
          Asks to become an agent. Applied {formatDay(newest.at)}, {formatTime(newest.at)}.
        </span>
      </p>
      <div className="ml-auto">
        <Verdicts application={newest} onDecide={onDecide} />
      </div>
    </section>
  )
}
