// A new password for one's own account (PW-01, PW-03).
import { Link } from 'react-router'
import { forgetSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { ChangePasswordForm } from './ChangePasswordForm.tsx'
import { Panel } from '../ui/Card.tsx'
import { useGoHome } from './use-go-home.ts'

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
