// Checks and sends a sign-in: the contract's rules and its call, loaded when somebody starts to use the form.
import { CallRefused, loginForm, session } from '@flexpower/contract'
import { call } from '../../api/client.ts'
import type { SignedIn } from '../../api/sign-in.ts'
import { formResolver } from '../../form/form-errors.ts'

export interface LoginValues {
  email: string
  password: string
  remember: boolean
  /** For users with two-step sign-in; empty until the server asks for it. */
  code?: string | undefined
}

export const check = formResolver<LoginValues, LoginValues>(loginForm)

type Answer =
  | { isIn: true; session: SignedIn }
  | { isIn: false; message: string; wantsCode: boolean; isRefused: boolean }

/** The server's answer: a refusal (S-04), or a limit such as too many attempts. Throws anything that is not our answer. */
export async function login({ code = '', ...entered }: LoginValues): Promise<Answer> {
  try {
    return { isIn: true, session: await call(session.login, { ...entered, ...(code !== '' && { code }) }) }
  } catch (error) {
    if (!(error instanceof CallRefused) || error.message === '') throw error
    const { message, errors, status } = error
    return { isIn: false, message, wantsCode: errors['code'] !== undefined, isRefused: status === 200 }
  }
}
