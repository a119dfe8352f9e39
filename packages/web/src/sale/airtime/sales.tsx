// Airtime sales from the server: how a sale ended, and the list (AP-04) with search and spreadsheet. A phone shows the
// same facts as cards.
import { airtime, type AirtimeSale, formatGmd } from '@flexpower/contract'
import { useMemo } from 'react'
import { call } from '../../api/client.ts'
import { type Column, textColumn } from '../../list/columns.tsx'
import type { OwnListView } from '../../list/list-view.ts'
import type { ListWindow } from '../../list/list-window.ts'
import { ListTable } from '../../list/ListTable.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useWideScreen } from '../../ui/use-browser.ts'
import type { ProductSales } from '../product.ts'
import { printColumn, soldColumns } from '../sold-columns.tsx'

export const airtimeSales: ProductSales<AirtimeSale> = {
  lists: [airtime.list],
  readStatus: (reference, options) => call(airtime.status, { reference }, options),
  describe: (sale) => ({
    title: `${formatGmd(sale.tendered)} has reached ${sale.operator} number ${sale.phone}`,
    text: `Sale ${sale.transactionId}. Tell the customer.`,
  }),
}

interface AirtimeTableProps {
  list: ListWindow<AirtimeSale>
  view: OwnListView
  onPrint: (sale: AirtimeSale) => void
  onNewSale: () => void
  /** For an Admin: what a sale cost us. */
  onShowCost?: ((sale: AirtimeSale) => void) | undefined
}

export function AirtimeTable({ list, view, onPrint, onNewSale, onShowCost }: AirtimeTableProps) {
  const isWide = useWideScreen()
  const columns = useMemo(() => {
    const shown = airtimeColumns.map((column) => (onShowCost ? withCost(column, onShowCost) : column))
    return isWide
      ? shown.map((column) => withPrint(column, onPrint))
      : [...shown, printColumn(false, onPrint, ({ phone }: AirtimeSale) => phone)]
  }, [isWide, onShowCost, onPrint])
  return (
    <ListTable
      caption="Air power transactions"
      list={list}
      view={view}
      columns={columns}
      searchHint="Search by date, number, company, amount, cashier, location or receipt code."
      failure="No sale is affected. It is tried again automatically in a moment."
      empty={
        <EmptyState
          icon="signal"
          title="No airtime sold yet"
          action={<Button onClick={onNewSale}>Make the first sale</Button>}
        >
          Every sale is listed here with its number and operator.
        </EmptyState>
      }
      file={{ name: 'air-power' }}
    />
  )
}

/** We pay the vend amount, so it links to the actual cost. */
const withCost = (
  column: Column<AirtimeSale>,
  onShowCost: (sale: AirtimeSale) => void,
): Column<AirtimeSale> =>
  column.id !== soldColumns.vended.id
    ? column
    : {
        ...column,
        cell: (sale) => (
          <button
            type="button"
            className="link"
            aria-label={`${formatGmd(sale.vended)}, what ${sale.phone} cost us`}
            onClick={() => onShowCost(sale)}
          >
            {column.cell(sale)}
          </button>
        ),
      }

/** AP-04 has no column for actions, so in the table the receipt is printed from beside the number. */
const withPrint = (column: Column<AirtimeSale>, onPrint: (sale: AirtimeSale) => void): Column<AirtimeSale> =>
  column.id !== PHONE
    ? column
    : {
        ...column,
        cell: (sale) => (
          <span className="inline-flex items-center gap-1">
            {sale.phone}
            <IconButton
              icon="print"
              size={16}
              label={`Print receipt of ${sale.phone}`}
              className="-my-2"
              onClick={() => onPrint(sale)}
            />
          </span>
        ),
      }

const PHONE = 'phone'

/** AP-04. */
export const airtimeColumns: readonly Column<AirtimeSale>[] = [
  soldColumns.at,
  textColumn(PHONE, 'Mobile Number', ({ phone }) => phone, { kind: 'strong', mobile: 'title' }),
  textColumn('operator', 'Company', ({ operator }) => operator),
  soldColumns.tendered,
  soldColumns.vended,
  soldColumns.cashierName,
  soldColumns.location,
]
