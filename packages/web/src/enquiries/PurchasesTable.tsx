// The utility's purchases, each next to our own sale (E-08). Differences are marked by text and shape, then by colour.
import type { Purchase } from '@flexpower/contract'
import { useMemo } from 'react'
import { downloadCsv } from '../list/later/csv.ts'
import { buildTableCsv, readFileColumns } from '../list/later/list-file.ts'
import { useUrlValue } from '../list/list-view.ts'
import { Button } from '../ui/Button.tsx'
import { Segment } from '../ui/form/Choice.tsx'
import { PagedTable } from '../list/PagedTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useWideScreen } from '../ui/use-browser.ts'
import { cardColumns, fileColumns, tableColumns } from './purchase-columns.tsx'
import { isDifference } from './purchase-rows.ts'
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
            onClick={() => downloadCsv(fileName, buildTableCsv(readFileColumns(fileColumns), found ?? []))}
          >
            CSV
          </Button>
        </>
      }
    />
  )
}
