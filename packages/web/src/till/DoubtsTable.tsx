// Sales of a shift whose end was not known when it was counted, and what became of them.
import { type DoubtfulSale, formatGmd, productTitles, type TillSession } from '@flexpower/contract'
import { DataTable } from '../list/DataTable.tsx'
import type { Column } from '../list/columns.tsx'
import { Badge, type BadgeTone } from '../ui/Badge.tsx'
import { Panel } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

function describeEnd({ state, refundedAt }: DoubtfulSale): { tone: BadgeTone; text: string } {
  if (state === 'confirmed') return { tone: 'ok', text: 'Sold' }
  if (state !== 'voided') return { tone: 'warning', text: 'No result yet' }
  return refundedAt === null
    ? { tone: 'danger', text: 'Voided, owed to the customer' }
    : { tone: 'off', text: 'Voided, paid back' }
}

const columns: readonly Column<DoubtfulSale>[] = [
  { id: 'reference', header: 'Sale', mobile: 'title', cell: ({ reference }) => reference },
  { id: 'product', header: 'Product', cell: ({ product }) => productTitles[product] },
  { id: 'subject', header: 'To', cell: ({ subject }) => subject },
  {
    id: 'amount',
    header: 'Amount',
    align: 'right',
    mobile: 'amount',
    cell: ({ tendered }) => formatGmd(tendered),
  },
  {
    id: 'end',
    header: 'Result',
    cell: (sale) => {
      const { tone, text } = describeEnd(sale)
      return <Badge tone={tone}>{text}</Badge>
    },
  },
]

export const DoubtsTable = ({ session: { inDoubt, state } }: { session: TillSession }) => (
  <Panel title={state === 'open' ? 'Sales without a result' : 'In doubt when the drawer was counted'} flush>
    <DataTable
      caption="Sales in doubt"
      columns={columns}
      rows={inDoubt}
      rowKey={({ id }) => id}
      empty={<EmptyState icon="check" title="None" />}
    />
  </Panel>
)
