// Loads credit (CR-02, CR-03, A-32). If anything goes wrong, the input stays, and the dialog shows the server's reason.
import {
  acts,
  type Answer,
  CallRefused,
  type CheckedCredit,
  creditForm,
  credits,
  users,
} from '@flexpower/contract'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { useRefresh } from '../api/hooks/use-call.ts'
import { readHint } from '../api/session.ts'
import { refusalText } from '../form/form-errors.ts'
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
  const isAnswered = error instanceof CallRefused && error.status < 500
  return isAnswered
    ? refusalText(error, 'Nothing was loaded.')
    : 'The server did not answer, so it is not known whether the credit was loaded. Try again: a slip is never loaded twice.'
}

type Loaded = Answer<typeof credits.load>

export function useCreditForm(agent: string, onLoaded: (checked: CheckedCredit, answer: Loaded) => void) {
  const [emptyLoad, setEmptyLoad] = useState<CheckedCredit | null>(null)
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
  /** V-CR-01: a load of 0 is possible, but needs a confirmation first. */
  async function sendOrAsk(checked: CheckedCredit): Promise<void> {
    if (checked.amount === 0) setEmptyLoad(checked)
    else await form.run(checked)
  }
  function answerEmptyLoad(isYes: boolean): void {
    setEmptyLoad(null)
    if (isYes && emptyLoad) void form.handleSubmit(() => form.run(emptyLoad))()
  }
  return {
    form,
    problem: form.problem,
    save: form.handleSubmit(sendOrAsk),
    isAsking: emptyLoad !== null,
    answerEmptyLoad,
  }
}
