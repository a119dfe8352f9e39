// A report and a statement on paper: as PDF, and as CSV for a spreadsheet. Both files have the same columns and the same
// totals as the screen.
import {
  type Bututs,
  type CommissionStatement,
  csvHead,
  csvRows,
  formatAmount,
  formatCount,
  formatDay,
  formatGmd,
  formatTime,
  type Grouping,
  groupings,
  productTitles,
  type ReportKind,
  reportKinds,
  type RevenueReport,
  type RevenueSums,
  toDalasi,
} from '@flexpower/contract'
import { type Block, drawPdf, type PdfColumn } from '../../pdf/draw.ts'
import type { Site } from '../../config/site.ts'
import { namePeriod } from './periods.ts'

export interface Paper {
  site: Site
  at: Date
}

/** A row of any table here: its name, its sums, and those of the period before where there is one. */
interface Line {
  name: string
  now: Omit<RevenueSums, 'revenue'> & { revenue?: Bututs }
  before?: RevenueSums
}

interface PaperColumn {
  header: string
  value: (line: Line) => Bututs | number
  isCount?: boolean
}

const sold: readonly PaperColumn[] = [
  { header: 'Sales', value: ({ now }) => now.sales, isCount: true },
  { header: 'Sold', value: ({ now }) => now.tendered },
  { header: 'Fees', value: ({ now }) => now.fees },
  { header: 'Commission', value: ({ now }) => now.commissions },
]
const paperColumns: Record<ReportKind, readonly PaperColumn[]> = {
  revenue: [
    ...sold,
    { header: 'Revenue', value: ({ now }) => now.revenue ?? 0 },
    { header: 'Revenue before', value: ({ before }) => before?.revenue ?? 0 },
  ],
  commission: [...sold, { header: 'Commission before', value: ({ before }) => before?.commissions ?? 0 }],
}

/** `Revenue by cashier` */
export const nameReport = (kind: ReportKind, grouping: Grouping): string =>
  `${reportKinds[kind]} by ${groupings[grouping].toLowerCase()}`

export const nameFile = (
  kind: ReportKind | 'commission-statement',
  { from, to }: { from: string; to: string },
) => (from === to ? `${kind}-${from}` : `${kind}-${from}-${to}`)

export function drawReport(kind: ReportKind, grouping: Grouping, report: RevenueReport, paper: Paper) {
  const { total } = report
  const key = kind === 'revenue' ? 'revenue' : 'commissions'
  const before = { from: report.beforeFrom, to: report.beforeTo }
  return drawPaper(paper, nameReport(kind, grouping), [
    {
      kind: 'heading',
      text: nameReport(kind, grouping),
      note: `${namePeriod(report)}. Before: ${namePeriod(before)}`,
    },
    {
      kind: 'facts',
      facts: [
        ['Sales', formatCount(total.now.sales)],
        ['Sold', formatGmd(total.now.tendered)],
        [reportKinds[kind], formatGmd(total.now[key])],
        [`${reportKinds[kind]} before`, formatGmd(total.before[key])],
      ],
    },
    buildTable(groupings[grouping], paperColumns[kind], report.rows, { name: 'Total', ...total }),
    buildTable('Product', paperColumns[kind], nameProducts(report.products), null),
    { kind: 'text', text: 'Amounts in GMD. Revenue is the fee less the cashier’s commission.' },
  ])
}

export function drawStatement(statement: CommissionStatement, grouping: Grouping, paper: Paper) {
  const { cashier, rows, products, total } = statement
  const toLine = (row: { name: string; sums: Line['now'] }): Line => ({ name: row.name, now: row.sums })
  return drawPaper(paper, 'Commission statement', [
    {
      kind: 'heading',
      text: 'Commission statement',
      note: `${cashier.name}, ${cashier.location}. ${namePeriod(statement)}`,
    },
    {
      kind: 'facts',
      facts: [
        ['Sales', formatCount(total.sales)],
        ['Sold', formatGmd(total.tendered)],
        ['Commission', formatGmd(total.commissions)],
      ],
    },
    buildTable(groupings[grouping], sold, rows.map(toLine), { name: 'Total', now: total }),
    buildTable('Product', sold, nameProducts(products).map(toLine), null),
    {
      kind: 'text',
      text: 'Amounts in GMD. Commission is the cashier’s share of the fee. Each sale adds it to the float at once.',
    },
  ])
}

const nameProducts = <Row extends { product: keyof typeof productTitles }>(rows: readonly Row[]) =>
  rows.map((row) => ({ ...row, name: productTitles[row.product] }))

function buildTable(
  first: string,
  columns: readonly PaperColumn[],
  lines: readonly Line[],
  total: Line | null,
): Block {
  const show = (line: Line) => [
    line.name,
    ...columns.map(({ value, isCount }) =>
      isCount ? formatCount(value(line)) : formatAmount(value(line) as Bututs),
    ),
  ]
  const heads = columns.map(({ header }): PdfColumn => ({ header, align: 'right' }))
  return {
    kind: 'table',
    columns: [{ header: first, share: 2 }, ...heads],
    rows: lines.map(show),
    ...(total && { total: show(total) }),
  }
}

function drawPaper({ site, at }: Paper, title: string, blocks: readonly Block[]): Promise<Buffer> {
  const sender = `${site.companyName}, ${site.address}. Made ${formatDay(at)}, ${formatTime(at)}.`
  return drawPdf({
    paper: 'A4',
    title: `${site.productName}: ${title}`,
    author: site.companyName,
    at,
    blocks: [...blocks, { kind: 'text', text: sender }],
  })
}

/** Numbers without commas: a spreadsheet adds them up. Days and names as on the screen. */
export function writeReportCsv(kind: ReportKind, grouping: Grouping, report: RevenueReport): string {
  const columns = paperColumns[kind]
  const rows = report.rows.map((line) => [
    line.name,
    ...columns.map(({ value, isCount }) => (isCount ? value(line) : toDalasi(value(line) as Bututs))),
  ])
  return csvHead([groupings[grouping], ...columns.map(({ header }) => header)]) + csvRows(rows)
}
