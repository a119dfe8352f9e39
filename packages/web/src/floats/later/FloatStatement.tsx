// The statement of a float: opening, every movement with the balance after it, closing; as a list, as a file, on paper.
import {
  type Bututs,
  bututs,
  floats,
  formatAmount,
  formatGmd,
  lineKinds,
  type StatementLine,
  toDalasi,
} from '@flexpower/contract'
import { useMemo } from 'react'
import { useCall } from '../../api/hooks/use-call.ts'
import { type Column, momentColumn, textColumn } from '../../list/columns.tsx'
import { type OwnListView, useListView } from '../../list/list-view.ts'
import { useListWindow } from '../../list/list-window.ts'
import { ListTable } from '../../list/ListTable.tsx'
import { Button } from '../../ui/Button.tsx'
import { Stat, StatGroup } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { toast } from '../../ui/toast.ts'
import type { FloatKind } from '../float-kinds.ts'
import { printStatement } from './StatementSheet.tsx'

interface FloatStatementProps {
  userId: number
  kind: FloatKind
}

export function FloatStatement({ userId, kind }: FloatStatementProps) {
  const view = useListView()
  const list = useListWindow(floats.statement, { userId, kind }, view)
  const columns = useMemo(() => buildColumns(list.window?.tendered), [list.window?.tendered])
  const days = { ...(view.from && { from: view.from }), ...(view.to && { to: view.to }) }
  return (
    <>
      <Sums userId={userId} kind={kind} view={view} />
      <ListTable
        caption="Float statement"
        list={list}
        view={view}
        columns={columns}
        searchHint="Search by date, what moved it, reference, meter or phone, reason, amount or balance."
        failure="No float is affected. It is tried again automatically in a moment."
        empty={<EmptyState icon="wallet" title="This float has not moved yet" />}
        filters={
          <Button
            icon="print"
            onClick={() => {
              if (!printStatement({ userId, kind, ...days }))
                toast.error('The browser blocked the window. Allow pop-ups for this page, then press again.')
            }}
          >
            Print
          </Button>
        }
        file={{ name: `float-${kind}-${userId}` }}
      />
    </>
  )
}

const NONE = bututs(0)

/** Opening + in − out = closing, for the days of the list. */
function Sums({ userId, kind, view: { from, to } }: FloatStatementProps & { view: OwnListView }) {
  const { data } = useCall(floats.sums, { userId, kind, from, to })
  const sum = (isIn: boolean): Bututs =>
    bututs(data?.moved.reduce((all, { amount }) => all + (amount > 0 === isIn ? amount : 0), 0) ?? NONE)
  const loading = data === undefined
  return (
    <StatGroup label="Sums">
      <Stat label="Opening, GMD" loading={loading} value={data && formatAmount(data.opening)} />
      <Stat label="In, GMD" loading={loading} value={formatAmount(sum(true))} />
      <Stat label="Out, GMD" loading={loading} value={formatAmount(bututs(Math.abs(sum(false))))} />
      <Stat label="Closing, GMD" loading={loading} value={data && formatAmount(data.closing)} />
    </StatGroup>
  )
}

const buildColumns = (sum: Bututs | undefined): Column<StatementLine>[] => [
  momentColumn,
  textColumn('what', 'Movement', ({ what }) => lineKinds[what], {
    kind: 'strong',
    mobile: 'title',
    total: 'Total',
  }),
  textColumn('reference', 'Reference', ({ reference }) => reference),
  textColumn('about', 'About', ({ about }) => about, { kind: 'muted' }),
  {
    id: 'amount',
    header: 'Amount',
    align: 'right',
    mobile: 'amount',
    total: sum === undefined ? '' : formatGmd(sum),
    cell: ({ amount }) => formatGmd(amount),
    file: ({ amount }) => toDalasi(amount),
  },
  {
    id: 'balance',
    header: 'Balance',
    align: 'right',
    cell: ({ balance }) => formatGmd(balance),
    file: ({ balance }) => toDalasi(balance),
  },
]
