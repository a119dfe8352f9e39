// The two pages for a forgotten password (S-07, S-08): ask for a link, and choose a new password with it. Both have one
// field, one button, and any error above them.
import { CallRefused, type Codec, forgotPasswordForm, newPasswordForm, session } from '@flexpower/contract'
import type { ReactNode } from 'react'
import { useParams } from '../router/hooks.tsx'
import { call } from '../api/client.ts'
import { useCallForm } from '../form/send/use-call-form.ts'
import { goToLogin } from '../login-state.ts'
import { paths, publicPages } from '../paths.ts'
import { EntranceLayout } from './EntranceLayout.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/form/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useHydrated } from '../ui/use-browser.ts'

interface ResetFormProps<Entered> {
  intro: string
  schema: Codec<Entered>
  field: { name: keyof Entered & string; label: string; type: string; autoComplete: string }
  send: (entered: Entered) => Promise<{ message: string }>
  /** Success means that an email is on its way. */
  isMailed?: boolean
  /** The hidden values of the form. */
  children?: ReactNode
}

export function ResetForm<Entered>(props: ResetFormProps<Entered>) {
  const { intro, schema, field, send, isMailed = false, children } = props
  const isAlive = useHydrated()
  const { register, submit, problem, formState } = useCallForm<Record<string, string>, Entered>({
    schema,
    explain: readMessage,
    send: async (entered) => {
      const { message } = await send(entered)
      goToLogin({ said: message, ...(isMailed && { mailed: true }) })
    },
  })
  const { errors, isSubmitting } = formState
  return (
    <EntranceLayout title={publicPages.forget.title}>
      <p className="text-lg text-pretty text-ink-2">{intro}</p>
      {problem !== null && <Notice tone="danger" title={problem} />}
      <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        {children}
        <Field
          label={field.label}
          type={field.type}
          autoComplete={field.autoComplete}
          error={errors[field.name]?.message}
          {...register(field.name)}
        />
        <Button variant="primary" size="lg" wide type="submit" busy={isSubmitting} disabled={!isAlive}>
          {isSubmitting ? 'Submitting...' : 'Submit'}
        </Button>
      </form>
      <a className="link" href={paths.login}>
        Back to login
      </a>
    </EntranceLayout>
  )
}

/** R-04, S-07: asking for a link to choose a new password. */
export const ForgotPasswordPage = () => (
  <ResetForm
    intro="Enter the email you sign in with, and a link to choose a new password comes by email."
    schema={forgotPasswordForm}
    field={{ name: 'email', label: 'Email', type: 'email', autoComplete: 'username' }}
    isMailed
    send={(entered) => call(session.forgotPassword, entered)}
  />
)

/** R-05, S-08: choosing a new password with the link from the email. */
export function NewPasswordPage() {
  const token = useParams()['token'] ?? ''
  return (
    <ResetForm
      intro="Choose a new password of at least 6 characters."
      schema={newPasswordForm}
      field={{ name: 'password', label: 'Password', type: 'password', autoComplete: 'new-password' }}
      send={({ password }) => call(session.resetPassword, { password, token })}
    >
      <input type="hidden" name="token" value={token} readOnly />
    </ResetForm>
  )
}

const TRY_AGAIN = 'An error occurred. Please try again.'

/** S-07, S-08: the server's text if it refused; anything else says to try again. */
const readMessage = (error: unknown): string =>
  error instanceof CallRefused && error.status === 200 && error.message !== '' ? error.message : TRY_AGAIN
