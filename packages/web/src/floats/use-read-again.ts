// What to read again after float has moved, or was asked for.
import { acts, credits, floats, users } from '@flexpower/contract'
import { useRefresh } from '../api/hooks/use-call.ts'
import { isRefused, refusalText } from '../form/form-errors.ts'

export function useReadAgain(): () => void {
  const refresh = useRefresh()
  return () =>
    refresh(
      floats.statement,
      floats.sums,
      floats.waiting,
      floats.requests,
      floats.limits,
      credits.list,
      credits.waiting,
      users.list,
      users.one,
      users.overview,
      acts.list,
    )
}

/** Why it failed, and whether anything was changed. */
export const explainFailure = (error: unknown): string =>
  isRefused(error)
    ? refusalText(error, 'Nothing was changed.')
    : 'The server did not answer, so it is not known whether this was done. Look at the page behind this before you try again.'
