// R-05, S-08: choosing a new password with the link from the mail.
import { newPasswordForm, session } from '@flexpower/contract'
import { useParams } from 'react-router'
import { call } from '../api/client.ts'
import { ResetForm } from './ResetForm.tsx'

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
