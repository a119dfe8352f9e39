// One sale in the modal, for any product: verify where the product needs it, sell, and what to do when no answer comes. The
// key is made when the modal opens and goes with every attempt, so that the sale happens once, however often it is sent.
import { CallRefused, formatGmd, IDEMPOTENCY_HEADER } from '@flexpower/contract'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { beforeSessionEnd } from '../../api/session.ts'
import { toast } from '../../ui/toast.ts'
import type { Attempt, ProductFacts, SaleDesk } from '../product.ts'
import { type Entry, rememberInterrupted } from '../sale-memory.ts'
import { readAmount } from './entry-fields.tsx'
import { isSessionOver, saleRefusalText, verifyFailureText } from './sale-failures.ts'

/** `Order` is what is sold, as the form knows it. `Quote` is what the other side said about it beforehand. */
export type Step<Order, Quote> =
  | { at: 'entry' }
  | { at: 'verified'; order: Order; quote: Quote }
  /** The server holds the money and asks the other side. */
  | { at: 'pending'; order: Order; quote: Quote | null; told: string }
  /** It was pending. Nothing was sold, and the money is back. */
  | { at: 'released'; order: Order; quote: Quote | null; told: string }
  /** Sent, and this browser does not know the outcome. */
  | { at: 'unanswered'; order: Order; quote: Quote | null }

/** Longer than the server waits for the other side. After that the link is dead and the user must know. */
const ANSWER_MS = 45_000

/** A sale without an answer is requested again automatically for about a minute. Later the customer may be gone. */
const FOLLOW_MS = 4000
const FOLLOWED_MOST = 15

interface CallOptions {
  signal: AbortSignal
  headers?: Record<string, string>
}

export interface SaleParts<Order, Quote, Sale> {
  desk: SaleDesk<Sale>
  attempt: Attempt
  /** The earlier input, when the modal opens on a sale that has no answer yet. */
  readOrder: (entry: Entry) => Order
  /** As a person would type it. */
  writeEntry: (order: Order) => Entry
  /** What is in the form now. */
  readEntry: () => Entry
  verify?: (order: Order, options: CallOptions) => Promise<Quote>
  sell: (
    order: Order,
    options: CallOptions,
  ) => Promise<{ sale?: Sale | undefined; reference: string; message: string }>
  /** Shows what the server refused under its fields. */
  showFieldErrors: (error: unknown) => void
}

export function useSale<Order, Quote, Sale>(parts: SaleParts<Order, Quote, Sale>) {
  const { desk, attempt, writeEntry } = parts
  const { key: saleKey } = attempt.entered
  const [step, setStep] = useStep(parts)
  const { problem, setProblem, complain, complainAbout } = useProblem(parts.showFieldErrors)
  const { isSelling, isSent, begin, end } = useSending()

  async function verify(order: Order): Promise<void> {
    if (parts.verify === undefined) return
    setProblem(null)
    desk.readFloat()
    try {
      const quote = await parts.verify(order, { signal: AbortSignal.timeout(ANSWER_MS) })
      setStep({ at: 'verified', order, quote })
      toast.success('Account verified successfully!')
    } catch (error) {
      setStep({ at: 'entry' })
      if (!isSessionOver(error)) complainAbout(error, verifyFailureText(error))
    }
  }

  async function send(order: Order, quote: Quote | null): Promise<void> {
    if (!begin()) return
    setProblem(null)
    const wasSentBefore = step.at === 'unanswered'
    const entered = { ...writeEntry(order), key: saleKey }
    desk.sent(entered)
    try {
      const answer = await parts.sell(order, {
        headers: { [IDEMPOTENCY_HEADER]: saleKey },
        signal: AbortSignal.timeout(ANSWER_MS),
      })
      if (answer.sale !== undefined) desk.sold(answer.sale, entered.phone)
      else {
        setStep({ at: 'pending', order, quote, told: answer.message })
        desk.pending(answer.reference, entered.phone)
      }
    } catch (error) {
      const refusal = saleRefusalText(error, wasSentBefore)
      if (refusal === null) {
        setStep({ at: 'unanswered', order, quote })
        desk.unanswered(entered)
      } else if (isSessionOver(error)) desk.unsent(saleKey)
      else if (step.at === 'entry' && isAboutInput(error)) {
        desk.unsent(saleKey)
        complainAbout(error, refusal)
      } else desk.refused(refusal, entered)
    } finally {
      end()
    }
  }

  useFollowing(desk.isSaleOpen && step.at === 'unanswered' && !isSelling, attempt.isRepeat, () => {
    if (step.at === 'unanswered') void send(step.order, step.quote)
  })
  useKept(parts, step, isSent)

  return {
    step,
    problem,
    isSelling,
    complain,
    verify,
    /** Straight from the form, where there is no verification. */
    sellAsEntered: (order: Order) => send(order, null),
    sell: () => {
      if (step.at === 'verified' || step.at === 'unanswered') void send(step.order, step.quote)
    },
    /** The input can be changed again; the verification no longer counts. */
    unlock: () => {
      setProblem(null)
      setStep({ at: 'entry' })
    },
  }
}

