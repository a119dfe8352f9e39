// Bill payments from the server: how a payment ended, and the list (PP-04, PP-05) with search, spreadsheet and a
// receipt for every row. A phone shows the same facts as cards.
import { formatGmd, postpaid, type PostpaidPayment } from '@flexpower/contract'
import { useMemo } from 'react'
import { call } from '../../api/client.ts'
import { type Column, textColumn } from '../../list/columns.tsx'
import type { OwnListView } from '../../list/list-view.ts'
import type { ListWindow } from '../../list/list-window.ts'
import { ListTable } from '../../list/ListTable.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useWideScreen } from '../../ui/use-browser.ts'
import type { ProductSales } from '../product.ts'
import { printColumn, soldColumns } from '../sold-columns.tsx'

export const postpaidSales: ProductSales<PostpaidPayment> = {
  lists: [postpaid.list],
  readStatus: (reference, options) => call(postpaid.status, { reference }, options),
  describe: (payment) => ({
    title: `The bill of ${payment.customerName} is paid: ${formatGmd(payment.tendered)}`,
    text: `Account ${payment.accountReference}, receipt ${payment.receiptNumber}. Give it to the customer.`,
  }),
}

interface PostpaidTableProps {
  list: ListWindow<PostpaidPayment>
  view: OwnListView
  onPrint: (payment: PostpaidPayment) => void
  onNewPayment: () => void
}

export function PostpaidTable({ list, view, onPrint, onNewPayment }: PostpaidTableProps) {
  const isWide = useWideScreen()
  const columns = useMemo(() => listColumns(isWide, onPrint), [isWide, onPrint])
  return (
    <ListTable
      caption="Post paid transactions"
      list={list}
      view={view}
      columns={columns}
      searchHint="Search by date, name, account, amount, token, cashier, location or receipt code."
      failure="No payment is affected. It is tried again automatically in a moment."
      empty={
        <EmptyState
          icon="bill"
          title="No bill paid yet"
          action={<Button onClick={onNewPayment}>Take the first payment</Button>}
        >
          Every payment is listed here with its receipt, and can be printed again at any time.
        </EmptyState>
      }
      file={{ name: 'post-paid' }}
    />
  )
}

/** PP-04: the file has the same columns, except Action. */
export const listColumns = (
  isWide: boolean,
  onPrint: (payment: PostpaidPayment) => void,
): Column<PostpaidPayment>[] => [
  printColumn(isWide, onPrint, ({ customerName }) => customerName),
  soldColumns.at,
  textColumn('customer', 'Customer Name', ({ customerName }) => customerName, {
    kind: 'strong',
    mobile: 'title',
  }),
  textColumn('account', 'Account Reference', ({ accountReference }) => accountReference),
  soldColumns.tendered,
  soldColumns.vended,
  textColumn('token', 'Token', ({ receiptToken }) => receiptToken),
  soldColumns.cashierName,
  soldColumns.location,
]
