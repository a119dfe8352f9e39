// Signing in (S-01 to S-05). Every outcome is told in the page; the toast only echoes it. It does without the router, whether
// that has brought somebody here or not: whoever works at a counter all day comes through this page on whatever link there is.
import { CallRefused, LOGIN_REDIRECT_MS, loginForm, session } from '@flexpower/contract'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../api/client.ts'
import { areaOf, sessionEndedHere, signIn } from '../api/session.ts'
import { site } from '../api/site.ts'
import { formResolver } from '../lib/form.ts'
import { useHydrated } from '../lib/hydrated.ts'
import { type Area, paths } from '../paths.ts'
import { publicPages } from '../public-pages.ts'
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
  code?: string | undefined
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
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [asksCode, setAsksCode] = useState(false)
  const isAlive = useHydrated()
  // Read anew each time: the redirect that knows of the end may come after the one that does not.
  const before = isAlive ? outcomeBefore(stateHere()) : null
  // When the network is gone it is too late to load the code that says so.
  useEffect(preloadToasts, [])
  useRedirect(outcome)

  async function login(values: LoginValues): Promise<void> {
    try {
      const { code = '', ...entered } = values
      const answer = await call(session.login, { ...entered, ...(code !== '' && { code }) })
      signIn(answer, values.remember)
      const area = areaOf(answer.user.type)
      setOutcome({ type: 'signed-in', goTo: afterLogin(area, stateHere()) })
      loadAhead(area)
      toast.success('Login Successfully')
    } catch (error) {
      const message = messageOf(error)
      const wantsCode = error instanceof CallRefused && error.errors['code'] !== undefined
      setAsksCode(wantsCode)
      if (wantsCode && !values.code) return setOutcome({ type: 'asked', message })
      setOutcome({ type: 'failed', message })
      toast.error(message)
    }
  }

  return (
    <EntranceLayout title={publicPages.login.title}>
      <LoginNotice outcome={outcome ?? before} />
      <LoginForm
        onLogin={login}
        isAlive={isAlive}
        asksCode={asksCode}
        isDone={outcome?.type === 'signed-in'}
      />
    </EntranceLayout>
  )
}

/** Where the router keeps what it is given to carry. */
function stateHere(): LoginState {
  const entry: unknown = window.history.state
  return readLoginState(typeof entry === 'object' && entry !== null && 'usr' in entry ? entry.usr : null)
}

/** What happened before this page. */
function outcomeBefore({ said, mailed, ended }: LoginState): Outcome | null {
  if (said !== undefined) return { type: 'sent-here', message: said, isMailed: mailed === true }
  return ended === true || sessionEndedHere() ? { type: 'ended' } : null
}

/** The second in which the page says that it worked is enough to have the next one here. */
function loadAhead(area: Area): void {
  const first =
    area === 'cashier' ? import('../electricity/CashPowerPage.tsx') : import('../dashboard/DashboardPage.tsx')
  // What does not come now is asked for again, and missed there.
  Promise.all([import('../shell/BackOffice.tsx'), first]).catch(() => {})
}

/** S-04: what the server said with status 200. S-05: everything else. */
const messageOf = (error: unknown): string =>
  error instanceof CallRefused && error.status === 200 && error.message !== '' ? error.message : UNREACHABLE

/** S-03: a second to see that it worked, then on. */
function useRedirect(outcome: Outcome | null): void {
  const goTo = outcome?.type === 'signed-in' ? outcome.goTo : null
  useEffect(() => {
    const timer =
      goTo === null ? undefined : setTimeout(() => window.location.replace(goTo), LOGIN_REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [goTo])
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
  /** False until React has come. */
  isAlive: boolean
  asksCode: boolean
  isDone: boolean
}

function LoginForm({ onLogin, isAlive, asksCode, isDone }: LoginFormProps) {
  const { register, handleSubmit, formState, setFocus } = useForm<LoginValues>({
    // No default values: they would empty what was typed or filled in before React came.
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
      <Button variant="primary" size="lg" wide type="submit" busy={isBusy} disabled={!isAlive}>
        {isBusy ? 'Logging in...' : 'Login'}
      </Button>
    </form>
  )
}
