// What shows data: the table, and the chart.
import { bututs, formatGmd } from '@flexpower/contract'
import { useState } from 'react'
import { Button, IconButton } from '../ui/Button.tsx'
import { Segment } from '../ui/form/Choice.tsx'
import { PagedTable } from '../list/PagedTable.tsx'
import type { Column } from '../list/columns.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { SearchBox } from '../list/SearchBox.tsx'
import { toast } from '../ui/toast.ts'
import { Section, Columns } from './Sheet.tsx'
import { Panel } from '../ui/Card.tsx'
import { ChartLegend, type ChartColumn, ColumnChart } from '../ui/chart/ColumnChart.tsx'

type TableState = 'rows' | 'loading' | 'empty' | 'error'

interface Sale {
  id: string
  date: string
  time: string
  customer: string
  meter: string
  tendered: string
  vend: string
  token: string
  cashier: string
}

const NAMES = ['Mariama Bah', 'Ousman Darboe', 'Haddy Gaye', 'Alhagie Sarr', 'Nyima Conteh', 'Pa Modou Faal']
const CASHIERS = ['Fatou Ceesay', 'Lamin Jobe', 'Awa Sanneh', 'Ebrima Touray', 'Isatou Jallow']
const AMOUNTS = ['500.00', '100.00', '1,250.00', '200.00', '50.00', '2,000.00', '350.00']

const SALES: readonly Sale[] = Array.from({ length: 412 }, (_, index) => invent(index))

const STATES = (['rows', 'loading', 'empty', 'error'] as const).map((value) => ({ value, label: value }))

const COLUMNS: readonly Column<Sale>[] = [
  {
    id: 'action',
    header: 'Action',
    kind: 'action',
    cell: (sale) => (
      <IconButton
        icon="print"
        label={`Print receipt of ${sale.customer}`}
        onClick={() => toast.info(`${sale.id} would print`)}
      />
    ),
  },
  {
    id: 'date',
    header: 'Date',
    cell: (sale) => (
      <span className="whitespace-nowrap">
        {sale.date}
        <span className="cell-note">{sale.time}</span>
      </span>
    ),
  },
  { id: 'customer', header: 'Customer Name', kind: 'strong', mobile: 'title', cell: (sale) => sale.customer },
  { id: 'meter', header: 'Meter Number', cell: (sale) => sale.meter },
  {
    id: 'tendered',
    header: 'Tendered Amount',
    align: 'right',
    mobile: 'amount',
    cell: (sale) => sale.tendered,
  },
  { id: 'vend', header: 'Vend Amount', align: 'right', cell: (sale) => sale.vend },
  {
    id: 'token',
    header: 'List Token',
    mobile: 'block',
    cell: (sale) => <span className="token-cell">{sale.token}</span>,
  },
  { id: 'cashier', header: 'Cashier', cell: (sale) => sale.cashier },
  { id: 'id', header: 'Transaction ID', kind: 'muted', cell: (sale) => sale.id },
]

export function TableSection() {
  const [state, setState] = useState<TableState>('rows')
  const [term, setTerm] = useState('')
  const rows = state === 'empty' ? [] : SALES.filter((sale) => matches(sale, term))
  return (
    <Section title="Tables">
      <div className="mb-4">
        <Segment label="State of the table" options={STATES} value={state} onChange={setState} />
      </div>
      <PagedTable
        caption="Cash power transactions"
        columns={COLUMNS}
        rows={rows}
        rowKey={(sale) => sale.id}
        loading={state === 'loading'}
        error={state === 'error' ? { message: DROPPED, retry: () => setState('rows') } : undefined}
        empty={<NoSales term={term} />}
        resetKey={term}
        toolbar={
          <>
            <SearchBox onSearch={setTerm} />
            <Button icon="download">CSV</Button>
          </>
        }
      />
    </Section>
  )
}

const DROPPED = 'No sale is affected. The connection dropped; trying again in 8 seconds.'

function NoSales({ term }: { term: string }) {
  if (term !== '') return <EmptyState icon="search" title={`Nothing found for “${term}”`} />
  return (
    <EmptyState icon="bolt" title="No sales yet today" action={<Button>New Transactions</Button>}>
      The first sale of the day appears here with its token.
    </EmptyState>
  )
}

function matches(sale: Sale, term: string): boolean {
  const wanted = term.trim().toLowerCase()
  return Object.values(sale).some((value: string) => value.toLowerCase().includes(wanted))
}

function invent(index: number): Sale {
  const digits = (length: number, seed: number) =>
    String((index + 1) * seed + seed)
      .padEnd(length, String(seed))
      .slice(0, length)
  const amount = pick(AMOUNTS, index)
  return {
    id: `261114-${String(4412 - index).padStart(5, '0')}`,
    date: '14 Nov 2026',
    time: `${String(14 - Math.floor(index / 60)).padStart(2, '0')}:${String(59 - (index % 60)).padStart(2, '0')}`,
    customer: pick(NAMES, index),
    meter: digits(11, 7207),
    tendered: `GMD ${amount}`,
    vend: `GMD ${amount}`,
    token: [48217, 60931, 37553, 18457, 77261].map((seed) => digits(4, seed)).join(' '),
    cashier: pick(CASHIERS, index),
  }
}

function pick(from: readonly string[], index: number): string {
  return from[index % from.length] ?? ''
}

const TODAY = [5.8, 17.6, 27.2, 32.9, 30.7, 25.4, 28.6, 14.2, 0, 0, 0, 0, 0, 0, 0]
const USUAL = [6, 15, 23.4, 29.8, 31.9, 27.1, 24.9, 26.2, 27.6, 31.2, 38.6, 41.8, 36.4, 24, 12.4]

const gmd = (thousands: number) => formatGmd(bututs(Math.round(thousands * 1000) * 100))

const HOURS: readonly ChartColumn[] = TODAY.map((height, index) => ({
  id: String(index),
  label: String(index + 7).padStart(2, '0'),
  name: `${index + 7}:00`,
  height: height * 1000,
  mark: (USUAL[index] ?? 0) * 1000,
  isOpen: index === 7,
  facts: [gmd(height), gmd(USUAL[index] ?? 0)],
}))

const DAYS: readonly ChartColumn[] = Array.from({ length: 30 }, (_, index) => {
  const height = index % 7 === 0 ? 90 : 160 + ((index * 37) % 41)
  return {
    id: String(index),
    label: `Day ${index + 1}`,
    name: `Day ${index + 1}`,
    height: height * 1000,
    facts: [gmd(height)],
  }
})

export function ChartSection() {
  return (
    <Section title="Charts">
      <Columns>
        <Panel title="By hour" actions={<ChartLegend columns="Today" marks="Usual Saturday" />}>
          <ColumnChart
            title="Sales by hour"
            columnName="Hour"
            factNames={['Today', 'Usual Saturday']}
            columns={HOURS}
            summary="Point at a column, or walk over them with the arrow keys."
            linkOf={({ name }) => ({ to: '#charts', text: `Show ${name}` })}
          />
        </Panel>
        <Panel title="By day">
          <ColumnChart
            title="Sales by day"
            columnName="Day"
            factNames={['Sold']}
            columns={DAYS}
            summary="Labels thin out before they touch."
          />
        </Panel>
      </Columns>
    </Section>
  )
}
