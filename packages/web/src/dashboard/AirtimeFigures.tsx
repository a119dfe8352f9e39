// Airtime beside cash power (D-07). What cannot be fetched is no error on screen: the card says so quietly.
import { dashboard, formatGmd } from '@flexpower/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useCall } from '../api/hooks/use-call.ts'
import { paths } from '../paths.ts'
import { Panel } from '../ui/Card.tsx'
import { hasFailed } from './has-failed.ts'

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
        <Line name="Air Power Transactions" query={count} show={(value) => value.toLocaleString('en')} />
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
