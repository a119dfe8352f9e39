// A new password for one's own account (PW-01, PW-03).
import { changePasswordForm, session } from '@flexpower/contract'
import { type ReactNode, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { call } from '../api/client.ts'
import { forgetSession, readHint } from '../api/session.ts'
import { formResolver, refusalText, showFieldErrors } from '../form/form-errors.ts'
import { useGoHome } from '../layout/BackOffice.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Card.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { preloadToasts, toast } from '../ui/toast.ts'

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

/** The form in which somebody changes their own password: current and new (PW-01). */
interface Entered {
  currentPwd: string
  newPwd: string
}

interface ChangePasswordFormProps {
  /** What a change ends. */
  intro: string
  /** This browser stays signed in. */
  stay?: boolean
  onChanged: () => unknown
  /** Beside the button. */
  children?: ReactNode
}

const NO_ANSWER =
  'The server did not answer. Sign in again to see which password works before you change it again.'

export function ChangePasswordForm(props: ChangePasswordFormProps) {
  const { intro, stay = false, onChanged, children = null } = props
  const [failure, setFailure] = useState<string | null>(null)
  const { register, handleSubmit, setError, reset, formState } = useForm<Entered, unknown, Entered>({
    defaultValues: { currentPwd: '', newPwd: '' },
    resolver: formResolver(changePasswordForm),
    mode: 'onTouched',
  })
  const { errors, isSubmitting } = formState
  // When the network is gone it is too late to load the code that says so.
  useEffect(preloadToasts, [])
  const submit = handleSubmit(async ({ currentPwd, newPwd }) => {
    setFailure(null)
    try {
      await call(session.changePassword, {
        current: currentPwd,
        next: newPwd,
        claimedUser: readHint('user_id'),
        ...(stay && { stay }),
      })
    } catch (error) {
      const text = refusalText(error, NO_ANSWER)
      setFailure(text)
      toast.error(text)
      showFieldErrors(error, setError, ['currentPwd', 'newPwd'])
      return
    }
    toast.success('Password changed successfully!')
    reset()
    await onChanged()
  })
  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <p className="text-pretty text-ink-2">{intro}</p>
      {failure !== null && <Notice tone="danger" title={failure} />}
      <PasswordField
        label="Current Password"
        autoComplete="current-password"
        error={errors.currentPwd?.message}
        {...register('currentPwd')}
      />
      <PasswordField
        label="New Password"
        autoComplete="new-password"
        hint="At least 6 characters, and not a common one."
        error={errors.newPwd?.message}
        {...register('newPwd')}
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
