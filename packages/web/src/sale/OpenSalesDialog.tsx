// Every sale without an end, of every product, with its live state. An Admin chooses the record that is the sale, where the other
// side has some that may be it, and decides those that nobody could find out about.
import { formatGmd, type OpenSale } from '@flexpower/contract'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Modal } from '../ui/dialog/Modal.tsx'
import { ChosenSale } from './ChosenSale.tsx'
import { DecideForm } from './DecideForm.tsx'
import { PendingProgress } from './PendingProgress.tsx'
import { whoIs, words } from './products.ts'
import { type ChosenEnd, hasChoice, SeenRecords } from './SeenRecords.tsx'

interface OpenSalesDialogProps {
  open: boolean
  onClose: () => void
  sales: readonly OpenSale[]
  mayDecide: boolean
}

export function OpenSalesDialog({ open, onClose, sales, mayDecide }: OpenSalesDialogProps) {
  const [ended, setEnded] = useState<readonly ChosenEnd[]>([])
  const isEnded = ({ id }: OpenSale) => ended.some((end) => end.sale.id === id)
  const stillOpen = sales.filter((sale) => !isEnded(sale))
  return (
    <Modal open={open} onClose={onClose} title="Open sales" size="wide">
      {stillOpen.length + ended.length === 0 ? (
        <EmptyState icon="check" title="No sale is open">
          Every sale has its end; what became of the last ones stands above the list.
        </EmptyState>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {ended.map((end) => (
            <li key={end.sale.reference}>
              <ChosenSale end={end} />
            </li>
          ))}
          {stillOpen.map((sale) => (
            <li
              key={sale.reference}
              className="grid grid-cols-[minmax(0,1fr)] gap-4 not-first:border-t not-first:border-line not-first:pt-6"
            >
              <OpenSaleView
                sale={sale}
                mayDecide={mayDecide}
                onEnded={(end) => setEnded((before) => [...before, end])}
              />
            </li>
          ))}
        </ul>
      )}
    </Modal>
  )
}

interface OpenSaleViewProps {
  sale: OpenSale
  mayDecide: boolean
  onEnded: (end: ChosenEnd) => void
}

function OpenSaleView({ sale, mayDecide, onEnded }: OpenSaleViewProps) {
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
      {mayDecide && (canDecide || hasChoice(sale)) && <SeenRecords sale={sale} onEnded={onEnded} />}
      {!mayDecide && hasChoice(sale) && (
        <p className="text-sm text-ink-2">
          An Admin can end this sale now: under Open sales, by choosing what {words[sale.product].otherSide}{' '}
          has for it.
        </p>
      )}
      {canDecide &&
        (isDeciding ? (
          <DecideForm sale={sale} onDone={() => setDeciding(false)} />
        ) : (
          <Button className="justify-self-start" onClick={() => setDeciding(true)}>
            {hasChoice(sale) ? 'None of these' : 'Decide this sale'}
          </Button>
        ))}
    </>
  )
}
