// R-04, S-07: asking for a link to choose a new password.
import { forgotPasswordForm, session } from '@flexpower/contract'
import { call } from '../api/client.ts'
import { ResetForm } from './ResetForm.tsx'

export const ForgotPasswordPage = () => (
  <ResetForm
    intro="Enter the email you sign in with, and a link to choose a new password comes by mail."
    schema={forgotPasswordForm}
    field={{ name: 'email', label: 'Email', type: 'email', autoComplete: 'username' }}
    isMailed
    send={(entered) => call(session.forgotPassword, entered)}
  />
)
