// asking for a new password. Its form comes with the call that sends the link.
import { site } from '../api/site.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { EntranceLayout } from './EntranceLayout.tsx'

export const ForgotPasswordPage = () => (
  <EntranceLayout title="Reset Password">
    <p className="text-lg text-pretty text-ink-2">
      Enter the email you sign in with, and a link to choose a new password comes by mail.
    </p>
    <Notice tone="info" title="The form opens here soon">
      Until then, write to {site.supportEmail} and we reset it with you.
    </Notice>
    <a className={buttonClass('secondary', 'lg', true)} href={paths.login}>
      Back to login
    </a>
  </EntranceLayout>
)
