// The state of the counter for any product: the current sale, the sale that is shown, and the outcomes, which stay on
// the page until somebody has read them. No outcome is only in a toast.
import { electricity, type ProductName, sales } from '@flexpower/contract'
import { startTransition, useCallback, useEffect, useState } from 'react'
import { newKey } from '../api/hooks/new-key.ts'
import { useRefresh } from '../api/hooks/use-call.ts'
import { whenIdle } from '../lib/lazy-page.ts'
import { TOAST_SHORT_MS, toast } from '../ui/toast.ts'
import { useOpenSales } from './open-sales.ts'
import type {
  Attempt,
  ProductFacts,
  ProductSales,
  SaleDesk,
  SaleResult,
  SaleOnCard,
  SaleOutcome,
  SoldSale,
} from './product.ts'
import {
  type EnteredSale,
  type Entry,
  forgetSent,
  readMemory,
  remember,
  rememberSent,
} from './sale-memory.ts'

export function useSaleDesk<Sale extends { transactionId: string }>(
  facts: ProductFacts,
  itsSales: ProductSales<Sale>,
): SaleDesk<Sale> {
  const { product } = facts
  const refresh = useRefresh()
  const card = useCard<Sale>()
  const { setPending, setReleased, pendingPhone, ...hand } = useSaleInHand(product, card.closeCard)
  const { outcomes, tell, dismiss } = useOutcomes<Sale>()
  const refreshAll = () => refresh(...itsSales.lists, electricity.counter, sales.open)
  const isUnanswered = (outcome: SaleOutcome<Sale>, key: string | undefined) =>
    outcome.kind === 'unanswered' && outcome.entered.key === key

  /** The current sale has its answer: there is nothing left to ask. */
  function forgetUnanswered(): void {
    if (hand.attempt !== null) forgetSent(hand.attempt.entered.key)
    for (const each of outcomes) if (isUnanswered(each, hand.attempt?.entered.key)) dismiss(each)
  }
  function sold(sale: Sale, phone: string): void {
    toast.success('Transaction added successfully!', TOAST_SHORT_MS)
    itsSales.remember?.(sale, phone)
    hand.closeSale()
    forgetUnanswered()
    refreshAll()
    card.show({ sale, phone, isNew: true })
  }
  function refused(message: string, entry: Entry): void {
    toast.error(message)
    hand.closeSale()
    forgetUnanswered()
    tell({ kind: 'refused', product, message, entry })
    refreshAll()
  }
  function ended(end: SaleResult<Sale>): void {
    const isInHand = hand.isSaleOpen && end.reference === hand.pendingReference
    if (isInHand && end.kind === 'sold' && end.sale !== null) sold(end.sale, pendingPhone)
    else if (isInHand && end.kind === 'released') setReleased(end.message)
    // The open sales may include one whose answer is already on the card: it is announced once.
    else if (end.reference !== card.shown?.sale.transactionId) tell(end)
    refreshAll()
  }
  const open = useOpenSales(facts, itsSales, ended)
  return {
    ...hand,
    ...card,
    product: facts,
    openSales: open.sales,
    outcomes,
    dismiss,
    sold,
    refused,
    pending: (reference, phone) => {
      forgetUnanswered()
      setPending({ reference, phone })
      open.await(reference)
      // The held amount has left the float.
      refreshAll()
    },
    sent: (entered) => rememberSent({ product, entered }),
    unsent: forgetSent,
    readFloat: () => refresh(electricity.counter),
    unanswered: (entered) => {
      if (!outcomes.some((each) => isUnanswered(each, entered.key))) {
        toast.info('It is not known yet whether this was sold')
        tell({ kind: 'unanswered', product, entered })
      }
      refreshAll()
    },
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

const FRESH = { isRepeat: false, isRestored: false, isAhead: false, pending: null }
const EMPTY: Entry = { subject: '', amount: '', phone: '' }

const newAttempt = (entry: Entry): Attempt => ({ ...FRESH, entered: { ...entry, key: newKey() } })

/** The sale that was in the modal when the session ended: it opens again after signing in. */
function readInterrupted(product: ProductName): Attempt | null {
  const { interrupted } = readMemory()
  if (interrupted?.product !== product) return null
  const { entered, pending = null } = interrupted
  return { ...FRESH, entered, pending, isRestored: true }
}

const readPending = (attempt: Attempt | null) =>
  attempt?.pending ? { reference: attempt.pending.reference, phone: attempt.entered.phone } : null

/** The attempt stays after the modal closes, so that the closing modal still shows it; the next one replaces it. */
function useSaleInHand(product: ProductName, onOpen: () => void) {
  const [attempt, setAttempt] = useState(() => readInterrupted(product))
  const [isSaleOpen, setSaleOpen] = useState(attempt !== null)
  const isRestored = attempt?.isRestored === true
  useEffect(() => {
    if (isRestored) remember({ interrupted: null })
  }, [isRestored])
  const [pending, setPending] = useState(() => readPending(attempt))
  const [released, setReleased] = useState<string | null>(null)
  function open(next: Attempt): void {
    onOpen()
    setAttempt(next)
    setPending(null)
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
    pendingReference: pending?.reference ?? null,
    pendingPhone: pending?.phone ?? '',
    setPending,
    released,
    setReleased,
    startSale: (subject = '') => {
      if (attempt?.isAhead && subject === '') open({ ...attempt, isAhead: false })
      else sellAgain({ ...EMPTY, subject })
    },
    sellAgain,
    repeatSale: (entered: EnteredSale) => open({ ...FRESH, entered, isRepeat: true }),
    closeSale: () => setSaleOpen(false),
  }
}

/** The latest first. A sale without an answer survives a reload, because its key must not be lost. */
function useOutcomes<Sale>() {
  const [outcomes, setOutcomes] = useState<readonly SaleOutcome<Sale>[]>(() =>
    readMemory().sentSales.map((sent) => ({ kind: 'unanswered', ...sent })),
  )
  const tell = useCallback((outcome: SaleOutcome<Sale>) => setOutcomes((told) => [outcome, ...told]), [])
  const dismiss = useCallback((outcome: SaleOutcome<Sale>) => {
    if (outcome.kind === 'unanswered') forgetSent(outcome.entered.key)
    setOutcomes((told) => told.filter((each) => each !== outcome))
  }, [])
  return { outcomes, tell, dismiss }
}
