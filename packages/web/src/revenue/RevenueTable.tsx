// The rows of a report, and the same by product: with files and a printed sheet.
import {
  formatCount,
  formatDay,
  formatGmd,
  groupings,
  productTitles,
  revenue,
  type RevenueReport,
  type RevenueRow,
  toDalasi,
  toNoon,
} from '@flexpower/contract'
import { useMemo } from 'react'
import { callForFile } from '../api/client.ts'
import type { Column } from '../list/columns.tsx'
import { DataTable } from '../list/DataTable.tsx'
import { PagedTable } from '../list/PagedTable.tsx'
import { Link } from '../router/hooks.tsx'
import { Panel } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import type { AskedRevenue } from './asked-revenue.ts'
import { FileButtons } from './FileButtons.tsx'
import { printSheet, showEdge } from '../layout/later/PaperSheet.tsx'
import { buildRowPath, changeText } from './revenue-rows.ts'

type Compared = Pick<RevenueRow, 'now' | 'before'>

const amount = <Row extends Compared>(
  id: string,
  header: string,
  pick: (row: Row) => RevenueRow['now']['revenue'],
  more: Partial<Column<Row>> = {},
): Column<Row> => ({
  id,
  header,
  align: 'right',
  cell: (row) => formatGmd(pick(row)),
  file: (row) => toDalasi(pick(row)),
  ...more,
})

const figureColumns = <Row extends Compared>(): Column<Row>[] => [
  {
    id: 'sales',
    header: 'Sales',
    align: 'right',
    cell: ({ now }) => formatCount(now.sales),
    file: ({ now }) => now.sales,
  },
  amount('sold', 'Sold', ({ now }) => now.tendered),
  amount('fees', 'Fees', ({ now }) => now.fees),
  amount('commission', 'Commission', ({ now }) => now.commissions),
  amount('revenue', 'Revenue', ({ now }) => now.revenue, { mobile: 'amount' }),
  amount('before', 'Revenue before', ({ before }) => before.revenue, { kind: 'muted' }),
  {
    id: 'change',
    header: 'Change',
    align: 'right',
    cell: ({ now, before }) => changeText(now, before, 'revenue'),
    file: ({ now, before }) => changeText(now, before, 'revenue'),
  },
]

/** Without links: for files and for paper. */
const plainColumns = (header: string): Column<RevenueRow>[] => [
  { id: 'name', header, mobile: 'title', cell: ({ name }) => name, file: ({ name }) => name },
  ...figureColumns<RevenueRow>(),
]

const addUp = ({ total }: RevenueReport): RevenueRow => ({
  key: '',
  name: 'Total',
  from: null,
  to: null,
  ...total,
})

const linkedColumns = (
  header: string,
  asked: AskedRevenue,
  report: RevenueReport | undefined,
): Column<RevenueRow>[] =>
  plainColumns(header).map((column) => ({
    ...column,
    total: report && column.cell(addUp(report)),
    ...(column.id === 'name' && {
      cell: (row: RevenueRow) => (
        <Link className="link" to={buildRowPath(row, asked)}>
          {row.name}
        </Link>
      ),
    }),
  }))

interface RevenueTableProps {
  asked: AskedRevenue
  report: RevenueReport | undefined
  isBehind: boolean
}

export function RevenueTable({ asked, report, isBehind }: RevenueTableProps) {
  const header = groupings[asked.grouping]
  const columns = useMemo(() => linkedColumns(header, asked, report), [header, asked, report])
  return (
    <PagedTable
      caption={`Report by ${header.toLowerCase()}`}
      columns={columns}
      rows={report?.rows}
      rowKey={({ key }) => key}
      resetKey={asked}
      isBehind={isBehind}
      empty={
        <EmptyState icon="report" title="No sales in this period">
          Nor in the one before. Choose other days above.
        </EmptyState>
      }
      toolbar={
        <FileButtons
          name={`revenue-by-${asked.grouping}-${asked.from}-${asked.to}`}
          columns={columns}
          rows={report?.rows}
          readPdf={() => callForFile(revenue.reportFile, asked)}
          print={() => report !== undefined && printReport(asked, report)}
        />
      }
    />
  )
}

const showDays = (from: RevenueReport['from'], to: RevenueReport['to']) =>
  from === to ? formatDay(toNoon(from)) : `${formatDay(toNoon(from))} to ${formatDay(toNoon(to))}`

function printReport({ grouping }: AskedRevenue, report: RevenueReport): boolean {
  const { now } = report.total
  const columns = plainColumns(groupings[grouping])
  return printSheet<RevenueRow>({
    title: `Revenue by ${groupings[grouping].toLowerCase()}`,
    about: [showDays(report.from, report.to), `Before: ${showDays(report.beforeFrom, report.beforeTo)}`],
    totals: [
      ['Sales', formatCount(now.sales)],
      ['Sold', formatGmd(now.tendered)],
      ['Revenue', formatGmd(now.revenue)],
    ],
    columns,
    rows: report.rows,
    rowKey: ({ key }) => key,
    after: showEdge(columns, addUp(report)),
    note: 'Revenue is the fee less the cashier’s commission.',
  })
}

type ProductRow = RevenueReport['products'][number]

const productColumns: readonly Column<ProductRow>[] = [
  {
    id: 'product',
    header: 'Product',
    kind: 'strong',
    mobile: 'title',
    cell: ({ product }) => productTitles[product],
  },
  ...figureColumns<ProductRow>(),
]

export const ProductTable = ({ report }: { report: RevenueReport }) => (
  <Panel title="By product" flush>
    <DataTable
      caption="By product"
      className="border-0!"
      columns={productColumns}
      rows={report.products}
      rowKey={({ product }) => product}
      empty={null}
    />
  </Panel>
)
