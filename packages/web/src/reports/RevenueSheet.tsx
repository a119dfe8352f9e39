// The report on paper: its totals, and every row.
import { formatAmount, formatCount, formatDay, formatGmd, formatTime } from '@flexpower/contract'
import { type PaperColumn, printSheet } from '../layout/later/PaperSheet.tsx'
import type { AskedReport } from './asked.ts'
import { headings, periodText, placed, type Report } from './report-rows.ts'

type Row = ReturnType<typeof placed>[number]

const columns: readonly PaperColumn<Row>[] = [
  { id: 'at', header: headings.at, cell: ({ at }) => `${formatDay(at)} ${formatTime(at)}` },
  { id: 'cashier', header: headings.cashierName, cell: ({ cashierName }) => cashierName },
  { id: 'location', header: headings.location, cell: ({ location }) => location },
  { id: 'amount', header: headings.amount, align: 'right', cell: ({ amount }) => formatAmount(amount) },
  { id: 'revenue', header: headings.revenue, align: 'right', cell: ({ revenue }) => formatAmount(revenue) },
]

export interface PrintedReport {
  asked: AskedReport
  entityName: string
  report: Report
}

/** Must be called in the click handler; false when the browser blocked the window. */
export const printReport = ({ asked, entityName, report }: PrintedReport): boolean =>
  printSheet<Row>({
    title: 'Revenue report',
    about: [`Cash Power, ${periodText(asked)}`, entityName],
    totals: [
      ['Transactions', formatCount(report.count)],
      ['Sold', formatGmd(report.sold)],
      ['Revenue', formatGmd(report.revenue)],
    ],
    columns,
    rows: placed(report),
    rowKey: ({ place }) => place,
    after: {
      at: `Total of ${formatCount(report.count)}`,
      amount: formatAmount(report.sold),
      revenue: formatAmount(report.revenue),
    },
    note: 'Revenue is the fee less the cashier’s commission.',
  })
