// One sale in the modal, for any product: verify where the product needs it, sell, and what to do when no answer comes. The
// key is made when the modal opens and goes with every attempt, so that the sale happens once, however often it is sent.
import { CallRefused, formatGmd, IDEMPOTENCY_HEADER } from '@flexpower/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isOnline } from '../../api/hooks/use-online.ts'
import { beforeSessionEnd } from '../../api/session.ts'
import { now } from '../../lib/clock.ts'
import { toast } from '../../ui/toast.ts'
import { ENDED } from '../open-sale-texts.ts'
import type { Attempt, Entry, ProductFacts, SaleDesk } from '../product.ts'
import { askForKey, askUntilAnswered } from './ask-server.ts'
import { readAmount } from './entry-fields.tsx'
import {
  changeKept,
  claimEnd,
  findKept,
  forgetSale,
  keepSent,
  keepTyped,
  readVisit,
  useSentSale,
} from './kept-sales.ts'
import { isSessionOver, OFFLINE, saleRefusalText, verifyFailureText } from './sale-failures.ts'
import type { KeptSale } from './sale-rows.ts'

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
/** The server answers other questions and does not have the sale: the request was lost on its way. */
const LOST_MS = 5000
const LOOK_MS = 500

/** A sale that the server does not have is sent again automatically for a minute. Later the customer may be gone. */
const FOLLOW_MS = 60_000

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
  /** Calls back whenever that changes; the returned function stops it. */
  watchEntry: (onChange: () => void) => () => void
  verify?: (order: Order, options: CallOptions) => Promise<Quote>
  sell: (
    order: Order,
    options: CallOptions,
  ) => Promise<{ sale?: Sale | undefined; reference: string; message: string }>
  /** Shows what the server refused under its fields. */
  showFieldErrors: (error: unknown) => void
}

export function useSale<Order, Quote, Sale>(parts: SaleParts<Order, Quote, Sale>) {
  const { desk, attempt } = parts
  const { key: saleKey } = attempt.entered
  const kept = useSentSale(saleKey)
  const { step, setStep, setSent } = useStep(parts, kept)
  const { problem, setProblem, complain, complainAbout } = useProblem(parts.showFieldErrors)
  const { isSelling, begin, end } = useSending()

  async function verify(order: Order): Promise<void> {
    const { verify: ask } = parts
    if (ask === undefined) return
    setProblem(null)
    desk.readFloat()
    try {
      const quote = await askUntilAnswered(saleKey, () =>
        ask(order, { signal: AbortSignal.timeout(ANSWER_MS) }),
      )
      setStep({ at: 'verified', order, quote })
      toast.success('Account verified successfully!')
    } catch (error) {
      setStep({ at: 'entry' })
      if (!isSessionOver(error)) complainAbout(error, verifyFailureText(error))
    }
  }

  const send = buildSend(parts, step, { setStep, setSent, setProblem, complain, complainAbout, begin, end })

  const isUnheard = kept?.isUnheard === true
  useFollowing(desk.isSaleOpen && step.at === 'unanswered' && isUnheard && !isSelling, kept, () => {
    if (step.at === 'unanswered') void send(step.order, step.quote)
  })
  useTyping(parts, step.at)
  useSessionEnd(parts, step, kept)

  return {
    step,
    problem,
    isSelling,
    isSent: kept !== undefined,
    /** The server was asked, and does not have it. */
    isUnheard,
    reference: kept?.reference ?? null,
    complain,
    verify,
    /** Straight from the form, where there is no verification. */
    sellAsEntered: (order: Order) => send(order, null),
    sell: () => {
      if (step.at !== 'verified' && step.at !== 'unanswered') return
      // After a reload or a crash the server is asked first, and only what it does not have is sent.
      if (attempt.isSent && !isUnheard) changeKept(saleKey, { askFrom: now() })
      else void send(step.order, step.quote)
    },
    /** The input can be changed again; the verification no longer counts. */
    unlock: () => {
      setProblem(null)
      setStep({ at: 'entry' })
    },
  }
}

/** What sending changes in the modal. */
interface Shown<Order, Quote> {
  setStep: (step: Step<Order, Quote>) => void
  setSent: (sent: Sent<Order, Quote>) => void
  setProblem: (text: string | null) => void
  complain: (text: string) => void
  complainAbout: (error: unknown, text: string) => void
  begin: () => boolean
  end: () => void
}

