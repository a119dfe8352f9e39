// choosing a new password with the link from the mail. Its form comes with the call that sets it.
import { site } from '../api/site.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { EntranceLayout } from './EntranceLayout.tsx'

export const NewPasswordPage = () => (
  <EntranceLayout title="Reset Password">
    <p className="text-lg text-pretty text-ink-2">
      Your link is here. Next you choose a new password of at least 6 characters.
    </p>
    <Notice tone="info" title="The form opens here soon">
      Until then, write to {site.supportEmail} and we set it with you.
    </Notice>
    <a className={buttonClass('secondary', 'lg', true)} href={paths.login}>
      Back to login
    </a>
  </EntranceLayout>
)
