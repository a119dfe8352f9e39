// R-04, S-07: asking for a link to choose a new password.
import { forgotPasswordForm, session } from '@flexpower/contract'
import { useForm } from 'react-hook-form'
import { call } from '../api/client.ts'
import { formResolver } from '../lib/form.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { EntranceLayout } from './EntranceLayout.tsx'
import { usePasswordCall } from './use-password-call.ts'

interface Values {
  email: string
}

export function ForgotPasswordPage() {
  const { failure, run } = usePasswordCall((values: Values) => call(session.forgotPassword, values))
  const { register, handleSubmit, formState } = useForm<Values>({
    defaultValues: { email: '' },
    resolver: formResolver(forgotPasswordForm),
    mode: 'onTouched',
  })
  const { errors, isSubmitting } = formState
  return (
    <EntranceLayout title="Reset Password">
      <p className="text-lg text-pretty text-ink-2">
        Enter the email you sign in with, and a link to choose a new password comes by mail.
      </p>
      {failure === null ? null : <Notice tone="danger" title={failure} />}
      <form noValidate className="grid gap-5" onSubmit={(event) => void handleSubmit(run)(event)}>
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...register('email')}
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
