// The list of payments (PP-04, PP-05): search, spreadsheet, and a receipt for every row. A phone shows the same facts as cards.
import { formatDay, formatGmd, formatTime, type PostpaidPayment } from '@flexpower/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { downloadCsv, randomFileNumber } from '../lib/csv.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { headings, paymentsCsv } from './payment-rows.ts'

interface PaymentsTableProps {
  query: UseQueryResult<readonly PostpaidPayment[]>
  /** The rows that the search leaves. */
  rows: readonly PostpaidPayment[] | undefined
  term: string
  onSearch: (term: string) => void
  onPrint: (payment: PostpaidPayment) => void
  onNewPayment: () => void
}

export function PaymentsTable(props: PaymentsTableProps) {
  const { query, rows, term, onPrint } = props
  const columns = useMemo(() => columnsOf(onPrint), [onPrint])
  return (
    <DataTable
      caption="Post paid transactions"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      resetKey={term}
      error={
        query.isError && query.data === undefined
          ? {
              message: 'No payment is affected. It is tried again by itself in a moment.',
              retry: () => void query.refetch(),
            }
          : undefined
      }
      empty={<Empty term={term} onNewPayment={props.onNewPayment} />}
      toolbar={
        <>
          <SearchBox defaultValue={term} onSearch={props.onSearch} />
          <Button
            icon="download"
            disabled={rows === undefined}
            onClick={() => downloadCsv(`post-paid-${randomFileNumber()}`, paymentsCsv(rows ?? []))}
          >
            CSV
          </Button>
        </>
      }
    />
  )
}

const columnsOf = (onPrint: (payment: PostpaidPayment) => void): Column<PostpaidPayment>[] => [
  {
    id: 'action',
    header: 'Action',
    kind: 'action',
    cell: (payment) => (
      <IconButton
        icon="print"
        label={`Print receipt of ${payment.customerName}`}
        onClick={() => onPrint(payment)}
      />
    ),
  },
  {
    id: 'at',
    header: headings.at,
    cell: ({ at }) => (
      <span className="whitespace-nowrap">
        {formatDay(at)} <span className="cell-note">{formatTime(at)}</span>
      </span>
    ),
  },
  {
    id: 'customer',
    header: headings.customerName,
    kind: 'strong',
    mobile: 'title',
    cell: ({ customerName }) => customerName,
  },
  { id: 'account', header: headings.accountReference, cell: ({ accountReference }) => accountReference },
  {
    id: 'tendered',
    header: headings.tendered,
    align: 'right',
    mobile: 'amount',
    cell: ({ tendered }) => formatGmd(tendered),
  },
  { id: 'vended', header: headings.vended, align: 'right', cell: ({ vended }) => formatGmd(vended) },
  { id: 'token', header: headings.receiptToken, cell: ({ receiptToken }) => receiptToken },
  { id: 'cashier', header: headings.cashierName, cell: ({ cashierName }) => cashierName },
  { id: 'location', header: headings.location, cell: ({ location }) => location },
]

function Empty({ term, onNewPayment }: { term: string; onNewPayment: () => void }) {
  if (term !== '')
    return (
      <EmptyState icon="search" title={`Nothing matches “${term}”`}>
        Search by date, name, account, amount, token, cashier or location.
      </EmptyState>
    )
  return (
    <EmptyState
      icon="bill"
      title="No bill paid yet"
      action={<Button onClick={onNewPayment}>Take the first payment</Button>}
    >
      Every payment stands here with its receipt, to be printed again at any time.
    </EmptyState>
  )
}