/** Returns a function that sends the sale with its key. Its answer counts even if the next customer is served by then. */
function buildSend<Order, Quote, Sale>(
  parts: SaleParts<Order, Quote, Sale>,
  step: Step<Order, Quote>,
  { setStep, setSent, setProblem, complain, complainAbout, begin, end }: Shown<Order, Quote>,
) {
  const { desk, attempt, writeEntry } = parts
  const { key: saleKey } = attempt.entered
  const { product } = desk.product

  function pend({ reference, message }: { reference: string; message: string }): void {
    if (findKept(saleKey)?.step === 'shown') return
    changeKept(saleKey, { step: 'open', reference, told: message })
    // The held amount has left the float.
    desk.refresh()
  }

  function doubt(order: Order, quote: Quote | null): void {
    if (findKept(saleKey)?.step !== 'sent') return
    changeKept(saleKey, { askFrom: now() })
    if (step.at !== 'unanswered') toast.info('It is not known yet whether this was sold')
    setStep({ at: 'unanswered', order, quote })
    desk.refresh()
  }

  return async function send(order: Order, quote: Quote | null): Promise<void> {
    if (!begin()) return
    setProblem(null)
    const wasSentBefore = step.at === 'unanswered'
    const visit = readVisit()
    const isLeft = () => readVisit() !== visit
    const entered = { ...writeEntry(order), key: saleKey }
    try {
      // Nothing is sold offline: then the sale is not even sent, and there is no doubt about it.
      if (!wasSentBefore && !isOnline() && (await askForKey(saleKey)) === null) return complain(OFFLINE)
      await keepSent({ product, entered })
      setSent({ order, quote })
      const answer = await waitFor(saleKey, (signal) =>
        parts.sell(order, { headers: { [IDEMPOTENCY_HEADER]: saleKey }, signal }),
      )
      const { reference } = answer
      // This screen was left: the next one that follows the sales tells how it ended.
      if (answer.sale === undefined || isLeft()) pend(answer)
      // Its end may have been found by its key, while this answer was on its way.
      else if (claimEnd(saleKey, { reference }) !== null && !desk.sold(answer.sale, entered))
        toast.info(ENDED)
    } catch (error) {
      const refusal = saleRefusalText(error, wasSentBefore)
      if (refusal !== null && isSessionOver(error)) await keepTyped({ product, entered })
      else if (isLeft()) changeKept(saleKey, { refusal: refusal ?? undefined, askFrom: now() })
      else if (refusal === null) doubt(order, quote)
      else if (step.at === 'entry' && isAboutInput(error) && desk.isInHand(saleKey)) {
        await keepTyped({ product, entered })
        complainAbout(error, refusal)
      } else if (claimEnd(saleKey, { refusal }) !== null) desk.refused(refusal, entered)
    } finally {
      end()
    }
  }
}

/**
 * The answer to a request; given up when it takes too long, when the sale's end was found by its key, or when the server
 * answers that it never got it.
 */
async function waitFor<Answer>(key: string, request: (signal: AbortSignal) => Promise<Answer>) {
  const given = new AbortController()
  const since = now().getTime()
  const timer = setInterval(() => {
    const waited = now().getTime() - since
    const kept = findKept(key)
    const isLost = kept?.isUnheard === true && waited > LOST_MS
    if (isLost || waited > ANSWER_MS || kept === undefined || kept.step === 'shown') given.abort()
  }, LOOK_MS)
  try {
    return await request(given.signal)
  } finally {
    clearInterval(timer)
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
    /** False: it is already under way. */
    begin: () => {
      if (isSent.current) return false
      mark(true)
      return true
    },
    end: () => mark(false),
  }
}

/** While the customer waits, a sale that the server does not have is sent again, with its key. */
function useFollowing(mayFollow: boolean, kept: KeptSale | undefined, send: () => void): void {
  const sendNow = useEffectEvent(() => {
    if (kept !== undefined && now().getTime() - kept.at.getTime() < FOLLOW_MS) send()
  })
  useEffect(() => {
    if (mayFollow) sendNow()
  }, [mayFollow])
}

/** What is typed is kept from the first key press on, with the key of its sale. */
function useTyping<Order, Quote, Sale>(
  { desk, attempt, readEntry, watchEntry }: SaleParts<Order, Quote, Sale>,
  at: Step<Order, Quote>['at'],
): void {
  const { isSaleOpen } = desk
  const { key } = attempt.entered
  const note = useEffectEvent(() => {
    const before = findKept(key)
    if (!isSaleOpen || at !== 'entry' || (before !== undefined && before.step !== 'typed')) return
    const entry = readEntry()
    if (entry.subject + entry.amount + entry.phone === '') forgetSale(key)
    else void keepTyped({ product: desk.product.product, entered: { ...entry, key } })
  })
  const watch = useEffectEvent(watchEntry)
  useEffect(() => {
    if (!isSaleOpen) return undefined
    // A sale may begin with a meter that was scanned, or with the input of an earlier one.
    note()
    return watch(() => note())
  }, [isSaleOpen])
}

/** When the session ends, the login page says whether money moved. */
function useSessionEnd<Order, Quote, Sale>(
  { desk, readEntry, writeEntry }: SaleParts<Order, Quote, Sale>,
  step: Step<Order, Quote>,
  kept: KeptSale | undefined,
): void {
  const explain = useEffectEvent((): string | null => {
    if (!desk.isSaleOpen) return null
    if (step.at === 'pending' || step.at === 'released') {
      if (kept !== undefined) changeKept(kept.key, { isInterrupted: true })
      return explainPending(desk.product, writeEntry(step.order), step.at === 'released')
    }
    if (kept?.step === 'sent')
      return 'The session was over while a sale was on its way: it is not known yet whether it was sold. After you sign in, the page lists it and asks for it again; do not enter it again.'
    const entry = readEntry()
    if (entry.subject + entry.amount + entry.phone === '') return null
    return 'The session was over before the sale was made: nothing was sold and no money moved. After you sign in, what you entered is there again.'
  })
  useEffect(() => beforeSessionEnd(() => explain()), [])
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

interface Sent<Order, Quote> {
  order: Order
  quote: Quote | null
}

/** Once the server has the sale, its step follows from what is kept. */
function useStep<Order, Quote, Sale>(
  { desk, attempt, readOrder }: SaleParts<Order, Quote, Sale>,
  kept: KeptSale | undefined,
) {
  const [sent, setSent] = useState<Sent<Order, Quote> | null>(() =>
    attempt.isSent ? { order: readOrder(attempt.entered), quote: null } : null,
  )
  const [own, setStep] = useState<Step<Order, Quote>>(() =>
    sent === null ? { at: 'entry' } : { at: 'unanswered', ...sent },
  )
  const hasReference = typeof kept?.reference === 'string'
  const step: Step<Order, Quote> =
    sent !== null && hasReference
      ? { at: desk.released === null ? 'pending' : 'released', ...sent, told: kept?.told ?? '' }
      : own
  return { step, setStep, setSent }
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
