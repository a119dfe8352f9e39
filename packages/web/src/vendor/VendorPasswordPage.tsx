// The password of the utility's vendor interface (PW-02): have it reset there, or store a new one here.
import { VendorResetForm } from './VendorResetForm.tsx'
import { VendorUpdateForm } from './VendorUpdateForm.tsx'

export const VendorPasswordPage = () => (
  <div className="grid max-w-240 items-start gap-4 md:grid-cols-2">
    <VendorResetForm />
    <VendorUpdateForm />
  </div>
)
