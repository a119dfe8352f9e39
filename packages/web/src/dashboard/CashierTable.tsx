// Who sold today and this month, best first, with their remaining float.
import { type Bututs, bututs, formatCount, formatGmd, type Overview, toDay } from '@flexpower/contract'
import { useMemo } from 'react'
import { Link } from '../router/hooks.tsx'
import { now } from '../lib/clock.ts'
import { buildReportPath, userRecord } from '../paths.ts'
import { Panel } from '../ui/Card.tsx'
import type { Column } from '../list/columns.tsx'
import { DataTable } from '../list/DataTable.tsx'
import { PagedTable } from '../list/PagedTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { hasFailed, type OverviewProps } from './OverviewPanel.tsx'

type CashierRow = Overview['cashiers'][number]

const SHOWN_WHOLE = 10

export function CashierTable({ query }: OverviewProps) {
  const rows = query.data?.cashiers
  const ofDay = query.data?.days.at(-1)?.tendered
  const columns = useMemo(() => buildColumns(rows ?? [], ofDay), [rows, ofDay])
  const today = toDay(now())
  const Table = rows && rows.length > SHOWN_WHOLE ? PagedTable : DataTable
  return (
    <Panel
      title="By cashier"
      flush
      actions={
        <Link className="link inline-flex min-h-11 items-center text-sm" to={buildReportPath(today)}>
          Report of today
        </Link>
      }
    >
      <Table
        caption="Sales by cashier today"
        className="data-tight"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        error={
          hasFailed(query)
            ? {
                message: 'No sale is affected. It is tried again automatically in a moment.',
                retry: () => void query.refetch(),
              }
            : undefined
        }
        empty={
          <EmptyState icon="user" title="No sales yet this month">
            Each cashier is listed here after the first sale.
          </EmptyState>
        }
      />
    </Panel>
  )
}

/** `ofDay` is what everybody sold. With many cashiers only the best are listed, and their sum must not look like the total. */
function buildColumns(rows: readonly CashierRow[], ofDay: Bututs | undefined): Column<CashierRow>[] {
  const sum = (value: (row: CashierRow) => number): Bututs =>
    bututs(rows.reduce((total, row) => total + value(row), 0))
  return [
    {
      id: 'name',
      header: 'Cashier',
      kind: 'strong',
      mobile: 'title',
      cell: ({ id, name }) => (
        <Link className="link inline-flex min-h-11 items-center" to={userRecord(id)}>
          {name}
        </Link>
      ),
      total: sum(({ tendered }) => tendered) === ofDay ? 'Total' : 'Total of these',
    },
    { id: 'location', header: 'Location', kind: 'muted', cell: ({ location }) => location },
    {
      id: 'sales',
      header: 'Sales',
      align: 'right',
      cell: ({ sales }) => formatCount(sales),
      total: formatCount(sum(({ sales }) => sales)),
    },
    {
      id: 'tendered',
      header: 'Tendered Amount',
      align: 'right',
      mobile: 'amount',
      cell: ({ tendered }) => formatGmd(tendered),
      total: formatGmd(sum(({ tendered }) => tendered)),
    },
    {
      id: 'month',
      header: 'This month',
      align: 'right',
      cell: ({ month }) => formatGmd(month),
      total: formatGmd(sum(({ month }) => month)),
    },
    {
      id: 'float',
      header: 'Float',
      align: 'right',
      cell: ({ float }) => (float === null ? 'House account' : formatGmd(float)),
      total: formatGmd(sum(({ float }) => float ?? 0)),
    },
  ]
}
