// The list of payments (PP-04, PP-05): search, spreadsheet, and a receipt for every row. A phone shows the same facts as cards.
import type { PostpaidPayment } from '@flexpower/contract'
import { useMemo } from 'react'
import type { ListWindow } from '../../list/list-window.ts'
import { printColumn, soldColumns } from '../sold-columns.tsx'
import type { OwnListView } from '../../list/list-view.ts'
import { ListTable } from '../../list/ListTable.tsx'
import { Button } from '../../ui/Button.tsx'
import type { Column } from '../../list/columns.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { fileColumns, headings } from './sales.ts'

interface PostpaidTableProps {
  list: ListWindow<PostpaidPayment>
  view: OwnListView
  onPrint: (payment: PostpaidPayment) => void
  onNewPayment: () => void
}

export function PostpaidTable({ list, view, onPrint, onNewPayment }: PostpaidTableProps) {
  const columns = useMemo(() => listColumns(onPrint), [onPrint])
  return (
    <ListTable
      caption="Post paid transactions"
      list={list}
      view={view}
      columns={columns}
      searchHint="Search by date, name, account, amount, token, cashier or location."
      failure="No payment is affected. It is tried again by itself in a moment."
      empty={
        <EmptyState
          icon="bill"
          title="No bill paid yet"
          action={<Button onClick={onNewPayment}>Take the first payment</Button>}
        >
          Every payment stands here with its receipt, to be printed again at any time.
        </EmptyState>
      }
      file={{ name: 'post-paid', columns: () => fileColumns }}
    />
  )
}

const listColumns = (onPrint: (payment: PostpaidPayment) => void): Column<PostpaidPayment>[] => [
  printColumn(onPrint),
  soldColumns.at,
  {
    id: 'customer',
    header: headings.customerName,
    kind: 'strong',
    mobile: 'title',
    cell: ({ customerName }) => customerName,
  },
  { id: 'account', header: headings.accountReference, cell: ({ accountReference }) => accountReference },
  soldColumns.tendered,
  soldColumns.vended,
  { id: 'token', header: headings.receiptToken, cell: ({ receiptToken }) => receiptToken },
  soldColumns.cashierName,
  soldColumns.location,
]
