// How the utility is, in the page's header: before a customer is asked for money, not after.
import { type Counter, formatTime } from '@flexpower/contract'
import { site } from '../api/site.ts'
import { HeaderSlot } from '../layout/HeaderSlot.tsx'
import { Badge, type BadgeTone } from '../ui/Badge.tsx'

const TONES: Record<Counter['utility']['state'], BadgeTone> = { up: 'ok', slow: 'warning', down: 'danger' }

export function UtilityBadge({ utility }: { utility: Counter['utility'] | undefined }) {
  if (utility === undefined) return null
  const { state, since, answersInMs } = utility
  const silence = state === 'slow' ? ', some answers are missing' : ''
  const speed =
    answersInMs === null ? silence : `, answers in ${Math.max(0.1, answersInMs / 1000).toFixed(1)} s`
  return (
    <HeaderSlot>
      <output>
        <Badge tone={TONES[state]}>
          <span>
            {site.utilityName} {state}
            {state === 'down' ? (
              ` since ${formatTime(since)}`
            ) : (
              <span className="max-md:sr-only">{speed}</span>
            )}
          </span>
        </Badge>
      </output>
    </HeaderSlot>
  )
}
