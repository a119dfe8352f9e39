// A new password for one's own account (PW-01, PW-03).
import { changePasswordForm, session } from '@flexpower/contract'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { call } from '../api/client.ts'
import { forgetSession } from '../api/session.ts'
import { formResolver } from '../lib/form.ts'
import { refusalText, showFieldErrors } from '../lib/refusal.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Card.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { preloadToasts, toast } from '../ui/toast.ts'
import { useGoHome } from './use-go-home.ts'

interface Entered {
  currentPwd: string
  newPwd: string
}

const NO_ANSWER = 'No answer came. Sign in anew to see which password counts before you change it again.'

export function ChangePasswordPage() {
  const [failure, setFailure] = useState<string | null>(null)
  // The server has ended every session of this user, this one included.
  const goHome = useGoHome(forgetSession)
  const { register, handleSubmit, setError, formState } = useForm<Entered, unknown, Entered>({
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
      await call(session.changePassword, { current: currentPwd, next: newPwd })
    } catch (error) {
      const text = refusalText(error, NO_ANSWER)
      setFailure(text)
      toast.error(text)
      showFieldErrors(error, setError, ['currentPwd', 'newPwd'])
      return
    }
    toast.success('Password changed successfully!')
    await goHome()
  })
  return (
    <Panel className="w-full max-w-120">
      <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <p className="text-pretty text-ink-2">
          You are then signed out everywhere, here too, and sign in with the new password.
        </p>
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
          hint="At least 6 characters, and none that everybody uses."
          error={errors.newPwd?.message}
          {...register('newPwd')}
        />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Link className="link inline-flex min-h-11 items-center" to={paths.admin.forgetPassword}>
            Forgot Password
          </Link>
          <Button variant="primary" type="submit" busy={isSubmitting}>
            Save
          </Button>
        </div>
      </form>
    </Panel>
  )
}
