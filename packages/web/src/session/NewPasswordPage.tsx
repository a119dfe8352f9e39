// R-05, S-08: choosing a new password with the link from the mail.
import { newPasswordForm, session } from '@flexpower/contract'
import { useForm } from 'react-hook-form'
import { useParams } from 'react-router'
import { call } from '../api/client.ts'
import { formResolver } from '../lib/form.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { EntranceLayout } from './EntranceLayout.tsx'
import { usePasswordCall } from './use-password-call.ts'

interface Values {
  password: string
}

export function NewPasswordPage() {
  const token = useParams()['token'] ?? ''
  const { failure, run } = usePasswordCall(({ password }: Values) =>
    call(session.resetPassword, { password, token }),
  )
  const { register, handleSubmit, formState } = useForm<Values>({
    defaultValues: { password: '' },
    resolver: formResolver(newPasswordForm),
    mode: 'onTouched',
  })
  const { errors, isSubmitting } = formState
  return (
    <EntranceLayout title="Reset Password">
      <p className="text-lg text-pretty text-ink-2">Choose a new password of at least 6 characters.</p>
      {failure === null ? null : <Notice tone="danger" title={failure} />}
      <form noValidate className="grid gap-5" onSubmit={(event) => void handleSubmit(run)(event)}>
        <input type="hidden" name="token" value={token} readOnly />
        <Field
          label="Password"
          type="password"
          autoComplete="new-password"
          error={errors.password?.message}
          {...register('password')}
        />
        <Button variant="primary" size="lg" wide type="submit" busy={isSubmitting}>
          {isSubmitting ? 'Submitting...' : 'Submit'}
        </Button>
      </form>
      <a className="link" href={paths.login}>
        Back to login
      </a>
    </EntranceLayout>
  )
}
