// Every sale without an end, of every product, with its live state; an Admin decides those that the other side could not.
import { formatGmd, type OpenSale } from '@flexpower/contract'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Modal } from '../ui/Modal.tsx'
import { DecideForm } from './DecideForm.tsx'
import { EvidenceTable } from './EvidenceTable.tsx'
import { PendingProgress } from './PendingProgress.tsx'
import { whoIs, words } from './products.ts'

interface OpenSalesDialogProps {
  open: boolean
  onClose: () => void
  sales: readonly OpenSale[]
  mayDecide: boolean
}

export const OpenSalesDialog = ({ open, onClose, sales, mayDecide }: OpenSalesDialogProps) => (
  <Modal open={open} onClose={onClose} title="Open sales" size="wide">
    {sales.length === 0 ? (
      <EmptyState icon="check" title="No sale is open">
        Every sale has its end; what became of the last ones stands above the list.
      </EmptyState>
    ) : (
      <ul className="grid gap-6">
        {sales.map((sale) => (
          <li
            key={sale.reference}
            className="grid gap-4 not-first:border-t not-first:border-line not-first:pt-6"
          >
            <OpenSaleView sale={sale} mayDecide={mayDecide} />
          </li>
        ))}
      </ul>
    )}
  </Modal>
)

function OpenSaleView({ sale, mayDecide }: { sale: OpenSale; mayDecide: boolean }) {
  const [isDeciding, setDeciding] = useState(false)
  const canDecide = mayDecide && sale.state === 'manual'
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-4 text-sm text-ink-2">
        <span>
          {words[sale.product].screen}, {formatGmd(sale.tendered)}
        </span>
        <span>
          {sale.reference}, {sale.cashierName}, {sale.location}
        </span>
      </p>
      <PendingProgress {...sale} who={whoIs(sale)} />
      {canDecide && <EvidenceTable {...sale} />}
      {canDecide &&
        (isDeciding ? (
          <DecideForm sale={sale} onDone={() => setDeciding(false)} />
        ) : (
          <Button className="justify-self-start" onClick={() => setDeciding(true)}>
            Decide this sale
          </Button>
        ))}
    </>
  )
}
