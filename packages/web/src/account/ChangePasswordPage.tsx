// A new password for the user's own account (PW-01, PW-03).
import { changePasswordForm, session } from '@flexpower/contract'
import type { ReactNode } from 'react'
import { Link } from '../router/hooks.tsx'
import { call } from '../api/client.ts'
import { forgetSession, readHint, whileEnding } from '../api/session.ts'
import { refusalText } from '../form/form-errors.ts'
import { useCallForm } from '../form/send/use-call-form.ts'
import { useGoHome } from '../layout/admin/use-go-home.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Card.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { toast } from '../ui/toast.ts'

export function ChangePasswordPage() {
  // The server has ended every session of this user, this one included.
  const goHome = useGoHome(forgetSession)
  return (
    <Panel className="w-full max-w-120">
      <ChangePasswordForm
        intro="You are then signed out everywhere, also here, and sign in with the new password."
        onChanged={goHome}
      >
        <Link className="link inline-flex min-h-11 items-center" to={paths.admin.forgetPassword}>
          Forgot Password
        </Link>
      </ChangePasswordForm>
    </Panel>
  )
}

/** The form to change your own password: current and new (PW-01). */
type Entered = Record<'current' | 'next', string>

interface ChangePasswordFormProps {
  /** Says which sessions a change ends. */
  intro: string
  /** This browser stays signed in. */
  stay?: boolean
  onChanged: () => unknown
  /** Next to the button. */
  children?: ReactNode
}

const NO_ANSWER =
  'The server did not answer. Sign in again to see which password works before you change it again.'

export function ChangePasswordForm(props: ChangePasswordFormProps) {
  const { intro, stay = false, onChanged, children = null } = props
  const form = useCallForm<Entered, Entered>({
    schema: changePasswordForm,
    values: { current: '', next: '' },
    explain: (error) => refusalText(error, NO_ANSWER),
    send: (entered) =>
      whileEnding(async () => {
        await call(session.changePassword, {
          ...entered,
          claimedUser: readHint('user_id'),
          ...(stay && { stay }),
        })
        toast.success('Password changed successfully!')
        form.reset()
        await onChanged()
      }),
  })
  const { register, submit, problem } = form
  const { errors, isSubmitting } = form.formState
  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <p className="text-pretty text-ink-2">{intro}</p>
      {problem !== null && <Notice tone="danger" title={problem} />}
      <PasswordField
        label="Current Password"
        autoComplete="current-password"
        error={errors.current?.message}
        {...register('current')}
      />
      <PasswordField
        label="New Password"
        autoComplete="new-password"
        hint="At least 6 characters, and not a common one."
        error={errors.next?.message}
        {...register('next')}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        {children}
        <Button variant="primary" type="submit" busy={isSubmitting} className="ml-auto">
          Save
        </Button>
      </div>
    </form>
  )
}
