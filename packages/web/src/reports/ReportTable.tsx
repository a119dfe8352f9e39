// The rows of a report, with buttons to print them and to save them as a spreadsheet.
import { formatGmd, toDalasi } from '@flexpower/contract'
import { useMemo } from 'react'
import { downloadCsv } from '../list/later/csv.ts'
import { buildTableCsv, readFileColumns } from '../list/later/list-file.ts'
import { type Column, momentColumn, textColumn } from '../list/columns.tsx'
import { Button } from '../ui/Button.tsx'
import { PagedTable } from '../list/PagedTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import type { AskedReport } from './asked.ts'
import { headings, periodText, placed, type Report, type ReportRow } from './report-rows.ts'

export const reportColumns: readonly Column<ReportRow>[] = [
  momentColumn,
  {
    id: 'amount',
    header: headings.amount,
    align: 'right',
    mobile: 'amount',
    cell: ({ amount }) => formatGmd(amount),
    file: ({ amount }) => toDalasi(amount),
  },
  textColumn('cashier', headings.cashierName, ({ cashierName }) => cashierName, {
    kind: 'strong',
    mobile: 'title',
  }),
  textColumn('location', headings.location, ({ location }) => location),
  {
    id: 'revenue',
    header: headings.revenue,
    align: 'right',
    cell: ({ revenue }) => formatGmd(revenue),
    file: ({ revenue }) => toDalasi(revenue),
  },
]

/** A right-aligned amount must not touch the left-aligned name in the next column. */
const AIRY = '[&_:is(td,th):nth-child(3)]:pl-10'

interface ReportTableProps {
  asked: AskedReport
  entityName: string
  report: Report | undefined
  onPrint: (report: Report) => void
}

export function ReportTable({ asked, entityName, report, onPrint }: ReportTableProps) {
  const rows = useMemo(() => report && placed(report), [report])
  return (
    <PagedTable
      caption="Revenue by sale"
      className={AIRY}
      columns={reportColumns}
      rows={rows}
      rowKey={({ place }) => place}
      resetKey={asked}
      empty={
        <EmptyState icon="report" title="No sales in this period">
          Choose other days or another entity above.
        </EmptyState>
      }
      toolbar={
        <>
          <p className="min-w-0 flex-1 basis-52">
            <b className="font-semibold">{entityName}</b>, {periodText(asked)}
          </p>
          <div className="flex gap-3">
            <Button
              icon="print"
              disabled={report === undefined}
              onClick={() => report !== undefined && onPrint(report)}
            >
              Print
            </Button>
            <Button
              icon="download"
              disabled={report === undefined}
              onClick={() =>
                downloadCsv(
                  `revenue-report-${asked.from}-${asked.to}`,
                  buildTableCsv(readFileColumns(reportColumns), report?.rows ?? []),
                )
              }
            >
              CSV
            </Button>
          </div>
        </>
      }
    />
  )
}
