// The list of bands (CH-01): amounts, fee, type and status, with buttons to change and delete each one.
import { type Charge, formatAmount, formatGmd } from '@flexpower/contract'
import { type ReactNode, useMemo } from 'react'
import { downloadCsv } from '../list/later/csv.ts'
import { buildTableCsv, readFileColumns } from '../list/later/list-file.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { PagedTable } from '../list/PagedTable.tsx'
import type { Column } from '../list/columns.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { feeText, rangeText, statusText } from './charge-words.ts'

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
  const columns = useMemo(() => buildColumns({ onEdit, onDelete }), [onEdit, onDelete])
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
          onClick={() =>
            downloadCsv('cash-power-charges', buildTableCsv(readFileColumns(columns), rows ?? []))
          }
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

function buildColumns({ onEdit, onDelete }: RowActions): Column<Charge>[] {
  const quietly = (text: (charge: Charge) => string) => (charge: Charge) => (
    <Quiet charge={charge}>{text(charge)}</Quiet>
  )
  const amount = (id: 'start' | 'end', header: string): Column<Charge> => ({
    id,
    header,
    align: 'right',
    cell: quietly((charge) => formatGmd(charge[id])),
    file: (charge) => formatAmount(charge[id]),
  })
  return [
    amount('start', 'Start Amount'),
    amount('end', 'End Amount'),
    {
      id: 'fee',
      header: 'Amount',
      align: 'right',
      kind: 'strong',
      mobile: 'title',
      cell: quietly(feeText),
      file: feeText,
    },
    { id: 'kind', header: 'Type', cell: quietly(({ kind }) => kind), file: ({ kind }) => kind },
    {
      id: 'status',
      header: 'Status',
      mobile: 'amount',
      cell: (charge) => <Status charge={charge} />,
      file: ({ active }) => statusText(active),
    },
    {
      id: 'action',
      header: 'Action',
      kind: 'action',
      cell: (charge) => (
        <>
          <IconButton icon="edit" label={`Edit ${rangeText(charge)}`} onClick={() => onEdit(charge)} />
          <IconButton icon="trash" label={`Delete ${rangeText(charge)}`} onClick={() => onDelete(charge)} />
        </>
      ),
    },
  ]
}
