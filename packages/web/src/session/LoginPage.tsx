// Signing in (S-01 to S-05). Every outcome is shown on the page; the toast only repeats it. The page is a separate
// document without the router, because cashiers on a poor connection load it too.
import { LOGIN_REDIRECT_MS } from '@flexpower/contract'
import { useEffect, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { findArea, sessionEndedHere, sessionEndText } from '../api/session.ts'
import { signIn } from '../api/sign-in.ts'
import { site } from '../api/site.ts'
import { useHydrated } from '../ui/use-browser.ts'
import { loadChunk } from '../lib/lazy-page.ts'
import { paths, publicPages } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { CheckboxField, Field } from '../ui/form/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { preloadToasts, toast } from '../ui/toast.ts'
import { EntranceLayout } from './EntranceLayout.tsx'
import type { LoginValues } from './later/login-desk.ts'
import type { LoginState } from '../login-state.ts'
import { afterLogin, keepLoginState, readLoginState } from './arrival.ts'

const loadDesk = () => loadChunk(() => import('./later/login-desk.ts'))

/** What cannot be loaded now is reported when it is needed. */
function prepare(): void {
  loadDesk().catch(() => {})
  preloadToasts()
}

/** S-05. If the server has said why, and for how long, that is shown on the page. */
const UNREACHABLE = 'Login failed. Please try again later.'

type Outcome =
  | { type: 'ended' }
  | { type: 'sent-here'; message: string; isMailed: boolean }
  | { type: 'failed'; message: string }
  /** The password is right; a code is needed too. */
  | { type: 'asked'; message: string }
  | { type: 'signed-in'; goTo: string }

export function LoginPage() {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [asksCode, setAsksCode] = useState(false)
  const isAlive = useHydrated()
  const before = isAlive ? readLoginState() : {}
  useEffect(() => {
    const { said } = readLoginState()
    if (keepLoginState() && said !== undefined) toast.success(said)
  }, [])
  useRedirect(outcome)

  async function login(values: LoginValues): Promise<void> {
    const answer = await askDesk(values)
    if (answer.isIn) {
      signIn(answer.session, values.remember)
      const goTo = afterLogin(findArea(answer.session.user.type), before)
      setOutcome({ type: 'signed-in', goTo })
      loadAhead()
      return toast.success('Login Successfully')
    }
    const { message, wantsCode } = answer
    setAsksCode(wantsCode)
    if (wantsCode && !values.code) return setOutcome({ type: 'asked', message })
    setOutcome({ type: 'failed', message })
    toast.error(answer.isRefused ? message : UNREACHABLE)
  }

  return (
    <EntranceLayout title={publicPages.login.title}>
      <LoginNotice outcome={outcome ?? (isAlive ? readOutcome(before) : null)} />
      <LoginForm
        onLogin={login}
        isAlive={isAlive}
        asksCode={asksCode}
        isDone={outcome?.type === 'signed-in'}
      />
    </EntranceLayout>
  )
}

/** What happened before this page. */
function readOutcome({ said, mailed, ended }: LoginState): Outcome | null {
  if (said !== undefined) return { type: 'sent-here', message: said, isMailed: mailed === true }
  return ended === true || sessionEndedHere() ? { type: 'ended' } : null
}

/** While the page shows for a second that it worked, most of the next one can load. A failure is reported there. */
function loadAhead(): void {
  import('../layout/BackOffice.tsx').catch(() => {})
}

/** S-05: no answer, because the server or the code of the call could not be reached. */
async function askDesk(values: LoginValues) {
  try {
    return await (await loadDesk()).login(values)
  } catch {
    return { isIn: false, message: UNREACHABLE, wantsCode: false, isRefused: false } as const
  }
}

/** Without the rules no field is refused here: the sign-in that follows says what is missing. */
const resolver: Resolver<LoginValues> = async (...entered) => {
  const desk = await loadDesk().catch(() => null)
  return desk === null ? { values: entered[0], errors: {} } : desk.check(...entered)
}

/** S-03: a second to see that it worked, then the redirect. */
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
        {outcome.isMailed && site.demo ? <DemoOutbox /> : undefined}
      </Notice>
    )
  return (
    <Notice tone="info" title="You have been signed out">
      {sessionEndText() ?? 'Your session has ended. Sign in to continue where you were.'}
    </Notice>
  )
}

const DemoOutbox = () => (
  <>
    The demo sends no mail:{' '}
    <a className="link" href={paths.outbox}>
      read the email in its outbox
    </a>
    .
  </>
)

interface LoginFormProps {
  onLogin: (values: LoginValues) => Promise<void>
  /** False until React has loaded. */
  isAlive: boolean
  asksCode: boolean
  isDone: boolean
}

function LoginForm({ onLogin, isAlive, asksCode, isDone }: LoginFormProps) {
  const { register, handleSubmit, formState, setFocus } = useForm<LoginValues>({
    // No default values: they would clear what was typed or filled in before React loaded.
    resolver,
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
        onFocus={prepare}
        {...register('email')}
      />
      <div className="relative">
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          error={errors.password?.message}
          onFocus={prepare}
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
