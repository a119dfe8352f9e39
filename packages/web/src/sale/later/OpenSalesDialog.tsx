// Every sale without a known end, of every product, with its live state. Where the other side has records that may be
// the sale, an Admin chooses one. An Admin also decides the sales that nobody could find out about.
import {
  electricity,
  formatGmd,
  formatReceiptCode,
  formatToken,
  type OpenSale,
  sales,
} from '@flexpower/contract'
import { useState } from 'react'
import { useRefresh } from '../../api/hooks/use-call.ts'
import { site } from '../../api/site.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Modal } from '../../ui/dialog/Modal.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { DecideForm } from './DecideForm.tsx'
import { PendingProgress } from './PendingProgress.tsx'
import { describeBuyer, products } from '../products.ts'
import { type ChosenEnd, hasChoice, SeenRecords } from './SeenRecords.tsx'

interface OpenSalesDialogProps {
  open: boolean
  title?: string
  onClose: () => void
  openSales: readonly OpenSale[]
  mayDecide: boolean
}

export function OpenSalesDialog({
  open,
  title = 'Open sales',
  onClose,
  openSales,
  mayDecide,
}: OpenSalesDialogProps) {
  const refreshSales = useRefreshSales()
  const [ended, setEnded] = useState<readonly ChosenEnd[]>([])
  const isEnded = ({ id }: OpenSale) => ended.some((end) => end.sale.id === id)
  const stillOpen = openSales.filter((sale) => !isEnded(sale))
  return (
    <Modal open={open} onClose={onClose} title={title} size="wide">
      {stillOpen.length + ended.length === 0 ? (
        <EmptyState icon="check" title="No sale is open">
          Every sale has ended. The results of the last ones are above the list.
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
                onEnded={(end) => {
                  setEnded((before) => [...before, end])
                  refreshSales(sale)
                }}
                onDecided={() => refreshSales(sale)}
              />
            </li>
          ))}
        </ul>
      )}
    </Modal>
  )
}

/** After an Admin has ended a sale, reads the lists and figures that show it again. */
function useRefreshSales(): (ended: OpenSale) => void {
  const refresh = useRefresh()
  return ({ product }) => {
    refresh(sales.open, electricity.counter)
    products[product].loadSales().then(
      ({ lists }) => refresh(...lists),
      // If its code is not loaded, none of its lists is in view.
      () => {},
    )
  }
}

interface OpenSaleViewProps {
  sale: OpenSale
  mayDecide: boolean
  onEnded: (end: ChosenEnd) => void
  onDecided: () => void
}

function OpenSaleView({ sale, mayDecide, onEnded, onDecided }: OpenSaleViewProps) {
  const [isDeciding, setDeciding] = useState(false)
  const canDecide = mayDecide && sale.state === 'manual'
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-4 text-sm text-ink-2">
        <span>
          {products[sale.product].title}, {formatGmd(sale.tendered)}
        </span>
        <span>
          {sale.reference}, {sale.cashierName}, {sale.location}
        </span>
      </p>
      <PendingProgress {...sale} product={products[sale.product]} who={describeBuyer(sale)} />
      {sale.receiptCode !== null && (
        <p className="text-sm text-ink-2">
          The customer can follow this sale at {site.publicUrl}/r with the code{' '}
          <b className="font-semibold whitespace-nowrap">{formatReceiptCode(sale.receiptCode)}</b>.
        </p>
      )}
      {mayDecide && (canDecide || hasChoice(sale)) && <SeenRecords sale={sale} onEnded={onEnded} />}
      {!mayDecide && hasChoice(sale) && (
        <p className="text-sm text-ink-2">
          An Admin can end this sale now: under Open sales, by choosing what{' '}
          {products[sale.product].otherSide} has for it.
        </p>
      )}
      {canDecide &&
        (isDeciding ? (
          <DecideForm
            sale={sale}
            onDecided={() => {
              onDecided()
              setDeciding(false)
            }}
            onCancel={() => setDeciding(false)}
          />
        ) : (
          <Button className="justify-self-start" onClick={() => setDeciding(true)}>
            {hasChoice(sale) ? 'None of these' : 'Decide this sale'}
          </Button>
        ))}
    </>
  )
}

/** The end of a sale whose record an Admin chose: its tokens to hand over, or how somebody else ended it first. */
function ChosenSale({ end: { sale, isChosen, message, tokens, tokenNames } }: { end: ChosenEnd }) {
  if (!isChosen) return <Notice tone="info" title={message} />
  return (
    <Notice tone="ok" title={message}>
      <p>
        {describeBuyer(sale)}. The receipt is printed from the list on {products[sale.product].title}.
      </p>
      {tokens.length > 0 && (
        <ol aria-label="Tokens in the order of entry" className="mt-2 grid gap-1">
          {tokens.map((token, at) => (
            <li key={token}>
              {tokens.length > 1 && (
                <span className="block text-sm">
                  {at + 1} of {tokens.length}
                  {tokenNames[at] ? `, ${tokenNames[at]}` : ''}
                </span>
              )}
              <span className="font-mono text-[clamp(1rem,4.75vw,1.5rem)] font-semibold whitespace-pre text-ink">
                {formatToken(token)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Notice>
  )
}
