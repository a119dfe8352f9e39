// The utility's purchases, each next to our own sale (E-08). Differences are marked by text and shape, then by colour.
import { formatDay, formatGmd, formatTime, type Purchase } from '@flexpower/contract'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { downloadCsv } from '../list/later/csv.ts'
import { buildTableCsv } from '../list/later/list-file.ts'
import { useUrlValue } from '../list/list-view.ts'
import { salesFound } from '../paths.ts'
import { type Column, momentColumn } from '../list/columns.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Segment } from '../ui/form/Choice.tsx'
import { PagedTable } from '../list/PagedTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useWideScreen } from '../ui/use-browser.ts'
import { gapWords } from './difference-words.ts'
import { formatUnits, headings, isDifference, matchSigns, purchaseFileColumns } from './purchase-rows.ts'
import { NO_DATA } from './use-enquiry.ts'

interface PurchasesTableProps {
  rows: readonly Purchase[] | undefined
  fileName: string
  noData: string
}

const SHOWN = [
  { value: '', label: 'All' },
  { value: 'differences', label: 'Differences' },
]

export function PurchasesTable({ rows, fileName, noData }: PurchasesTableProps) {
  const isWide = useWideScreen()
  const [shown, setShown] = useUrlValue('show')
  const isNarrowed = shown === 'differences'
  const found = useMemo(() => (isNarrowed ? rows?.filter(isDifference) : rows), [rows, isNarrowed])
  return (
    <PagedTable
      caption="Purchases at the utility"
      className="data-tight"
      columns={isWide ? tableColumns : cardColumns}
      rows={found}
      rowKey={({ transactionId }) => transactionId}
      resetKey={`${fileName} ${shown}`}
      empty={
        rows?.length === 0 ? (
          <EmptyState icon="search" title={NO_DATA}>
            {noData}
          </EmptyState>
        ) : (
          <EmptyState
            icon="check"
            title="No differences"
            action={<Button onClick={() => setShown('')}>Show all</Button>}
          >
            Every purchase of this enquiry is in our books with the same amount.
          </EmptyState>
        )
      }
      toolbar={
        <>
          <Segment
            label="Shown"
            options={SHOWN}
            value={isNarrowed ? 'differences' : ''}
            onChange={setShown}
          />
          <Button
            icon="download"
            className="ml-auto"
            disabled={rows === undefined}
            onClick={() => downloadCsv(fileName, buildTableCsv(purchaseFileColumns, found ?? []))}
          >
            CSV
          </Button>
        </>
      }
    />
  )
}

const tableColumns: readonly Column<Purchase>[] = [
  momentColumn,
  {
    id: 'customer',
    header: headings.customerName,
    kind: 'strong',
    cell: (row) => (
      <>
        {row.customerName}
        <span className="cell-note whitespace-nowrap">
          {headings.account} {row.account}
        </span>
      </>
    ),
  },
  { id: 'meter', header: headings.meter, cell: (row) => row.meter },
  { id: 'amount', header: headings.amount, align: 'right', cell: (row) => formatGmd(row.amount) },
  { id: 'match', header: headings.match, cell: (row) => <Ours row={row} /> },
  { id: 'units', header: headings.units, align: 'right', cell: (row) => formatUnits(row.units) },
  {
    id: 'unitsAmount',
    header: headings.unitsAmount,
    align: 'right',
    cell: (row) => formatGmd(row.unitsAmount),
  },
  { id: 'cashier', header: headings.cashierName, cell: (row) => row.cashierName },
  {
    id: 'receipt',
    header: `${headings.receipt}, ${headings.transactionId}`,
    kind: 'muted',
    cell: (row) => (
      <>
        {row.receipt}
        <span className="cell-note">{row.transactionId}</span>
      </>
    ),
  },
]

const cardColumns: readonly Column<Purchase>[] = [
  { id: 'customer', header: headings.customerName, mobile: 'title', cell: (row) => row.customerName },
  { id: 'amount', header: headings.amount, mobile: 'amount', cell: (row) => formatGmd(row.amount) },
  { id: 'match', header: headings.match, mobile: 'block', cell: (row) => <Ours row={row} /> },
  {
    id: 'meter',
    header: headings.meter,
    mobile: 'block',
    cell: (row) => (
      <p className="card-line">
        <span>Meter {row.meter}</span>
        <span>
          {formatDay(row.at)}, {formatTime(row.at)}
        </span>
      </p>
    ),
  },
  { id: 'units', header: headings.units, cell: (row) => formatUnits(row.units) },
  { id: 'unitsAmount', header: headings.unitsAmount, cell: (row) => formatGmd(row.unitsAmount) },
  { id: 'cashier', header: headings.cashierName, cell: (row) => row.cashierName },
  { id: 'receipt', header: headings.receipt, cell: (row) => row.receipt },
  { id: 'account', header: headings.account, cell: (row) => row.account },
  { id: 'transaction', header: headings.transactionId, cell: (row) => row.transactionId },
]

/** The comparison, and a link to our own sale. An open sale is not in any list of sales yet. */
function Ours({ row: { match, amount, sale } }: { row: Purchase }) {
  const { tone, words } = matchSigns[match]
  const gap = gapWords(sale?.vended ?? null, amount)
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 py-1 md:max-w-50">
      <Badge tone={tone}>{words}</Badge>
      {sale !== null &&
        (match === 'still open here' ? (
          <span className="whitespace-nowrap text-ink-2">{formatGmd(sale.vended)}</span>
        ) : (
          <Link
            className="link inline-flex min-h-6 items-center whitespace-nowrap max-md:min-h-11"
            to={salesFound(sale.reference)}
            aria-label={`Our sale ${sale.reference}, ${formatGmd(sale.vended)}`}
          >
            {formatGmd(sale.vended)}
          </Link>
        ))}
      {gap !== null && <span className="text-sm text-danger">{gap}</span>}
      {match === 'one of several' && (
        <span className="text-sm text-ink-2">It cannot be matched to one of our equal sales.</span>
      )}
    </span>
  )
}
