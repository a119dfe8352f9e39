// The two pages of a forgotten password (S-07, S-08): ask for a link, and choose a new password with it. Both have one field, one
// button, and what went wrong above them.
import { CallRefused, type Codec, forgotPasswordForm, newPasswordForm, session } from '@flexpower/contract'
import { type ReactNode, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate, useParams } from 'react-router'
import { call } from '../api/client.ts'
import { formResolver } from '../form/form-errors.ts'
import type { LoginState } from '../login-state.ts'
import { paths, publicPages } from '../paths.ts'
import { EntranceLayout } from './EntranceLayout.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { preloadToasts, toast } from '../ui/toast.ts'
import { useHydrated } from '../ui/use-hydrated.ts'

interface ResetFormProps<Entered> {
  intro: string
  schema: Codec<Entered>
  field: { name: keyof Entered & string; label: string; type: string; autoComplete: string }
  send: (entered: Entered) => Promise<{ message: string }>
  /** Success means that an email is on its way. */
  isMailed?: boolean
  /** What the form carries unseen. */
  children?: ReactNode
}

export function ResetForm<Entered>(props: ResetFormProps<Entered>) {
  const { intro, schema, field, send, isMailed = false, children } = props
  const { failure, run } = usePasswordCall(send, isMailed)
  const isAlive = useHydrated()
  const { register, handleSubmit, formState } = useForm<Record<string, string>, unknown, Entered>({
    // No default value: it would empty what was typed before React came.
    resolver: formResolver(schema),
    mode: 'onTouched',
  })
  const { errors, isSubmitting } = formState
  return (
    <EntranceLayout title={publicPages.forget.title}>
      <p className="text-lg text-pretty text-ink-2">{intro}</p>
      {failure === null ? null : <Notice tone="danger" title={failure} />}
      <form noValidate className="grid gap-5" onSubmit={(event) => void handleSubmit(run)(event)}>
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

/** R-05, S-08: choosing a new password with the link from the mail. */
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

/**
 * What the two forms of a forgotten password have in common (S-07, S-08): success goes to the login with the server's
 * words, a refusal says the server's words, anything else says to try again; each in the page and echoed by a toast.
 */
const TRY_AGAIN = 'An error occurred. Please try again.'

interface PasswordCall<Values> {
  /** What went wrong the last time, for the page. */
  failure: string | null
  run(values: Values): Promise<void>
}

export function usePasswordCall<Values>(
  send: (values: Values) => Promise<{ message: string }>,
  isMailed: boolean,
): PasswordCall<Values> {
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(preloadToasts, [])
  return {
    failure,
    async run(values) {
      try {
        const { message } = await send(values)
        toast.success(message)
        const state: LoginState = { said: message, ...(isMailed && { mailed: true }) }
        await navigate(paths.login, { state })
      } catch (error) {
        const message = readMessage(error)
        setFailure(message)
        toast.error(message)
      }
    },
  }
}

const readMessage = (error: unknown): string =>
  error instanceof CallRefused && error.status === 200 && error.message !== '' ? error.message : TRY_AGAIN
