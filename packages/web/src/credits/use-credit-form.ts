// Loads credit (CR-02, CR-03, A-32). If anything goes wrong, the input stays, and the dialog shows the server's reason.
import {
  acts,
  type Answer,
  type CheckedCredit,
  creditForm,
  credits,
  floats,
  formatGmd,
  isFarAbove,
  users,
} from '@flexpower/contract'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { useRefresh } from '../api/hooks/use-call.ts'
import { readHint } from '../api/session.ts'
import { isRefused, refusalText } from '../form/form-errors.ts'
import { type CheckedForm, useCallForm } from '../form/send/use-call-form.ts'
import { toast } from '../ui/toast.ts'

export type CreditFieldName = keyof CheckedCredit
/** As typed. */
export type CreditValues = Record<CreditFieldName, string>
export type CreditForm = CheckedForm<CreditValues, CheckedCredit>

export const ADDED = 'Credit added successfully'
export const FAILED = 'Error adding credit'

/** What to read again after money has moved, or was asked for. */
export function useReadAgain(): () => void {
  const refresh = useRefresh()
  return () => refresh(credits.list, credits.waiting, users.list, users.one, users.overview, acts.list)
}

/** Why a load failed, and whether money moved. */
export function explainFailure(error: unknown): string {
  return isRefused(error)
    ? refusalText(error, 'Nothing was loaded.')
    : 'The server did not answer, so it is not known whether the credit was loaded. Try again: a slip is never loaded twice.'
}

type Loaded = Answer<typeof credits.load>

/** Asked before this is loaded. */
interface Question {
  checked: CheckedCredit
  why: string
}

export function useCreditForm(agent: string, onLoaded: (checked: CheckedCredit, answer: Loaded) => void) {
  const [question, setQuestion] = useState<Question | null>(null)
  const readAgain = useReadAgain()
  const form = useCallForm<CreditValues, CheckedCredit>({
    schema: creditForm,
    values: { agent, kind: '', amount: '', slipReference: '' },
    failed: FAILED,
    explain: (error, isMarked) =>
      isMarked ? 'Nothing was loaded. The marked field says why.' : explainFailure(error),
    send: async (checked) => {
      try {
        const answer = await call(credits.load, {
          ...checked,
          claimedUser: readHint('user_id'),
          claimedLoader: readHint('username'),
        })
        if (answer.state === 'loaded') toast.success(ADDED)
        else toast.info(answer.message)
        onLoaded(checked, answer)
      } finally {
        readAgain()
      }
    },
  })
  async function sendOrAsk(checked: CheckedCredit): Promise<void> {
    const why = await findDoubt(checked)
    if (why === null) await form.run(checked)
    else setQuestion({ checked, why })
  }
  function answerQuestion(isYes: boolean): void {
    setQuestion(null)
    if (isYes && question) void form.handleSubmit(() => form.run(question.checked))()
  }
  return { form, problem: form.problem, save: form.handleSubmit(sendOrAsk), question, answerQuestion }
}

/** Why this is asked about before it is loaded; null: it is not. V-CR-01: a load of 0 is possible, but asks first. */
async function findDoubt({ agent, kind, amount }: CheckedCredit): Promise<string | null> {
  if (amount === 0) return 'This loads nothing and uses up the reference.'
  // What cannot be read is not asked about: the load itself will say what is wrong.
  const { largest } = await call(floats.largestLoad, { userId: agent, kind }).catch(() => ({ largest: null }))
  return largest === null || !isFarAbove(amount, largest)
    ? null
    : `This is far above what this agent ever got: at most ${formatGmd(largest)}. Compare the amount with the slip first.`
}
