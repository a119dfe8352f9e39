// The password of the utility's vendor interface (PW-02, PW-03): have it reset there, or store a new one here, which the utility must
// take before the old one is dropped.
import { logout, vendor, vendorPasswordForm } from '@flexpower/contract'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useGoHome } from '../layout/BackOffice.tsx'
import { call } from '../api/client.ts'
import { readHint, signOut } from '../api/session.ts'
import { site } from '../api/site.ts'
import { formResolver, refusalText, showFieldErrors } from '../form/form-errors.ts'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Card.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { toast } from '../ui/toast.ts'
import { CHANGED, FAILED, NO_ANSWER, VendorResetForm } from './VendorResetForm.tsx'

interface Entered {
  updatepassword: string
}

/** The server has no reason of its own to end this session. */
const leave = () => signOut((signal) => call(logout, {}, { signal }))

export function VendorUpdateForm() {
  const [failure, setFailure] = useState<string | null>(null)
  const goHome = useGoHome(leave)
  const { register, handleSubmit, setError, formState } = useForm<Entered, unknown, Entered>({
    defaultValues: { updatepassword: '' },
    resolver: formResolver(vendorPasswordForm),
    mode: 'onTouched',
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ updatepassword: password }) => {
    setFailure(null)
    try {
      await call(vendor.updatePassword, { password, claimedUser: readHint('user_id') })
    } catch (error) {
      setFailure(refusalText(error, NO_ANSWER))
      toast.error(FAILED)
      showFieldErrors(error, setError, ['updatepassword'])
      return
    }
    toast.success(CHANGED)
    await goHome()
  })
  return (
    <Panel title="Update password">
      <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <p className="text-pretty text-ink-2">
          Sales go on with the old password until {site.utilityName} has accepted the new one; then it is kept
          here, encrypted, and you are signed out.
        </p>
        {failure !== null && (
          <Notice tone="danger" title={FAILED}>
            {failure}
          </Notice>
        )}
        <PasswordField
          label="Password"
          autoComplete="off"
          hint="The one that came from the utility, or a new one of your own."
          error={errors.updatepassword?.message}
          {...register('updatepassword')}
        />
        <Button variant="primary" type="submit" busy={isSubmitting} className="justify-self-end">
          Save
        </Button>
      </form>
    </Panel>
  )
}

/** The password of the utility's vendor interface (PW-02): have it reset there, or store a new one here. */
export const VendorPasswordPage = () => (
  <div className="grid max-w-240 items-start gap-4 md:grid-cols-2">
    <VendorResetForm />
    <VendorUpdateForm />
  </div>
)
