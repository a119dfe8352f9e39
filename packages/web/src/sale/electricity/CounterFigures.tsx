// What a cashier keeps in sight: the float and how long it lasts, the day so far, the last sale.
import { type Counter, formatDay, formatGmd, formatTime } from '@flexpower/contract'
import { isFloatLow } from '../low-float.ts'
import { now } from '../../lib/clock.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Stat, StatGroup } from '../../ui/Card.tsx'

import { roughly } from './words.ts'

export function CounterFigures({ counter }: { counter: Counter | undefined }) {
  return (
    <StatGroup label="My counter" className="counter-figures">
      <FloatFigure counter={counter} />
      <Stat
        label="Cash power today"
        loading={counter === undefined}
        value={counter && formatGmd(counter.soldToday)}
        note={counter && countOf(counter.salesToday)}
      />
      <Stat
        label="Commission today"
        loading={counter === undefined}
        value={counter && formatGmd(counter.commissionToday)}
        note="Already in your float"
      />
      <LastSale counter={counter} />
    </StatGroup>
  )
}

const countOf = (sales: number): string => (sales === 1 ? '1 sale' : `${sales.toLocaleString('en')} sales`)

function FloatFigure({ counter }: { counter: Counter | undefined }) {
  if (counter === undefined || counter.float === null)
    return <Stat label="Float" loading={counter === undefined} value="–" note="Sold on the house’s account" />
  const lasts = counter.floatLastsMinutes
  return (
    <Stat
      label={<>Float {isFloatLow(counter) && <Badge tone="warning">Low</Badge>}</>}
      value={formatGmd(counter.float)}
      note={
        lasts === null ? (
          'No sale yet today'
        ) : (
          <>
            <b className="font-semibold text-ink-2">{roughly(lasts)}</b> at today’s pace
          </>
        )
      }
    />
  )
}

function LastSale({ counter }: { counter: Counter | undefined }) {
  const last = counter?.lastSale
  if (!last) return <Stat label="Last sale" loading={counter === undefined} value="–" note="None yet" />
  const isToday = formatDay(last.at) === formatDay(now())
  return (
    <Stat
      label="Last sale"
      value={isToday ? formatTime(last.at) : formatDay(last.at)}
      note={`${last.customerName}, ${formatGmd(last.tendered)}`}
    />
  )
}
