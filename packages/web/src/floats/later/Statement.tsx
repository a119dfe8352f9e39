// The statement of a float or a drawer: opening, every movement with the balance after it, closing; as a list, as a
// file for a spreadsheet, as PDF, on paper.
import {
  type Bututs,
  formatAmount,
  formatGmd,
  lineKinds,
  type StatementLine,
  type StatementSums,
  toDalasi,
} from '@flexpower/contract'
import { useMemo, useState } from 'react'
import { callForFile } from '../../api/client.ts'
import { useCall } from '../../api/hooks/use-call.ts'
import { refusalText } from '../../form/form-errors.ts'
import { type Column, momentColumn, textColumn } from '../../list/columns.tsx'
import { saveFile } from '../../list/later/csv.ts'
import { useListView } from '../../list/list-view.ts'
import { useListWindow } from '../../list/list-window.ts'
import { ListTable } from '../../list/ListTable.tsx'
import { Button } from '../../ui/Button.tsx'
import { Stat, StatGroup } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import type { Days, StatementSource } from './statement-source.ts'
import { printStatement } from './StatementSheet.tsx'

export function Statement<Of extends object>({ source }: { source: StatementSource<Of> }) {
  const { of, title } = source
  const view = useListView()
  const list = useListWindow(source.list, of, view)
  const days: Days = { from: view.from, to: view.to }
  const { data: sums } = useCall(source.sums, { ...of, ...days })
  const total = list.window?.tendered
  const columns = useMemo(() => buildColumns(total), [total])
  return (
    <>
      <Sums sums={sums} />
      {sums?.isOpenHidden === true && (
        <Notice tone="info" title="The open shift is not in it yet">
          Its movements appear here when its drawer is counted.
        </Notice>
      )}
      <ListTable
        caption={title}
        list={list}
        view={view}
        columns={columns}
        searchHint="Search by date, what moved it, reference, meter or phone, reason, amount or balance."
        failure="No money is affected. It is tried again automatically in a moment."
        empty={<EmptyState icon="wallet" title="Nothing has moved yet" />}
        filters={<PaperButtons source={source} days={days} />}
        file={{ name: source.fileName }}
      />
    </>
  )
}

/** All lines of the days, whatever is searched for. */
function PaperButtons<Of extends object>({ source, days }: { source: StatementSource<Of>; days: Days }) {
  const [isBusy, setBusy] = useState(false)
  async function savePdf(): Promise<void> {
    setBusy(true)
    try {
      saveFile(`${source.fileName}.pdf`, await callForFile(source.file, { ...source.of, ...days }))
    } catch (error) {
      toast.error(refusalText(error, 'The PDF could not be made. No money is affected; please try again.'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex gap-2">
      <Button
        icon="print"
        onClick={() => {
          if (!printStatement(source, days))
            toast.error('The browser blocked the window. Allow pop-ups for this page, then press again.')
        }}
      >
        Print
      </Button>
      <Button busy={isBusy} onClick={() => void savePdf()}>
        PDF
      </Button>
    </div>
  )
}

/** Opening + in − out = closing, for the days of the list. */
function Sums({ sums }: { sums: StatementSums | undefined }) {
  const loading = sums === undefined
  return (
    <StatGroup label="Sums">
      <Stat label="Opening, GMD" loading={loading} value={sums && formatAmount(sums.opening)} />
      <Stat label="In, GMD" loading={loading} value={sums && formatAmount(sums.in)} />
      <Stat label="Out, GMD" loading={loading} value={sums && formatAmount(sums.out)} />
      <Stat label="Closing, GMD" loading={loading} value={sums && formatAmount(sums.closing)} />
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
