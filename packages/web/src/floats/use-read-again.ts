// What to read again after float has moved, or was asked for.
import { acts, CallRefused, credits, floats, users } from '@flexpower/contract'
import { useRefresh } from '../api/hooks/use-call.ts'
import { refusalText } from '../form/form-errors.ts'

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

/** Why it failed, and whether float moved. */
export const explainFailure = (error: unknown): string =>
  error instanceof CallRefused && error.status < 500
    ? refusalText(error, 'Nothing was moved.')
    : 'The server did not answer, so it is not known whether float moved. Look at the statement before you try again.'
