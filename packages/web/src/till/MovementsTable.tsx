// The cash movements of a shift, in order.
import {
  bututs,
  formatGmd,
  formatTime,
  type TillMovement,
  type TillSession,
  movementWords,
} from '@flexpower/contract'
import { DataTable } from '../list/DataTable.tsx'
import type { Column } from '../list/columns.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

const columns: readonly Column<TillMovement>[] = [
  { id: 'at', header: 'Time', cell: ({ at }) => formatTime(at) },
  { id: 'kind', header: 'What', kind: 'strong', mobile: 'title', cell: ({ kind }) => movementWords[kind] },
  { id: 'reason', header: 'Reason', cell: ({ reason, reference }) => reference ?? reason },
  { id: 'by', header: 'By', cell: ({ by }) => by },
  {
    id: 'amount',
    header: 'Amount',
    align: 'right',
    mobile: 'amount',
    cell: ({ kind, amount }) => formatGmd(kind === 'in' ? amount : bututs(0 - amount)),
  },
]

export const MovementsTable = ({ session }: { session: TillSession }) => (
  <DataTable
    caption="Cash in and out"
    columns={columns}
    rows={session.movements}
    rowKey={({ id }) => id}
    empty={<EmptyState icon="coins" title="No cash was put in or taken out" />}
  />
)
