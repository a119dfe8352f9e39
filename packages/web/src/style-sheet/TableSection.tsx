// The table with 412 invented rows, searched in any field like on the server, and its loading, empty and error states.

import { useState } from 'react'
import { Button, IconButton } from '../ui/Button.tsx'
import { Segment } from '../ui/form/Choice.tsx'
import { PagedTable } from '../list/PagedTable.tsx'
import type { Column } from '../list/columns.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { SearchBox } from '../list/SearchBox.tsx'
import { toast } from '../ui/toast.ts'
import { Section } from './Sheet.tsx'

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
