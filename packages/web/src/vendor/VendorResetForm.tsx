// The vendor's password is lost: the utility makes another one and tells it by its own means.
import { vendor, vendorResetForm } from '@flexpower/contract'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../api/client.ts'
import { site } from '../api/site.ts'
import { formResolver, refusalText, showFieldErrors } from '../form/form-errors.ts'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Card.tsx'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { preloadToasts, toast } from '../ui/toast.ts'

interface Entered {
  idVendor: string
  codUser: string
}

interface Outcome {
  isDone: boolean
  words: string
}

export function VendorResetForm() {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { register, handleSubmit, reset, setError, formState } = useForm<Entered, unknown, Entered>({
    defaultValues: { idVendor: '', codUser: '' },
    resolver: formResolver(vendorResetForm),
    mode: 'onTouched',
  })
  const { errors, isSubmitting } = formState
  // When the network is gone it is too late to load the code that says so.
  useEffect(preloadToasts, [])
  const submit = handleSubmit(async ({ idVendor, codUser }) => {
    setOutcome(null)
    try {
      const { message } = await call(vendor.forgotPassword, { vendorId: idVendor, vendorUser: codUser })
      setOutcome({ isDone: true, words: message })
      toast.success(CHANGED)
      reset()
    } catch (error) {
      setOutcome({ isDone: false, words: refusalText(error, NO_ANSWER) })
      toast.error(FAILED)
      showFieldErrors(error, setError, ['idVendor', 'codUser'])
    }
  })
  return (
    <Panel title="Vendor API password">
      <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <p className="text-pretty text-ink-2">
          {site.utilityName} makes a new password and sends it to the vendor’s contact. Enter it under Update
          password as soon as it comes: the old one then opens nothing new at {site.utilityName}.
        </p>
        {outcome !== null && (
          <Notice tone={outcome.isDone ? 'ok' : 'danger'} title={outcome.isDone ? CHANGED : FAILED}>
            {outcome.words}
          </Notice>
        )}
        <Field
          label="Vendor Id"
          autoComplete="off"
          error={errors.idVendor?.message}
          {...register('idVendor')}
        />
        <Field
          label="codUser"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={`Our user’s name at ${site.utilityName}.`}
          error={errors.codUser?.message}
          {...register('codUser')}
        />
        <Button type="submit" busy={isSubmitting} className="justify-self-end">
          Submit
        </Button>
      </form>
    </Panel>
  )
}

/** PW-02: what both forms of the vendor's password say. */
export const CHANGED = 'API Password changed successfully!'
export const FAILED = 'Failed'
export const NO_ANSWER =
  'The server did not answer. Look at the balance to see whether the account still answers, then try again.'
