// One sale in the modal: verify, sell, and what to do when no answer comes. The key was made when the modal opened and
// goes with every attempt, so that however often it is sent it sells once.
import {
  type Bututs,
  CallRefused,
  electricity,
  IDEMPOTENCY_HEADER,
  type Quote,
  saleFields,
  toDalasi,
} from '@flexpower/contract'
import { useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { readHint } from '../api/session.ts'
import { toast } from '../ui/toast.ts'
import type { EnteredSale } from './own-memory.ts'
import { saleRefusalText, verifyFailureText } from './sale-failures.ts'
import type { SaleDesk } from './use-sale-desk.ts'

type FieldName = (typeof saleFields)[keyof typeof saleFields]
/** As typed. */
export type SaleValues = Record<FieldName, string>
/** As checked. */
export type CheckedSale = Record<typeof saleFields.meter | typeof saleFields.phone, string> &
  Record<typeof saleFields.amount, Bututs>

export type Step =
  | { at: 'entry' }
  | { at: 'verified'; sale: CheckedSale; quote: Quote }
  /** The server holds the money and asks the utility. */
  | { at: 'pending'; sale: CheckedSale; quote: Quote | null }
  /** It was pending; nothing was sold, and the money is back. */
  | { at: 'released'; sale: CheckedSale; quote: Quote | null }
  /** Sent, and this browser does not know what became of it. */
  | { at: 'unanswered'; sale: CheckedSale; quote: Quote | null }

/** Longer than the server waits for the utility; after that the link is dead and the person must know. */
const ANSWER_MS = 45_000

interface SaleParts {
  desk: SaleDesk
  /** Of the attempt: the key under which the server knows this sale. */
  saleKey: string
  first: Step
  /** What the server holds against single fields. */
  onFieldErrors: (errors: Record<string, string[]>) => void
}

export function useSale({ desk, saleKey, first, onFieldErrors }: SaleParts) {
  const [ownStep, setStep] = useState<Step>(first)
  const step: Step =
    ownStep.at === 'pending' && desk.released !== null ? { ...ownStep, at: 'released' } : ownStep
  const [problem, setProblem] = useState<string | null>(null)
  const [isSelling, setSelling] = useState(false)
  // State comes too late for two presses within one frame.
  const isSent = useRef(false)

  function complain(text: string): void {
    setProblem(text)
    toast.error(text)
  }

  async function verify(sale: CheckedSale): Promise<void> {
    setProblem(null)
    try {
      const { quote } = await call(electricity.verify, orderOf(sale), {
        signal: AbortSignal.timeout(ANSWER_MS),
      })
      setStep({ at: 'verified', sale, quote })
      toast.success('Account verified successfully!')
    } catch (error) {
      if (error instanceof CallRefused) onFieldErrors(error.errors)
      complain(verifyFailureText(error))
    }
  }

  async function sell(): Promise<void> {
    if (isSent.current || (step.at !== 'verified' && step.at !== 'unanswered')) return
    const { sale } = step
    isSent.current = true
    setSelling(true)
    try {
      const answer = await call(
        electricity.sell,
        { ...orderOf(sale), claimedName: readHint('username'), claimedLocation: readHint('location') },
        { headers: { [IDEMPOTENCY_HEADER]: saleKey }, signal: AbortSignal.timeout(ANSWER_MS) },
      )
      if (answer.sale !== undefined) desk.sold(answer.sale, sale[saleFields.phone])
      else {
        setStep({ ...step, at: 'pending' })
        desk.pending(answer.reference, sale[saleFields.phone])
      }
    } catch (error) {
      const refusal = saleRefusalText(error)
      if (refusal !== null) desk.refused(refusal)
      else {
        setStep({ ...step, at: 'unanswered' })
        desk.unanswered({ ...enteredOf(sale), key: saleKey })
      }
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
    sell: () => void sell(),
    /** The input may be changed again; what was verified counts no longer. */
    unlock: () => {
      setProblem(null)
      setStep({ at: 'entry' })
    },
  }
}

/** As a person would type it. */
export const enteredOf = (sale: CheckedSale): Omit<EnteredSale, 'key'> => ({
  meter: sale[saleFields.meter],
  amount: String(toDalasi(sale[saleFields.amount])),
  phone: sale[saleFields.phone],
})

const orderOf = (sale: CheckedSale) => ({
  meter: sale[saleFields.meter],
  amount: sale[saleFields.amount],
  phone: sale[saleFields.phone],
  claimedUser: readHint('user_id'),
})
