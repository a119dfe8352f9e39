// The state of the counter for any product: the current sale, the sale that is shown, and the outcomes, which stay on
// the page until somebody has read them. No outcome is only in a toast.
import { electricity, sales } from '@flexpower/contract'
import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { newKey } from '../api/hooks/new-key.ts'
import { useRefresh } from '../api/hooks/use-call.ts'
import { whenIdle } from '../lib/lazy-page.ts'
import { TOAST_SHORT_MS, toast } from '../ui/toast.ts'
import { useOpenSales } from './open-sales.ts'
import type {
  Attempt,
  EnteredSale,
  Entry,
  ProductFacts,
  ProductSales,
  SaleDesk,
  SaleOnCard,
  SaleOutcome,
  SaleResult,
  SoldSale,
} from './product.ts'

export function useSaleDesk<Sale extends { transactionId: string }>(
  facts: ProductFacts,
  itsSales: ProductSales<Sale>,
): SaleDesk<Sale> {
  const { product } = facts
  const refreshCalls = useRefresh()
  const card = useCard<Sale>()
  const { setReleased, ...hand } = useSaleInHand(card.closeCard)
  const { outcomes, tell, dismiss } = useOutcomes<Sale>()
  const refresh = () => refreshCalls(...itsSales.lists, electricity.counter, sales.open)

  function ended(end: SaleResult<Sale>, entered: EnteredSale | null): boolean {
    refresh()
    const isShown = entered !== null && hand.isInHand(entered.key)
    if (isShown && end.kind === 'released') setReleased(end.message)
    else if (isShown && end.kind === 'sold' && end.sale !== null) {
      toast.success('Transaction added successfully!', TOAST_SHORT_MS)
      hand.closeSale()
      card.show({ sale: end.sale, phone: entered.phone, isNew: true, key: entered.key })
    } else tell({ ...end, key: entered?.key ?? null })
    return isShown
  }
  return {
    ...hand,
    ...card,
    ...useOpenSales(),
    product: facts,
    outcomes,
    dismiss,
    ended,
    sold: (sale, entered) =>
      ended(
        {
          kind: 'sold',
          product,
          reference: sale.transactionId,
          announcement: itsSales.describe(sale),
          sale,
        },
        entered,
      ),
    refused: (message, entered, itsProduct = product) => {
      const { key } = entered
      toast.error(message)
      if (hand.isInHand(key)) hand.closeSale()
      tell({ kind: 'refused', product: itsProduct, message, entry: entered, key })
      refresh()
    },
    readFloat: () => refreshCalls(electricity.counter),
    refresh,
  }
}

function useCard<Sale>(): SaleOnCard<Sale> {
  const [shown, setShown] = useState<SoldSale<Sale> | null>(null)
  const [isCardOpen, setCardOpen] = useState(false)
  const show = useCallback((next: SoldSale<Sale>) => {
    setShown(next)
    setCardOpen(true)
  }, [])
  return { shown, isCardOpen, show, closeCard: () => setCardOpen(false) }
}

const FRESH = { isRestored: false, isUnsent: false, isSent: false, isAhead: false }
const EMPTY: Entry = { subject: '', amount: '', phone: '' }

const newAttempt = (entry: Entry): Attempt => ({ ...FRESH, entered: { ...entry, key: newKey() } })

/** The attempt stays after the modal closes, so that the closing modal still shows it; the next one replaces it. */
function useSaleInHand(onOpen: () => void) {
  const [attempt, setAttempt] = useState<Attempt | null>(null)
  const [isSaleOpen, setSaleOpen] = useState(false)
  const [released, setReleased] = useState<string | null>(null)
  // The answer to an earlier sale may come while the next customer is served: it must not touch their modal.
  const keyInHand = useRef<string | null>(null)
  function open(next: Attempt): void {
    onOpen()
    keyInHand.current = next.entered.key
    setAttempt(next)
    setReleased(null)
    setSaleOpen(true)
  }
  const sellAgain = (entry: Entry) => open(newAttempt(entry))
  // On a slow counter it takes longer to draw a modal than to show it. So the next one is drawn while nobody waits.
  useEffect(() => {
    if (isSaleOpen) return undefined
    return whenIdle(() => startTransition(() => setAttempt({ ...newAttempt(EMPTY), isAhead: true })))
  }, [isSaleOpen])
  return {
    attempt,
    isSaleOpen,
    isInHand: (key: string) => keyInHand.current === key,
    released,
    setReleased,
    startSale: (subject = '') => {
      if (attempt?.isAhead && subject === '') open({ ...attempt, isAhead: false })
      else sellAgain({ ...EMPTY, subject })
    },
    sellAgain,
    reopenSale: (entered: EnteredSale, known: Partial<Attempt>) =>
      open({ ...FRESH, isRestored: true, ...known, entered }),
    closeSale: () => {
      keyInHand.current = null
      setSaleOpen(false)
    },
  }
}

/** The latest first. */
function useOutcomes<Sale>() {
  const [outcomes, setOutcomes] = useState<readonly SaleOutcome<Sale>[]>([])
  const tell = useCallback((outcome: SaleOutcome<Sale>) => setOutcomes((told) => [outcome, ...told]), [])
  const dismiss = useCallback(
    (outcome: SaleOutcome<Sale>) => setOutcomes((told) => told.filter((each) => each !== outcome)),
    [],
  )
  return { outcomes, tell, dismiss }
}
