// The five things we ask of who wants to sell.
import { applicationForm, contact } from '@flexpower/contract'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../api/client.ts'
import { formResolver } from '../form/form-resolver.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { refusalText, showFieldErrors } from '../form/refusal.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { preloadToasts, toast } from '../ui/toast.ts'
import type { SentApplication } from './ApplicationSent.tsx'

const TRY_AGAIN = 'An error occurred. Please try again.'

const fields = ['name', 'business_name', 'email', 'telephone', 'location'] as const
type Entered = Record<(typeof fields)[number], string>

export function ApplicationForm({ onSent }: { onSent: (sent: SentApplication) => void }) {
  const [failure, setFailure] = useState<string | null>(null)
  const isAlive = useHydrated()
  const { register, handleSubmit, setError, formState } = useForm<Entered, unknown, Entered>({
    // No default values: they would empty what was typed before React came.
    resolver: formResolver(applicationForm),
    mode: 'onTouched',
  })
  const { errors, isSubmitting } = formState
  // When the network is gone it is too late to load the code that says so.
  useEffect(preloadToasts, [])
  const submit = handleSubmit(async ({ business_name: businessName, telephone: phone, ...entered }) => {
    setFailure(null)
    try {
      const { message } = await call(contact.apply, { ...entered, businessName, phone })
      toast.success(message)
      onSent({ message, email: entered.email })
    } catch (error) {
      const text = refusalText(error, TRY_AGAIN)
      setFailure(text)
      toast.error(text)
      showFieldErrors(error, setError, fields)
    }
  })
  const parts = (name: keyof Entered) => ({ error: errors[name]?.message, ...register(name) })
  return (
    <form noValidate aria-label="Application" className="grid gap-5" onSubmit={(event) => void submit(event)}>
      {failure !== null && <Notice tone="danger" title={failure} />}
      <div className="pair">
        <Field {...parts('name')} label="Name" autoComplete="name" />
        <Field {...parts('business_name')} label="Business name" autoComplete="organization" />
        <Field
          {...parts('email')}
          label="Email"
          type="email"
          autoComplete="email"
          hint="You sign in with it later."
        />
        <Field
          {...parts('telephone')}
          label="Mobile Number"
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          hint="Digits only."
        />
      </div>
      <Field
        {...parts('location')}
        label="Location"
        autoComplete="address-level2"
        hint="The town or market where your counter would be."
      />
      <div>
        <Button variant="primary" size="lg" type="submit" busy={isSubmitting} disabled={!isAlive}>
          {isSubmitting ? 'Submitting...' : 'Submit'}
        </Button>
      </div>
    </form>
  )
}
