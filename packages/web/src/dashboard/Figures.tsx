// The four figures in one panel (D-02). A figure that cannot be read says so quietly and is requested again (D-06). A
// chosen day replaces the daily sale and the transactions, and both name the day (D-03).
import { dashboard, formatCount, formatDay, formatGmd, formatTime, toNoon, vendor } from '@flexpower/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from '../router/hooks.tsx'
import { useCall } from '../api/hooks/use-call.ts'
import { site } from '../api/site.ts'
import type { ChosenDay } from './DayFilter.tsx'
import { hasFailed } from './OverviewPanel.tsx'
import { paths } from '../paths.ts'
import { Panel, Stat, StatGroup } from '../ui/Card.tsx'

/** Next to the narrow menu there is no room for four amounts in a row, because dalasi amounts run into millions. */
const TWO_BY_TWO =
  'md:max-lg:grid-flow-row md:max-lg:grid-cols-2 md:max-lg:*:border-line md:max-lg:[&>:nth-child(odd)]:border-l-0 md:max-lg:[&>:nth-child(n+3)]:border-t'

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

  const ofDay = chosen && `On ${formatDay(toNoon(chosen.day))}`
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

/** Airtime next to cash power (D-07). If it cannot be read, the card says so quietly and shows no error. */
export function AirtimeFigures() {
  const daily = useCall(dashboard.airtimeDailySales, {})
  const monthly = useCall(dashboard.airtimeMonthlySales, {})
  const count = useCall(dashboard.airtimeTransactionCount, {})
  const isMissing = [daily, monthly, count].some(hasFailed)
  return (
    <Panel
      title="Air Power"
      flush
      actions={
        <Link className="link inline-flex min-h-11 items-center text-sm" to={paths.admin.airPower}>
          Sell airtime
        </Link>
      }
    >
      <dl className="grid gap-3 p-5 max-sm:p-4">
        <Line name="Air Power Daily Sale" query={daily} show={formatGmd} />
        <Line name="Air Power Monthly Sale" query={monthly} show={formatGmd} />
        <Line name="Air Power Transactions" query={count} show={formatCount} />
      </dl>
      {isMissing && (
        <p className="-mt-2 px-5 pb-4 text-sm text-ink-3 max-sm:px-4">Not available at the moment.</p>
      )}
    </Panel>
  )
}

interface LineProps<Value> {
  name: string
  query: UseQueryResult<Value>
  show: (value: Value) => string
}

function Line<Value>({ name, query, show }: LineProps<Value>) {
  const { data } = query
  const isLoading = data === undefined && !hasFailed(query)
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <dt className="text-sm font-medium text-ink-2">{name}</dt>
      <dd className={data === undefined ? 'text-ink-3' : 'font-semibold'} aria-busy={isLoading}>
        {data === undefined ? (isLoading ? 'Loading...' : '–') : show(data)}
      </dd>
    </div>
  )
}
