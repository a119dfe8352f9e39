// The list of airtime sales (AP-04): search and spreadsheet. A phone shows the same facts as cards.
import { type AirtimeSale, formatGmd } from '@flexpower/contract'
import { useMemo } from 'react'
import type { ListWindow } from '../../list/list-window.ts'
import { soldColumns } from '../sold-columns.tsx'
import type { OwnListView } from '../../list/list-view.ts'
import { ListTable } from '../../list/ListTable.tsx'
import { Button } from '../../ui/Button.tsx'
import type { Column } from '../../list/columns.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { fileColumns, headings } from './sales.ts'

interface AirtimeTableProps {
  list: ListWindow<AirtimeSale>
  view: OwnListView
  onNewSale: () => void
  /** For an Admin: what a sale cost us. */
  onShowCost?: ((sale: AirtimeSale) => void) | undefined
}

export function AirtimeTable({ list, view, onNewSale, onShowCost }: AirtimeTableProps) {
  const columns = useMemo(
    () => (onShowCost ? COLUMNS.map((column) => withCost(column, onShowCost)) : COLUMNS),
    [onShowCost],
  )
  return (
    <ListTable
      caption="Air power transactions"
      list={list}
      view={view}
      columns={columns}
      searchHint="Search by date, number, company, amount, cashier or location."
      failure="No sale is affected. It is tried again by itself in a moment."
      empty={
        <EmptyState
          icon="signal"
          title="No airtime sold yet"
          action={<Button onClick={onNewSale}>Make the first sale</Button>}
        >
          Every sale is listed here with its number and operator.
        </EmptyState>
      }
      file={{ name: 'air-power', columns: () => fileColumns }}
    />
  )
}

/** The vend amount is ours to pay, so it leads to what was paid. */
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

const COLUMNS: readonly Column<AirtimeSale>[] = [
  soldColumns.at,
  { id: 'phone', header: headings.phone, kind: 'strong', mobile: 'title', cell: ({ phone }) => phone },
  { id: 'operator', header: headings.operator, cell: ({ operator }) => operator },
  soldColumns.tendered,
  soldColumns.vended,
  soldColumns.cashierName,
  soldColumns.location,
]
