// Signing in (S-01 to S-05). Every outcome is told in the page; the toast only echoes it.
import { CallRefused, LOGIN_REDIRECT_MS, loginForm, session } from '@flexpower/contract'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import { call } from '../api/client.ts'
import { areaOf, sessionEndedHere, signIn } from '../api/session.ts'
import { site } from '../api/site.ts'
import { formResolver } from '../lib/form.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { CheckboxField, Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { preloadToasts, toast } from '../ui/toast.ts'
import { EntranceLayout } from './EntranceLayout.tsx'
import { afterLogin, type LoginState, readLoginState } from './login-state.ts'

interface LoginValues {
  email: string
  password: string
  remember: boolean
  /** Of whoever has two-step sign-in; empty until the server asks for it. */
  code: string
}

const UNREACHABLE = 'Login failed. Please try again later.'

type Outcome =
  | { type: 'ended' }
  | { type: 'sent-here'; message: string; isMailed: boolean }
  | { type: 'failed'; message: string }
  /** The password is right; a code is wanted too. */
  | { type: 'asked'; message: string }
  | { type: 'signed-in'; goTo: string }

export function LoginPage() {
  const state = readLoginState(useLocation().state)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [asksCode, setAsksCode] = useState(false)
  // Read anew each time: the redirect that knows of the end may come after the one that does not.
  const hasEnded = state.ended === true || sessionEndedHere()
  // When the network is gone it is too late to load the code that says so.
  useEffect(preloadToasts, [])
  useRedirect(outcome)

  async function login(values: LoginValues): Promise<void> {
    try {
      const { code, ...entered } = values
      const answer = await call(session.login, { ...entered, ...(code !== '' && { code }) })
      signIn(answer, values.remember)
      setOutcome({ type: 'signed-in', goTo: afterLogin(areaOf(answer.user.type), state) })
      toast.success('Login Successfully')
    } catch (error) {
      const message = messageOf(error)
      const wantsCode = error instanceof CallRefused && error.errors['code'] !== undefined
      setAsksCode(wantsCode)
      if (wantsCode && values.code === '') return setOutcome({ type: 'asked', message })
      setOutcome({ type: 'failed', message })
      toast.error(message)
    }
  }

  return (
    <EntranceLayout title="Login">
      <LoginNotice outcome={outcome ?? outcomeBefore(state, hasEnded)} />
      <LoginForm onLogin={login} asksCode={asksCode} isDone={outcome?.type === 'signed-in'} />
    </EntranceLayout>
  )
}

/** What happened before this page. */
function outcomeBefore({ said, mailed }: LoginState, hasEnded: boolean): Outcome | null {
  if (said !== undefined) return { type: 'sent-here', message: said, isMailed: mailed === true }
  return hasEnded ? { type: 'ended' } : null
}

/** S-04: what the server said with status 200. S-05: everything else. */
const messageOf = (error: unknown): string =>
  error instanceof CallRefused && error.status === 200 && error.message !== '' ? error.message : UNREACHABLE

/** S-03: a second to see that it worked, then on. */
function useRedirect(outcome: Outcome | null): void {
  const navigate = useNavigate()
  const goTo = outcome?.type === 'signed-in' ? outcome.goTo : null
  useEffect(() => {
    const timer =
      goTo === null ? undefined : setTimeout(() => void navigate(goTo, { replace: true }), LOGIN_REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [goTo, navigate])
}

function LoginNotice({ outcome }: { outcome: Outcome | null }) {
  if (outcome === null) return null
  if (outcome.type === 'failed') return <Notice tone="danger" title={outcome.message} />
  if (outcome.type === 'asked') return <Notice tone="info" title={outcome.message} />
  if (outcome.type === 'signed-in') return <Notice tone="ok" title="Login Successfully" />
  if (outcome.type === 'sent-here')
    return (
      <Notice tone="ok" title={outcome.message}>
        {outcome.isMailed && site.demo ? <DemoLetters /> : undefined}
      </Notice>
    )
  return (
    <Notice tone="info" title="You have been signed out">
      The session was over. Sign in to go on where you were.
    </Notice>
  )
}

const DemoLetters = () => (
  <>
    The demo sends no mail:{' '}
    <a className="link" href={paths.outbox}>
      read the letter in its outbox
    </a>
    .
  </>
)

interface LoginFormProps {
  onLogin: (values: LoginValues) => Promise<void>
  asksCode: boolean
  isDone: boolean
}

function LoginForm({ onLogin, asksCode, isDone }: LoginFormProps) {
  const { register, handleSubmit, formState, setFocus } = useForm<LoginValues>({
    defaultValues: { email: '', password: '', remember: false, code: '' },
    resolver: formResolver(loginForm),
    mode: 'onTouched',
  })
  const { errors, isSubmitting } = formState
  const isBusy = isSubmitting || isDone
  useEffect(() => {
    if (asksCode) setFocus('code')
  }, [asksCode, setFocus])
  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void handleSubmit(onLogin)(event)}>
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...register('email')}
      />
      <div className="relative">
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password')}
        />
        <a
          href={paths.forget}
          className="link absolute -top-3 right-0 inline-flex min-h-11 items-center text-sm"
        >
          Forgot password
        </a>
      </div>
      {asksCode && (
        <Field
          label="Code"
          autoComplete="one-time-code"
          hint="Six digits of your authenticator app, or a recovery code."
          error={errors.code?.message}
          {...register('code')}
        />
      )}
      <CheckboxField label="Remember Me" className="-my-2" {...register('remember')} />
      <Button variant="primary" size="lg" wide type="submit" busy={isBusy}>
        {isBusy ? 'Logging in...' : 'Login'}
      </Button>
    </form>
  )
}
