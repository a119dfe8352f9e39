// The password of the utility's vendor interface (PW-02, PW-03): reset it there, or store a new one here, which the
// utility must accept before the old one is dropped.
import { logout, vendor, vendorPasswordForm } from '@flexpower/contract'
import { useGoHome } from '../layout/admin/use-go-home.ts'
import { call } from '../api/client.ts'
import { readHint, signOut } from '../api/session.ts'
import { site } from '../api/site.ts'
import { refusalText } from '../form/form-errors.ts'
import { useCallForm } from '../form/send/use-call-form.ts'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Card.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { toast } from '../ui/toast.ts'
import { CHANGED, FAILED, NO_ANSWER, VendorResetForm } from './VendorResetForm.tsx'

/** The server itself does not end this session. */
const leave = () => signOut((signal) => call(logout, {}, { signal }))

export function VendorUpdateForm() {
  const goHome = useGoHome(leave)
  const { register, submit, problem, formState } = useCallForm<{ password: string }, { password: string }>({
    schema: vendorPasswordForm,
    values: { password: '' },
    explain: (error) => refusalText(error, NO_ANSWER),
    failed: FAILED,
    send: async (entered) => {
      await call(vendor.updatePassword, { ...entered, claimedUser: readHint('user_id') })
      toast.success(CHANGED)
      await goHome()
    },
  })
  const { errors, isSubmitting } = formState
  return (
    <Panel title="Update password">
      <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <p className="text-pretty text-ink-2">
          Sales go on with the old password until {site.utilityName} has accepted the new one; then it is kept
          here, encrypted, and you are signed out.
        </p>
        {problem !== null && (
          <Notice tone="danger" title={FAILED}>
            {problem}
          </Notice>
        )}
        <PasswordField
          label="Password"
          autoComplete="off"
          hint="The one that came from the utility, or a new one of your own."
          error={errors.password?.message}
          {...register('password')}
        />
        <Button variant="primary" type="submit" busy={isSubmitting} className="justify-self-end">
          Save
        </Button>
      </form>
    </Panel>
  )
}

/** The password of the utility's vendor interface (PW-02): reset it there, or store a new one here. */
export const VendorPasswordPage = () => (
  <div className="grid max-w-240 items-start gap-4 md:grid-cols-2">
    <VendorResetForm />
    <VendorUpdateForm />
  </div>
)
