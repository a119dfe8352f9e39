// Cash power sales from the server: how a sale ended, and the list (CP-10 to CP-13) with search, spreadsheet and a
// receipt for every row. A phone shows the same facts as cards.
import {
  electricity,
  type ElectricitySale,
  formatDay,
  formatGmd,
  formatTime,
  formatToken,
} from '@flexpower/contract'
import { useMemo } from 'react'
import { call } from '../../api/client.ts'
import type { Column, FileColumns } from '../../list/columns.tsx'
import type { OwnListView } from '../../list/list-view.ts'
import type { ListWindow } from '../../list/list-window.ts'
import { ListTable } from '../../list/ListTable.tsx'
import { Link } from '../../router/hooks.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useWideScreen } from '../../ui/use-browser.ts'
import type { ProductSales } from '../product.ts'
import { moneyColumn, printColumn, SaleLink, soldColumns, soldHeadings } from '../sold-columns.tsx'

export const electricitySales: ProductSales<ElectricitySale> = {
  lists: [electricity.list, electricity.listOf],
  readStatus: (reference, options) => call(electricity.status, { reference }, options),
  describe: (sale) => ({
    title: `The token for ${sale.customerName} has come: ${formatGmd(sale.tendered)}`,
    text: `Meter ${sale.meter}, receipt ${sale.receiptNumber}. Give it to the customer.`,
  }),
}

/** CP-10, and CP-13 for a cashier: the table and the file have the same columns, except Action. */
export const headings = {
  at: soldHeadings.at,
  customerName: 'Customer Name',
  meter: 'Meter Number',
  tendered: soldHeadings.tendered,
  vended: soldHeadings.vended,
  fee: 'Fee',
  tokens: 'List Token',
  cashierName: soldHeadings.cashierName,
  location: soldHeadings.location,
  transactionId: 'Transaction ID',
} as const

interface RowActions {
  onPrint: (sale: ElectricitySale) => void
  onShow: (sale: ElectricitySale) => void
}

interface ElectricityTableProps extends RowActions {
  list: ListWindow<ElectricitySale>
  view: OwnListView
  withLocation: boolean
  loadFileColumns: () => Promise<FileColumns<ElectricitySale>>
  onNewSale: () => void
}

export function ElectricityTable(props: ElectricityTableProps) {
  const { list, view, withLocation, loadFileColumns, onPrint, onShow, onNewSale } = props
  const isWide = useWideScreen()
  const columns = useMemo(
    () => (isWide ? listColumns : listCardColumns)({ onPrint, onShow }, withLocation),
    [isWide, onPrint, onShow, withLocation],
  )
  return (
    <ListTable
      caption="Cash power transactions"
      className="data-tight"
      list={list}
      view={view}
      columns={columns}
      searchHint="Search by date, name, meter, amount, token, cashier, transaction or receipt code."
      failure="No sale is affected. It is tried again automatically in a moment."
      empty={
        <EmptyState
          icon="bolt"
          title="No sales yet"
          action={<Button onClick={onNewSale}>Make the first sale</Button>}
        >
          Every sale is listed here with its token, to print again.
        </EmptyState>
      }
      file={{
        name: 'cash-power',
        columns: loadFileColumns,
      }}
    />
  )
}

function listColumns({ onPrint, onShow }: RowActions, withLocation: boolean): Column<ElectricitySale>[] {
  return [
    printColumn(true, onPrint, nameCustomer),
    soldColumns.at,
    { id: 'customer', header: headings.customerName, kind: 'strong', cell: (sale) => sale.customerName },
    {
      id: 'meter',
      header: headings.meter,
      cell: ({ meter }) => (
        <Link className="cell-link whitespace-nowrap" title="All sales of this meter" to={`?search=${meter}`}>
          {meter}
        </Link>
      ),
    },
    soldColumns.tendered,
    soldColumns.vended,
    { ...moneyColumn('fee', headings.fee), kind: 'muted' },
    { id: 'tokens', header: headings.tokens, cell: (sale) => <Tokens sale={sale} onShow={onShow} /> },
    soldColumns.cashierName,
    ...(withLocation ? [soldColumns.location] : []),
    {
      id: 'transaction',
      header: headings.transactionId,
      kind: 'muted',
      // Breaks at its dashes, into two lines.
      cell: (sale) => <span className="inline-block min-w-23 text-xs">{sale.transactionId}</span>,
    },
  ]
}

function listCardColumns({ onPrint, onShow }: RowActions, withLocation: boolean): Column<ElectricitySale>[] {
  return [
    { id: 'customer', header: headings.customerName, mobile: 'title', cell: (sale) => sale.customerName },
    soldColumns.tendered,
    {
      id: 'tokens',
      header: headings.tokens,
      mobile: 'block',
      cell: (sale) => <Tokens sale={sale} onShow={onShow} />,
    },
    {
      id: 'meter',
      header: headings.meter,
      mobile: 'block',
      cell: (sale) => (
        <p className="card-line">
          <span>Meter {sale.meter}</span>
          <SaleLink id={sale.id}>
            {formatDay(sale.at)}, {formatTime(sale.at)}
          </SaleLink>
        </p>
      ),
    },
    {
      id: 'vended',
      header: headings.vended,
      mobile: 'block',
      cell: (sale) => (
        <p className="card-line">
          <span>Vend {formatGmd(sale.vended)}</span>
          <span>Fee {formatGmd(sale.fee)}</span>
        </p>
      ),
    },
    {
      id: 'cashier',
      header: headings.cashierName,
      cell: (sale) => (withLocation ? `${sale.cashierName}, ${sale.location}` : sale.cashierName),
    },
    { id: 'transaction', header: headings.transactionId, cell: (sale) => sale.transactionId },
    printColumn(false, onPrint, nameCustomer),
  ]
}

const nameCustomer = (sale: ElectricitySale) => sale.customerName

/** CP-11: every token of the sale, in the order of entry. The last one is the electricity. */
function Tokens({ sale, onShow }: { sale: ElectricitySale; onShow: RowActions['onShow'] }) {
  if (sale.tokens.length === 0) return <span className="text-ink-3">No token, arrears only</span>
  return (
    <button type="button" title="Show the token" className="token-cell" onClick={() => onShow(sale)}>
      {sale.tokens.map((token) => (
        <span key={token}>{formatToken(token)}</span>
      ))}
    </button>
  )
}
