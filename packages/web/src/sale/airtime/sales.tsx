// Airtime sales from the server: how a sale ended, and the list (AP-04) with search and spreadsheet. A phone shows the
// same facts as cards.
import { airtime, type AirtimeSale, formatGmd } from '@flexpower/contract'
import { useMemo } from 'react'
import { call } from '../../api/client.ts'
import { type Column, textColumn } from '../../list/columns.tsx'
import type { OwnListView } from '../../list/list-view.ts'
import type { ListWindow } from '../../list/list-window.ts'
import { ListTable } from '../../list/ListTable.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { ProductSales } from '../product.ts'
import { soldColumns } from '../sold-columns.tsx'

export const airtimeSales: ProductSales<AirtimeSale> = {
  lists: [airtime.list],
  readStatus: (reference) => call(airtime.status, { reference }),
  describe: (sale) => ({
    title: `${formatGmd(sale.tendered)} has reached ${sale.operator} number ${sale.phone}`,
    text: `Sale ${sale.transactionId}. Tell the customer.`,
  }),
}

interface AirtimeTableProps {
  list: ListWindow<AirtimeSale>
  view: OwnListView
  onNewSale: () => void
  /** For an Admin: what a sale cost us. */
  onShowCost?: ((sale: AirtimeSale) => void) | undefined
}

export function AirtimeTable({ list, view, onNewSale, onShowCost }: AirtimeTableProps) {
  const columns = useMemo(
    () => (onShowCost ? airtimeColumns.map((column) => withCost(column, onShowCost)) : airtimeColumns),
    [onShowCost],
  )
  return (
    <ListTable
      caption="Air power transactions"
      list={list}
      view={view}
      columns={columns}
      searchHint="Search by date, number, company, amount, cashier or location."
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

/** AP-04. */
export const airtimeColumns: readonly Column<AirtimeSale>[] = [
  soldColumns.at,
  textColumn('phone', 'Mobile Number', ({ phone }) => phone, { kind: 'strong', mobile: 'title' }),
  textColumn('operator', 'Company', ({ operator }) => operator),
  soldColumns.tendered,
  soldColumns.vended,
  soldColumns.cashierName,
  soldColumns.location,
]
