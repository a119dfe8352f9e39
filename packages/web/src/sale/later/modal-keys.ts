// Keys while the modal or the card of a sale is shown, handled before any element gets them.
import { useEffect, useEffectEvent } from 'react'
import type { SaleDesk } from '../product.ts'
import type { Step } from './use-sale.ts'

function useKeyDown(isListening: boolean, onKey: (event: KeyboardEvent) => void): void {
  const tell = useEffectEvent(onKey)
  useEffect(() => {
    if (!isListening) return undefined
    const listen = (event: KeyboardEvent) => tell(event)
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [isListening])
}

/** N or F2 begins the next sale while a card is shown. */
export function useNewSaleKey({
  isCardOpen,
  startSale,
}: Pick<SaleDesk<never>, 'isCardOpen' | 'startSale'>): void {
  useKeyDown(isCardOpen, ({ key, ctrlKey, metaKey, altKey }) => {
    if (!ctrlKey && !metaKey && !altKey && /^(n|F2)$/i.test(key)) startSale()
  })
}

interface SubmitActions {
  onUnverified: () => void
  onSell: () => void
}

/**
 * Enter in the form of a sale that is verified first: once all fields are filled, it verifies, then sells. Any other
 * way to submit asks the user to verify.
 */
export function useSubmitKeys(
  isListening: boolean,
  at: Step<unknown, unknown>['at'],
  { onUnverified, onSell }: SubmitActions,
): void {
  useKeyDown(isListening, (event) => {
    if (event.key !== 'Enter') return
    // A held-down key has verified; it must not also sell.
    if (event.repeat) event.preventDefault()
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    if (at === 'entry') onUnverified()
    else if (at === 'verified') onSell()
  })
}
