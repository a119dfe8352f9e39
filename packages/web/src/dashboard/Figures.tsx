// The four figures in one panel (D-02). A figure that cannot be read says so quietly and is asked for again (D-06);
// a chosen day replaces the daily sale and the transactions, and both say which day they are of (D-03).
import { dashboard, formatDay, formatGmd, formatTime, noonOf, vendor } from '@flexpower/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCall } from '../api/hooks/use-call.ts'
import { site } from '../api/site.ts'
import { Stat, StatGroup } from '../ui/Card.tsx'
import type { ChosenDay } from './DayFilter.tsx'
import { hasFailed } from './has-failed.ts'

/** Beside the rail of icons four amounts in a row have no room: dalasi run into millions. */
const TWO_BY_TWO =
  'md:max-lg:grid-flow-row md:max-lg:grid-cols-2 md:max-lg:*:border-line md:max-lg:[&>:nth-child(odd)]:border-l-0 md:max-lg:[&>:nth-child(n+3)]:border-t'

const formatCount = (count: number): string => count.toLocaleString('en')

interface FiguresProps {
  chosen: ChosenDay | null
  /** When today's sales were read. */
  onRead: (at: Date) => void
}

export function Figures({ chosen, onRead }: FiguresProps) {
  const daily = useCall(dashboard.dailySales, {})
  const monthly = useCall(dashboard.monthlySales, {})
  const count = useCall(dashboard.transactionCount, {})
  const balance = useCall(vendor.info, {})
  const readAt = daily.dataUpdatedAt
  useEffect(() => {
    if (readAt > 0) onRead(new Date(readAt))
  }, [readAt, onRead])

  const ofDay = chosen && `On ${formatDay(noonOf(chosen.day))}`
  return (
    <StatGroup label="Figures" className={TWO_BY_TWO}>
      {chosen === null ? (
        <Figure label="Cash Power Daily Sale" query={daily} show={formatGmd} note="Today" />
      ) : (
        <Stat label="Cash Power Daily Sale" value={formatGmd(chosen.total)} note={ofDay} />
      )}
      <Figure label="Cash Power Monthly Sale" query={monthly} show={formatGmd} note="This month" />
      {chosen === null ? (
        <Figure label="Total Transactions" query={count} show={formatCount} note="Cash power" />
      ) : (
        <Stat label="Total Transactions" value={formatCount(chosen.count)} note={ofDay} />
      )}
      <Figure
        label={`${site.utilityName} Available Balance`}
        query={balance}
        show={(account) => formatGmd(account.balance)}
        note={
          balance.dataUpdatedAt > 0 ? `Read at ${formatTime(new Date(balance.dataUpdatedAt))}` : undefined
        }
      />
    </StatGroup>
  )
}

interface FigureProps<Value> {
  label: string
  query: UseQueryResult<Value>
  show: (value: Value) => string
  note: string | undefined
}

function Figure<Value>({ label, query, show, note }: FigureProps<Value>) {
  if (query.data !== undefined) return <Stat label={label} value={show(query.data)} note={note} />
  if (hasFailed(query)) return <Stat label={label} value="–" note="Could not be read. Trying again." />
  return <Stat label={label} value="" loading note={note} />
}
