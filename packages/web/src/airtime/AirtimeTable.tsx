// The list of airtime sales (AP-04): search and spreadsheet. A phone shows the same facts as cards.
import { type AirtimeSale, formatDay, formatGmd, formatTime } from '@flexpower/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { downloadCsv, randomFileNumber } from '../lib/csv.ts'
import { Button } from '../ui/Button.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { airtimeCsv, headings } from './airtime-rows.ts'

interface AirtimeTableProps {
  query: UseQueryResult<readonly AirtimeSale[]>
  /** The rows that the search leaves. */
  rows: readonly AirtimeSale[] | undefined
  term: string
  onSearch: (term: string) => void
  onNewSale: () => void
}

export function AirtimeTable({ query, rows, term, onSearch, onNewSale }: AirtimeTableProps) {
  return (
    <DataTable
      caption="Air power transactions"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ id }) => id}
      resetKey={term}
      error={
        query.isError && query.data === undefined
          ? {
              message: 'No sale is affected. It is tried again by itself in a moment.',
              retry: () => void query.refetch(),
            }
          : undefined
      }
      empty={<Empty term={term} onNewSale={onNewSale} />}
      toolbar={
        <>
          <SearchBox defaultValue={term} onSearch={onSearch} />
          <Button
            icon="download"
            disabled={rows === undefined}
            onClick={() => downloadCsv(`air-power-${randomFileNumber()}`, airtimeCsv(rows ?? []))}
          >
            CSV
          </Button>
        </>
      }
    />
  )
}

const COLUMNS: readonly Column<AirtimeSale>[] = [
  {
    id: 'at',
    header: headings.at,
    cell: ({ at }) => (
      <span className="whitespace-nowrap">
        {formatDay(at)} <span className="cell-note">{formatTime(at)}</span>
      </span>
    ),
  },
  { id: 'phone', header: headings.phone, kind: 'strong', mobile: 'title', cell: ({ phone }) => phone },
  { id: 'operator', header: headings.operator, cell: ({ operator }) => operator },
  {
    id: 'tendered',
    header: headings.tendered,
    align: 'right',
    mobile: 'amount',
    cell: ({ tendered }) => formatGmd(tendered),
  },
  { id: 'vended', header: headings.vended, align: 'right', cell: ({ vended }) => formatGmd(vended) },
  { id: 'cashier', header: headings.cashierName, cell: ({ cashierName }) => cashierName },
  { id: 'location', header: headings.location, cell: ({ location }) => location },
]

function Empty({ term, onNewSale }: { term: string; onNewSale: () => void }) {
  if (term !== '')
    return (
      <EmptyState icon="search" title={`Nothing matches “${term}”`}>
        Search by date, number, company, amount, cashier or location.
      </EmptyState>
    )
  return (
    <EmptyState
      icon="signal"
      title="No airtime sold yet"
      action={<Button onClick={onNewSale}>Make the first sale</Button>}
    >
      Every sale stands here with its number and operator.
    </EmptyState>
  )
}
