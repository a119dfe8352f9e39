// Sales of a shift whose end was not known when it was counted, and what became of them.
import { type DoubtfulSale, formatGmd, productTitles, type TillSession } from '@flexpower/contract'
import { useMemo, useState } from 'react'
import { DataTable } from '../list/DataTable.tsx'
import type { Column } from '../list/columns.tsx'
import { paths } from '../paths.ts'
import { Link } from '../router/hooks.tsx'
import { Badge, type BadgeTone } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { toast } from '../ui/toast.ts'
import { PayBackDialog } from './PayBackDialog.tsx'

function describeEnd({ state, refundedAt }: DoubtfulSale): { tone: BadgeTone; text: string } {
  if (state === 'confirmed') return { tone: 'ok', text: 'Sold' }
  if (state !== 'voided') return { tone: 'warning', text: 'No result yet' }
  return refundedAt === null
    ? { tone: 'danger', text: 'Voided, owed to the customer' }
    : { tone: 'off', text: 'Voided, paid back' }
}

const listColumns = (onPay: (sale: DoubtfulSale) => void): Column<DoubtfulSale>[] => [
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
  {
    id: 'action',
    header: 'Action',
    kind: 'action',
    mobile: 'action',
    cell: (sale) => isOwed(sale) && <Button onClick={() => onPay(sale)}>Paid back</Button>,
  },
]

const isOwed = ({ state, refundedAt }: DoubtfulSale) => state === 'voided' && refundedAt === null

/** An Admin records a refund for a cashier who is away or deleted: it leaves the Admin's own drawer. */
export function DoubtsTable({ session: { inDoubt, state } }: { session: TillSession }) {
  const [paying, setPaying] = useState<DoubtfulSale | null>(null)
  const columns = useMemo(() => listColumns(setPaying), [])
  return (
    <Panel title={state === 'open' ? 'Sales without a result' : 'In doubt when the drawer was counted'} flush>
      <DataTable
        caption="Sales in doubt"
        columns={columns}
        rows={inDoubt}
        rowKey={({ id }) => id}
        empty={<EmptyState icon="check" title="None" />}
      />
      {inDoubt.some(isOwed) && (
        <p className="border-t border-line px-5 py-3 text-ink-2">
          Whoever pays a customer back takes it from their own drawer. Yours is under{' '}
          <Link className="link" to={paths.admin.ownShift}>
            My Shift
          </Link>
          .
        </p>
      )}
      {paying !== null && (
        <PayBackDialog
          sale={paying}
          onPaid={() => toast.success(`${formatGmd(paying.tendered)} was recorded as paid back`)}
          onClose={() => setPaying(null)}
        />
      )}
    </Panel>
  )
}
