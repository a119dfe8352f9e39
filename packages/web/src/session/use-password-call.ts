// What the two forms of a forgotten password have in common (S-07, S-08): success goes to the login with the server's
// words, a refusal says the server's words, anything else says to try again; each in the page and echoed by a toast.
import { CallRefused } from '@flexpower/contract'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { preloadToasts, toast } from '../ui/toast.ts'
import type { LoginState } from '../login-state.ts'

const TRY_AGAIN = 'An error occurred. Please try again.'

interface PasswordCall<Values> {
  /** What went wrong the last time, for the page. */
  failure: string | null
  run(values: Values): Promise<void>
}

export function usePasswordCall<Values>(
  send: (values: Values) => Promise<{ message: string }>,
  isMailed: boolean,
): PasswordCall<Values> {
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(preloadToasts, [])
  return {
    failure,
    async run(values) {
      try {
        const { message } = await send(values)
        toast.success(message)
        const state: LoginState = { said: message, ...(isMailed && { mailed: true }) }
        await navigate(paths.login, { state })
      } catch (error) {
        const message = messageOf(error)
        setFailure(message)
        toast.error(message)
      }
    },
  }
}

const messageOf = (error: unknown): string =>
  error instanceof CallRefused && error.status === 200 && error.message !== '' ? error.message : TRY_AGAIN
