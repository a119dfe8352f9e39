// The list of cash power sales (CP-10 to CP-13): search, spreadsheet, and a receipt for every row. A phone shows the same
// facts as cards.
import { type ElectricitySale, formatDay, formatGmd, formatTime, formatToken } from '@flexpower/contract'
import { useMemo } from 'react'
import type { ListOrder, ListWindow } from '../api/list-window.ts'
import { ListTable } from '../shell/ListTable.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import type { Column } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useWideScreen } from '../ui/use-wide-screen.ts'
import { loadOnDemand } from './load-on-demand.ts'
import { headings } from './sale-rows.ts'

export interface RowActions {
  onPrint: (sale: ElectricitySale) => void
  onShow: (sale: ElectricitySale) => void
}

interface SalesTableProps extends RowActions {
  list: ListWindow<ElectricitySale>
  withLocation: boolean
  term: string
  onSearch: (term: string) => void
  order: ListOrder
  onOrder: (order: ListOrder) => void
  onNewSale: () => void
}

export function SalesTable(props: SalesTableProps) {
  const { list, withLocation, onPrint, onShow, order, onOrder } = props
  const isWide = useWideScreen()
  const columns = useMemo(
    () =>
      isWide
        ? tableColumns({ onPrint, onShow }, withLocation, {
            order: order === 'newest' ? 'descending' : 'ascending',
            onToggle: () => onOrder(order === 'newest' ? 'oldest' : 'newest'),
          })
        : cardColumns({ onPrint, onShow }, withLocation),
    [isWide, onPrint, onShow, withLocation, order, onOrder],
  )
  return (
    <ListTable
      caption="Cash power transactions"
      className={TIGHT}
      list={list}
      columns={columns}
      rowKey={({ id }) => id}
      term={props.term}
      onSearch={props.onSearch}
      searchHint="Search by date, name, meter, amount, token, cashier or transaction."
      failure="No sale is affected. It is tried again by itself in a moment."
      empty={
        <EmptyState
          icon="bolt"
          title="No sales yet"
          action={<Button onClick={props.onNewSale}>Make the first sale</Button>}
        >
          Every sale stands here with its token, to be printed again at any time.
        </EmptyState>
      }
      file={{
        name: 'cash-power',
        columns: async () => (await loadOnDemand()).saleFileColumns(withLocation),
      }}
    />
  )
}

/** Ten columns and more: the air between them is what an ordinary screen can spare. */
const TIGHT =
  '[&_td:not(:first-child,:last-child)]:px-1.5 [&_th:not(:first-child,:last-child)]:px-1.5 [&_:is(td,th):last-child]:pr-4 [&_:is(td,th):last-child]:pl-1.5 [&_th.is-right]:max-w-21'

function tableColumns(
  { onPrint, onShow }: RowActions,
  withLocation: boolean,
  sort: Column<ElectricitySale>['sort'],
): Column<ElectricitySale>[] {
  const location: Column<ElectricitySale> = {
    id: 'location',
    header: headings.location,
    cell: (sale) => sale.location,
  }
  return [
    {
      id: 'action',
      header: 'Action',
      kind: 'action',
      cell: (sale) => (
        <IconButton
          icon="print"
          label={`Print receipt of ${sale.customerName}`}
          onClick={() => onPrint(sale)}
        />
      ),
    },
    {
      id: 'at',
      header: headings.at,
      sort,
      cell: ({ at }) => (
        <span className="whitespace-nowrap">
          {formatDay(at)} <span className="cell-note">{formatTime(at)}</span>
        </span>
      ),
    },
    { id: 'customer', header: headings.customerName, kind: 'strong', cell: (sale) => sale.customerName },
    { id: 'meter', header: headings.meter, cell: (sale) => sale.meter },
    amountColumn('tendered'),
    amountColumn('vended'),
    { ...amountColumn('fee'), kind: 'muted' },
    { id: 'tokens', header: headings.tokens, cell: (sale) => <Tokens sale={sale} onShow={onShow} /> },
    { id: 'cashier', header: headings.cashierName, cell: (sale) => sale.cashierName },
    ...(withLocation ? [location] : []),
    {
      id: 'transaction',
      header: headings.transactionId,
      kind: 'muted',
      cell: (sale) => <span className="whitespace-nowrap">{sale.transactionId}</span>,
    },
  ]
}

const amountColumn = (name: 'tendered' | 'vended' | 'fee'): Column<ElectricitySale> => ({
  id: name,
  header: headings[name],
  align: 'right',
  cell: (sale) => formatGmd(sale[name]),
})

function cardColumns({ onPrint, onShow }: RowActions, withLocation: boolean): Column<ElectricitySale>[] {
  return [
    { id: 'customer', header: headings.customerName, mobile: 'title', cell: (sale) => sale.customerName },
    { id: 'tendered', header: headings.tendered, mobile: 'amount', cell: (sale) => formatGmd(sale.tendered) },
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
        <p className="flex flex-wrap justify-between gap-x-3 text-sm text-ink-2">
          <span>Meter {sale.meter}</span>
          <span>
            {formatDay(sale.at)}, {formatTime(sale.at)}
          </span>
        </p>
      ),
    },
    {
      id: 'vended',
      header: headings.vended,
      mobile: 'block',
      cell: (sale) => (
        <p className="text-sm text-ink-2">
          Vend {formatGmd(sale.vended)}, fee {formatGmd(sale.fee)}
        </p>
      ),
    },
    {
      id: 'cashier',
      header: headings.cashierName,
      cell: (sale) => (withLocation ? `${sale.cashierName}, ${sale.location}` : sale.cashierName),
    },
    { id: 'transaction', header: headings.transactionId, cell: (sale) => sale.transactionId },
    {
      id: 'action',
      header: 'Action',
      kind: 'action',
      cell: (sale) => (
        <Button
          variant="ghost"
          icon="print"
          className="text-sm text-primary-text"
          aria-label={`Print receipt of ${sale.customerName}`}
          onClick={() => onPrint(sale)}
        >
          Print
        </Button>
      ),
    },
  ]
}

/** CP-11: every token of the sale, in the order of entry; the last is the electricity. */
function Tokens({ sale, onShow }: { sale: ElectricitySale; onShow: RowActions['onShow'] }) {
  if (sale.tokens.length === 0) return <span className="text-ink-3">No token, arrears only</span>
  return (
    <button
      type="button"
      title="Show the token"
      className="token-cell min-h-6 rounded-sm text-left hover:underline"
      onClick={() => onShow(sale)}
    >
      {sale.tokens.map((token, index) => (
        <span
          key={token}
          className={`block ${index < sale.tokens.length - 1 ? 'font-normal text-ink-2' : ''}`}
        >
          {formatToken(token)}
        </span>
      ))}
    </button>
  )
}
