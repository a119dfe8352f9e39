// What goes on at the counter's desk: the sale in hand, the token on the card, and the outcomes that stay in the page
// until somebody has read them. No outcome is only in a toast.
import { electricity, type ElectricitySale, type OpenSale, sales } from '@flexpower/contract'
import { useCallback, useState } from 'react'
import { useRefresh } from '../api/hooks.ts'
import { TOAST_SHORT_MS, toast } from '../ui/toast.ts'
import { type EnteredSale, readMemory, remember, rememberMeter } from './own-memory.ts'
import { type SaleEnd, useOpenSales } from './use-open-sales.ts'

/** One sale from the opening of the modal to its final answer. */
export interface Attempt {
  entered: EnteredSale
  /** Sent before, without an answer: the same key is sent again. */
  isRepeat: boolean
}

export interface ShownToken {
  sale: ElectricitySale
  /** Known only right after the sale. */
  phone: string
  isNew: boolean
}

export type Outcome =
  | { kind: 'refused'; message: string }
  | SaleEnd
  | { kind: 'unanswered'; entered: EnteredSale }

interface SaleInHand {
  attempt: Attempt | null
  isSaleOpen: boolean
  /** The sale in the modal, when its end is awaited there. */
  pendingReference: string | null
  /** Why the money of the sale in the modal came back; null as long as it has not. */
  released: string | null
  startSale: (meter?: string) => void
  /** A new sale, with a key of its own, of what was entered once before. */
  sellAgain: (entered: Omit<EnteredSale, 'key'>) => void
  repeatSale: (entered: EnteredSale) => void
  closeSale: () => void
}

interface TokenOnCard {
  token: ShownToken | null
  isTokenOpen: boolean
  showToken: (token: ShownToken) => void
  closeToken: () => void
}

export interface SaleDesk extends SaleInHand, TokenOnCard {
  openSales: readonly OpenSale[]
  outcomes: readonly Outcome[]
  dismiss: (outcome: Outcome) => void
  sold: (sale: ElectricitySale, phone: string) => void
  refused: (message: string) => void
  pending: (reference: string, phone: string) => void
  unanswered: (entered: EnteredSale) => void
}

export function useSaleDesk(): SaleDesk {
  const refresh = useRefresh()
  const card = useTokenCard()
  const { setPending, setReleased, pendingPhone, ...hand } = useSaleInHand(card.closeToken)
  const { outcomes, tell, dismiss } = useOutcomes()
  const refreshAll = () => refresh(electricity.list, electricity.listOf, electricity.counter, sales.open)

  /** The sale in hand has its answer now: nothing is left to ask. */
  function forgetUnanswered(): void {
    const key = hand.attempt?.entered.key
    for (const each of outcomes) if (each.kind === 'unanswered' && each.entered.key === key) dismiss(each)
  }
  function sold(sale: ElectricitySale, phone: string): void {
    toast.success('Transaction added successfully!', TOAST_SHORT_MS)
    rememberMeter({ meter: sale.meter, name: sale.customerName, phone })
    hand.closeSale()
    forgetUnanswered()
    refreshAll()
    card.showToken({ sale, phone, isNew: true })
  }
  function refused(message: string): void {
    toast.error(message)
    hand.closeSale()
    forgetUnanswered()
    tell({ kind: 'refused', message })
    refreshAll()
  }
  function ended(end: SaleEnd): void {
    const isInHand = hand.isSaleOpen && end.reference === hand.pendingReference
    if (isInHand && end.kind === 'sold') sold(end.sale, pendingPhone)
    else if (isInHand && end.kind === 'released') setReleased(end.message)
    else tell(end)
    refreshAll()
  }
  const open = useOpenSales(ended)
  return {
    ...hand,
    ...card,
    openSales: open.sales,
    outcomes,
    dismiss,
    sold,
    refused,
    pending: (reference, phone) => {
      forgetUnanswered()
      setPending({ reference, phone })
      open.await(reference)
      // What is held has left the float.
      refreshAll()
    },
    unanswered: (entered) => {
      toast.error('Failed to add transaction')
      if (!outcomes.some((each) => each.kind === 'unanswered' && each.entered.key === entered.key))
        tell({ kind: 'unanswered', entered })
      refreshAll()
    },
  }
}

function useTokenCard(): TokenOnCard {
  const [token, setToken] = useState<ShownToken | null>(null)
  const [isTokenOpen, setTokenOpen] = useState(false)
  const showToken = useCallback((next: ShownToken) => {
    setToken(next)
    setTokenOpen(true)
  }, [])
  return { token, isTokenOpen, showToken, closeToken: () => setTokenOpen(false) }
}

/** The attempt stays when the modal closes, so that it can close in peace; the next one replaces it. */
function useSaleInHand(onOpen: () => void) {
  const [attempt, setAttempt] = useState<Attempt | null>(null)
  const [isSaleOpen, setSaleOpen] = useState(false)
  const [pending, setPending] = useState<{ reference: string; phone: string } | null>(null)
  const [released, setReleased] = useState<string | null>(null)
  function open(next: Attempt): void {
    onOpen()
    setAttempt(next)
    setPending(null)
    setReleased(null)
    setSaleOpen(true)
  }
  return {
    attempt,
    isSaleOpen,
    pendingReference: pending?.reference ?? null,
    pendingPhone: pending?.phone ?? '',
    setPending,
    released,
    setReleased,
    startSale: (meter = '') => open({ entered: withKey({ meter, amount: '', phone: '' }), isRepeat: false }),
    sellAgain: (entered: Omit<EnteredSale, 'key'>) => open({ entered: withKey(entered), isRepeat: false }),
    repeatSale: (entered: EnteredSale) => open({ entered, isRepeat: true }),
    closeSale: () => setSaleOpen(false),
  }
}

/** The latest first. A sale without an answer is kept beyond a reload, because its key must not be lost. */
function useOutcomes() {
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>(() => {
    const { unanswered } = readMemory()
    return unanswered === null ? [] : [{ kind: 'unanswered', entered: unanswered }]
  })
  const tell = useCallback((outcome: Outcome) => {
    if (outcome.kind === 'unanswered') remember({ unanswered: outcome.entered })
    setOutcomes((told) => [outcome, ...told])
  }, [])
  const dismiss = useCallback((outcome: Outcome) => {
    if (outcome.kind === 'unanswered') remember({ unanswered: null })
    setOutcomes((told) => told.filter((each) => each !== outcome))
  }, [])
  return { outcomes, tell, dismiss }
}

const withKey = (entered: Omit<EnteredSale, 'key'>): EnteredSale => ({ ...entered, key: newSaleKey() })

/** randomUUID alone would do, but a counter on plain http in a local network does not have it. */
function newSaleKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
