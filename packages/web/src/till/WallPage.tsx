// Every cashier on one screen, for an Admin, read again by itself: who needs attention first, and each figure with its rows.
import { type Answer, bututs, formatGmd, formatTime, till, toDay, type WallRow } from '@flexpower/contract'
import { useMemo } from 'react'
import { Link } from '../router/hooks.tsx'
import { describeCall, readAhead, useCall } from '../api/hooks/use-call.ts'
import { DataTable } from '../list/DataTable.tsx'
import { paths } from '../paths.ts'
import { Stat, StatGroup } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { buildWallColumns } from './wall-columns.tsx'

const FRESH_MS = 10_000

type Wall = Answer<typeof till.wall>

export function WallPage() {
  const query = useCall(till.wall, {}, { pollMs: () => FRESH_MS })
  const { data } = query
  const from = data?.differencesFrom ?? ''
  const today = data ? toDay(data.asOf) : ''
  const columns = useMemo(() => buildWallColumns(from, today), [from, today])
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <p className="text-lg font-medium">
          Now {data && <span className="font-normal text-ink-3">at {formatTime(data.asOf)}</span>}
        </p>
        <Link className="link inline-flex min-h-11 items-center" to={paths.admin.tillSessions}>
          All shifts
        </Link>
      </div>
      <Together wall={data} />
      <DataTable
        caption="Every cashier now"
        className="data-tight"
        columns={columns}
        rows={data?.cashiers}
        rowKey={({ cashier }) => cashier}
        error={
          data === undefined && query.errorUpdateCount > 0
            ? {
                message: 'No sale and no drawer is affected. It is tried again automatically in a moment.',
                retry: () => void query.refetch(),
              }
            : undefined
        }
        empty={
          <EmptyState icon="user" title="No cashier yet">
            Add cashiers under User.
          </EmptyState>
        }
      />
    </>
  )
}
WallPage.readAhead = () => readAhead([describeCall(till.wall, {})])

/** The figures of all cashiers. */
function Together({ wall }: { wall: Wall | undefined }) {
  const rows = wall?.cashiers ?? []
  const loading = wall === undefined
  const count = (is: (row: WallRow) => boolean): string => rows.filter(is).length.toLocaleString('en')
  const sum = (pick: (row: WallRow) => number): string =>
    formatGmd(bututs(rows.reduce((total, row) => total + pick(row), 0)))
  return (
    <StatGroup label="All cashiers">
      <Stat
        label="Need attention"
        loading={loading}
        value={count(({ attention }) => attention.length > 0)}
        note={`of ${rows.length.toLocaleString('en')} cashiers`}
      />
      <Stat
        label="Selling now"
        loading={loading}
        value={count(({ isSelling }) => isSelling)}
        note="A sale in the last 5 minutes"
      />
      <Stat
        label="Cash in drawers"
        loading={loading}
        value={sum(({ session }) => session?.expected ?? 0)}
        note={`Expected in ${count(({ session }) => session !== null)} open shifts`}
      />
      <Stat
        label="Short"
        loading={loading}
        value={sum(({ short }) => short.amount)}
        note="In the last 30 days"
      />
    </StatGroup>
  )
}