function useSending() {
  const [isSelling, setSelling] = useState(false)
  // State updates too late for two presses within one frame.
  const isSent = useRef(false)
  const mark = (isOn: boolean) => {
    isSent.current = isOn
    setSelling(isOn)
  }
  return {
    isSelling,
    isSent,
    /** False: it is already under way. */
    begin: () => {
      if (isSent.current) return false
      mark(true)
      return true
    },
    end: () => mark(false),
  }
}

/** A sale that was opened to ask for its answer is asked for at once. */
function useFollowing(isUnanswered: boolean, isAtOnce: boolean, ask: () => void): void {
  const followed = useRef(0)
  const askNow = useEffectEvent(() => {
    followed.current += 1
    ask()
  })
  useEffect(() => {
    if (!isUnanswered || followed.current >= FOLLOWED_MOST) return undefined
    const timer = setTimeout(() => askNow(), isAtOnce && followed.current === 0 ? 0 : FOLLOW_MS)
    return () => clearTimeout(timer)
  }, [isUnanswered, isAtOnce])
}

/** When the session ends, the input is kept for the same user, and the login page says whether money moved. */
function useKept<Order, Quote, Sale>(
  { desk, attempt, readEntry, writeEntry }: SaleParts<Order, Quote, Sale>,
  step: Step<Order, Quote>,
  isSent: RefObject<boolean>,
): void {
  const keep = useEffectEvent((): string | null => {
    const { pendingReference: reference } = desk
    const { product } = desk.product
    const { key } = attempt.entered
    if (!desk.isSaleOpen) return null
    if ((step.at === 'pending' || step.at === 'released') && reference !== null) {
      const entry = writeEntry(step.order)
      rememberInterrupted({ product, entered: { ...entry, key }, pending: { reference, told: step.told } })
      return explainPending(desk.product, entry, step.at === 'released')
    }
    if (isSent.current || step.at === 'unanswered')
      return 'The session was over while a sale was on its way: it is not known yet whether it was sold. After you sign in, the page lists it and asks for it again; do not enter it again.'
    const entry = readEntry()
    if (entry.subject + entry.amount + entry.phone === '') return null
    rememberInterrupted({ product, entered: { ...entry, key } })
    return 'The session was over before the sale was made: nothing was sold and no money moved. After you sign in, what you entered is there again.'
  })
  useEffect(() => beforeSessionEnd(() => keep()), [])
}

function explainPending(
  { action, subject: to, sold }: ProductFacts,
  { subject, amount }: Entry,
  isReleased: boolean,
): string {
  const what = `${formatGmd(readAmount(amount))} to ${to} ${subject}`
  return isReleased
    ? `The session was over after the end of a ${action}: ${what} was not ${sold}, and the money is back. After you sign in, the page shows it again.`
    : `The session was over while a ${action} was open: ${what} is not decided yet. The money is held, not spent. After you sign in, check its status; do not enter it again.`
}

function useStep<Order, Quote, Sale>({ desk, attempt, readOrder }: SaleParts<Order, Quote, Sale>) {
  const [step, setStep] = useState<Step<Order, Quote>>(() => {
    const { entered, isRepeat, pending } = attempt
    if (pending !== null) return { at: 'pending', order: readOrder(entered), quote: null, told: pending.told }
    return isRepeat ? { at: 'unanswered', order: readOrder(entered), quote: null } : { at: 'entry' }
  })
  const shown: Step<Order, Quote> =
    step.at === 'pending' && desk.released !== null ? { ...step, at: 'released' } : step
  return [shown, setStep] as const
}

/** The problem stays in the modal; the toast only repeats it. */
function useProblem(showFieldErrors: (error: unknown) => void) {
  const [problem, setProblem] = useState<string | null>(null)
  function complain(text: string): void {
    setProblem(text)
    toast.error(text)
  }
  function complainAbout(error: unknown, text: string): void {
    showFieldErrors(error)
    complain(text)
  }
  return { problem, setProblem, complain, complainAbout }
}

/** Nothing was started: the user corrects the input in the form. */
const isAboutInput = (error: unknown): boolean => error instanceof CallRefused && error.status === 422
