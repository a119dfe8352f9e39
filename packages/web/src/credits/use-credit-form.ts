// Loading credit (CR-02, CR-03, A-32). Whatever goes wrong, what was typed stays, and the dialog says the server's reason.
import {
  acts,
  type Answer,
  CallRefused,
  type CheckedCredit,
  creditFields,
  creditForm,
  credits,
  users,
} from '@flexpower/contract'
import { useEffect, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { call } from '../api/client.ts'
import { useRefresh } from '../api/hooks/use-call.ts'
import { readHint } from '../api/session.ts'
import { formResolver, refusalText, showFieldErrors } from '../form/form-errors.ts'
import { preloadToasts, toast } from '../ui/toast.ts'

export type CreditFieldName = (typeof creditFields)[keyof typeof creditFields]
/** As typed. */
export type CreditValues = Record<CreditFieldName, string>
export type CreditForm = UseFormReturn<CreditValues, unknown, CheckedCredit>

export const ADDED = 'Credit added successfully'
export const FAILED = 'Error adding credit'

/** What there is to read again after money has moved, or was asked for. */
export function useReadAgain(): () => void {
  const refresh = useRefresh()
  return () => refresh(credits.list, credits.waiting, users.list, users.one, users.overview, acts.list)
}

/** Why a load failed, in words that say whether money moved. */
export function explainFailure(error: unknown): string {
  const isAnswered = error instanceof CallRefused && error.status < 500
  return isAnswered
    ? refusalText(error, 'Nothing was loaded.')
    : 'The server did not answer, so it is not known whether the credit was loaded. Try again: a slip is never loaded twice.'
}

type Loaded = Answer<typeof credits.load>

export function useCreditForm(agent: string, onLoaded: (checked: CheckedCredit, answer: Loaded) => void) {
  const [problem, setProblem] = useState<string | null>(null)
  const [emptyLoad, setEmptyLoad] = useState<CheckedCredit | null>(null)
  const readAgain = useReadAgain()
  const form: CreditForm = useForm<CreditValues, unknown, CheckedCredit>({
    defaultValues: {
      [creditFields.agent]: agent,
      [creditFields.kind]: '',
      [creditFields.amount]: '',
      [creditFields.slipReference]: '',
    },
    resolver: formResolver(creditForm),
    mode: 'onTouched',
  })
  // When the network is gone it is too late to load the code that says so.
  useEffect(preloadToasts, [])

  async function send(checked: CheckedCredit): Promise<void> {
    setProblem(null)
    try {
      const answer = await call(credits.load, buildOrder(checked))
      if (answer.state === 'loaded') toast.success(ADDED)
      else toast.info(answer.message)
      onLoaded(checked, answer)
    } catch (error) {
      const marked = fieldsIn(error)
      setProblem(marked.length > 0 ? 'Nothing was loaded. The marked field says why.' : explainFailure(error))
      toast.error(FAILED)
      showFieldErrors(error, form.setError, marked)
      if (marked[0]) form.setFocus(marked[0])
    } finally {
      readAgain()
    }
  }
  /** V-CR-01: a load of nothing is possible, but asked about first. */
  async function sendOrAsk(checked: CheckedCredit): Promise<void> {
    if (checked[creditFields.amount] === 0) setEmptyLoad(checked)
    else await send(checked)
  }
  function answerEmptyLoad(isYes: boolean): void {
    setEmptyLoad(null)
    if (isYes && emptyLoad) void form.handleSubmit(() => send(emptyLoad))()
  }
  return { form, problem, save: form.handleSubmit(sendOrAsk), isAsking: emptyLoad !== null, answerEmptyLoad }
}

const fieldsIn = (error: unknown): CreditFieldName[] =>
  error instanceof CallRefused ? Object.values(creditFields).filter((name) => name in error.errors) : []

const buildOrder = (checked: CheckedCredit) => ({
  agent: checked[creditFields.agent],
  kind: checked[creditFields.kind],
  amount: checked[creditFields.amount],
  slipReference: checked[creditFields.slipReference],
  claimedUser: readHint('user_id'),
  claimedLoader: readHint('username'),
})
