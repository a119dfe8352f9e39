// The list of bands (CH-01): amounts, fee, type and status, with buttons to change and delete each one.
import { type Charge, formatGmd } from '@flexpower/contract'
import { type ReactNode, useMemo } from 'react'
import { downloadCsv } from '../list/later/csv.ts'
import { buildTableCsv } from '../list/later/list-file.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { PagedTable } from '../list/PagedTable.tsx'
import type { Column } from '../list/columns.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useWideScreen } from '../ui/use-browser.ts'
import { chargeFileColumns, feeText, rangeText, statusText } from './charge-words.ts'

export interface RowActions {
  onEdit: (charge: Charge) => void
  onDelete: (charge: Charge) => void
}

interface ChargesTableProps extends RowActions {
  rows: readonly Charge[] | undefined
  error: { message: string; retry: () => void } | undefined
  onAdd: () => void
}

export function ChargesTable({ rows, error, onAdd, onEdit, onDelete }: ChargesTableProps) {
  const isWide = useWideScreen()
  const columns = useMemo(
    () => (isWide ? tableColumns : cardColumns)({ onEdit, onDelete }),
    [isWide, onEdit, onDelete],
  )
  return (
    <PagedTable
      caption="Cash power charges"
      className="[&_:is(td,th):nth-child(4)]:pl-10"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      error={error}
      toolbar={
        <Button
          icon="download"
          className="ml-auto"
          disabled={rows === undefined}
          onClick={() => downloadCsv('cash-power-charges', buildTableCsv(chargeFileColumns, rows ?? []))}
        >
          CSV
        </Button>
      }
      empty={
        <EmptyState
          icon="percent"
          title="No charges yet"
          action={<Button onClick={onAdd}>Add a new charge</Button>}
        >
          Until there is one, every sale is without a fee.
        </EmptyState>
      }
    />
  )
}

/** An inactive band is muted; its badge says why. */
const Quiet = ({ charge, children }: { charge: Charge; children: ReactNode }) => (
  <span className={charge.active ? '' : 'text-ink-3'}>{children}</span>
)

const Status = ({ charge }: { charge: Charge }) => (
  <Badge tone={charge.active ? 'ok' : 'off'}>{statusText(charge.active)}</Badge>
)

const actionColumn = ({ onEdit, onDelete }: RowActions): Column<Charge> => ({
  id: 'action',
  header: 'Action',
  kind: 'action',
  cell: (charge) => (
    <>
      <IconButton icon="edit" label={`Edit ${rangeText(charge)}`} onClick={() => onEdit(charge)} />
      <IconButton icon="trash" label={`Delete ${rangeText(charge)}`} onClick={() => onDelete(charge)} />
    </>
  ),
})

function tableColumns(actions: RowActions): Column<Charge>[] {
  const right = (id: string, header: string, text: (charge: Charge) => string): Column<Charge> => ({
    id,
    header,
    align: 'right',
    cell: (charge) => <Quiet charge={charge}>{text(charge)}</Quiet>,
  })
  return [
    right('start', 'Start Amount', ({ start }) => formatGmd(start)),
    right('end', 'End Amount', ({ end }) => formatGmd(end)),
    { ...right('fee', 'Amount', feeText), kind: 'strong' },
    { id: 'kind', header: 'Type', cell: (charge) => <Quiet charge={charge}>{charge.kind}</Quiet> },
    { id: 'status', header: 'Status', cell: (charge) => <Status charge={charge} /> },
    actionColumn(actions),
  ]
}

const cardColumns = (actions: RowActions): Column<Charge>[] => [
  {
    id: 'fee',
    header: 'Amount',
    mobile: 'title',
    cell: (charge) => <Quiet charge={charge}>{feeText(charge)}</Quiet>,
  },
  { id: 'status', header: 'Status', mobile: 'amount', cell: (charge) => <Status charge={charge} /> },
  { id: 'start', header: 'Start Amount', cell: ({ start }) => formatGmd(start) },
  { id: 'end', header: 'End Amount', cell: ({ end }) => formatGmd(end) },
  { id: 'kind', header: 'Type', cell: ({ kind }) => kind },
  actionColumn(actions),
]
