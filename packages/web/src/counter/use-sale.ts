// One sale in the modal, whatever is sold: verify where somebody has to be asked first, sell, and what to do when no answer
// comes. The key was made when the modal opened and goes with every attempt, so that however often it is sent it sells once.
import { CallRefused, IDEMPOTENCY_HEADER } from '@flexpower/contract'
import { useRef, useState } from 'react'
import { toast } from '../ui/toast.ts'
import type { Entry } from './own-memory.ts'
import { saleRefusalText, verifyFailureText } from './sale-failures.ts'
import type { Attempt, SaleDesk } from './use-sale-desk.ts'

/** `Order` is what is sold, as the form knows it; `Quote` what the other side said of it beforehand. */
export type Step<Order, Quote> =
  | { at: 'entry' }
  | { at: 'verified'; order: Order; quote: Quote }
  /** The server holds the money and asks the other side. */
  | { at: 'pending'; order: Order; quote: Quote | null }
  /** It was pending; nothing was sold, and the money is back. */
  | { at: 'released'; order: Order; quote: Quote | null }
  /** Sent, and this browser does not know what became of it. */
  | { at: 'unanswered'; order: Order; quote: Quote | null }

/** Longer than the server waits for the other side; after that the link is dead and the person must know. */
const ANSWER_MS = 45_000

interface CallOptions {
  signal: AbortSignal
  headers?: Record<string, string>
}

export interface SaleParts<Order, Quote, Sale> {
  desk: SaleDesk<Sale>
  attempt: Attempt
  /** What was entered before, when the modal opens on a sale that has no answer yet. */
  orderOf: (entry: Entry) => Order
  /** As a person would type it. */
  entryOf: (order: Order) => Entry
  verify?: (order: Order, options: CallOptions) => Promise<Quote>
  sell: (order: Order, options: CallOptions) => Promise<{ sale?: Sale | undefined; reference: string }>
  /** What the server holds against single fields. */
  onFieldErrors: (errors: Record<string, string[]>) => void
}

export function useSale<Order, Quote, Sale>(parts: SaleParts<Order, Quote, Sale>) {
  const { desk, attempt, entryOf } = parts
  const { key: saleKey } = attempt.entered
  const [step, setStep] = useStep(parts)
  const { problem, setProblem, complain, complainOf } = useProblem(parts.onFieldErrors)
  const [isSelling, setSelling] = useState(false)
  // State comes too late for two presses within one frame.
  const isSent = useRef(false)

  async function verify(order: Order): Promise<void> {
    if (parts.verify === undefined) return
    setProblem(null)
    try {
      const quote = await parts.verify(order, { signal: AbortSignal.timeout(ANSWER_MS) })
      setStep({ at: 'verified', order, quote })
      toast.success('Account verified successfully!')
    } catch (error) {
      setStep({ at: 'entry' })
      complainOf(error, verifyFailureText(error))
    }
  }

  async function send(order: Order, quote: Quote | null): Promise<void> {
    if (isSent.current) return
    isSent.current = true
    setSelling(true)
    setProblem(null)
    const { phone } = entryOf(order)
    try {
      const answer = await parts.sell(order, {
        headers: { [IDEMPOTENCY_HEADER]: saleKey },
        signal: AbortSignal.timeout(ANSWER_MS),
      })
      if (answer.sale !== undefined) desk.sold(answer.sale, phone)
      else {
        setStep({ at: 'pending', order, quote })
        desk.pending(answer.reference, phone)
      }
    } catch (error) {
      const refusal = saleRefusalText(error)
      if (refusal === null) {
        setStep({ at: 'unanswered', order, quote })
        desk.unanswered({ ...entryOf(order), key: saleKey })
      } else if (step.at === 'entry' && isAboutInput(error)) complainOf(error, refusal)
      else desk.refused(refusal)
    } finally {
      isSent.current = false
      setSelling(false)
    }
  }

  return {
    step,
    problem,
    isSelling,
    complain,
    verify,
    /** Straight from the form, where nobody has to be asked first. */
    sellAsEntered: (order: Order) => send(order, null),
    sell: () => {
      if (step.at === 'verified' || step.at === 'unanswered') void send(step.order, step.quote)
    },
    /** The input may be changed again; what was verified counts no longer. */
    unlock: () => {
      setProblem(null)
      setStep({ at: 'entry' })
    },
  }
}

function useStep<Order, Quote, Sale>({ desk, attempt, orderOf }: SaleParts<Order, Quote, Sale>) {
  const [step, setStep] = useState<Step<Order, Quote>>(() =>
    attempt.isRepeat ? { at: 'unanswered', order: orderOf(attempt.entered), quote: null } : { at: 'entry' },
  )
  const shown: Step<Order, Quote> =
    step.at === 'pending' && desk.released !== null ? { ...step, at: 'released' } : step
  return [shown, setStep] as const
}

/** What is wrong stays in the modal; the toast is only its echo. */
function useProblem(onFieldErrors: (errors: Record<string, string[]>) => void) {
  const [problem, setProblem] = useState<string | null>(null)
  function complain(text: string): void {
    setProblem(text)
    toast.error(text)
  }
  function complainOf(error: unknown, text: string): void {
    if (error instanceof CallRefused) onFieldErrors(error.errors)
    complain(text)
  }
  return { problem, setProblem, complain, complainOf }
}

/** Nothing was begun: the person corrects it where it was entered. */
const isAboutInput = (error: unknown): boolean => error instanceof CallRefused && error.status === 422
