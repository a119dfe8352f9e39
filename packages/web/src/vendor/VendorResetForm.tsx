// For a lost vendor password: the utility makes a new one and sends it by its own means.
import { vendor, vendorResetForm } from '@flexpower/contract'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { site } from '../api/site.ts'
import { refusalText } from '../form/form-errors.ts'
import { useCallForm } from '../form/send/use-call-form.ts'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Card.tsx'
import { Field } from '../ui/form/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { toast } from '../ui/toast.ts'

type Entered = Record<'vendorId' | 'vendorUser', string>

export function VendorResetForm() {
  const [answer, setAnswer] = useState<string | null>(null)
  const form = useCallForm<Entered, Entered>({
    schema: vendorResetForm,
    values: { vendorId: '', vendorUser: '' },
    explain: (error) => refusalText(error, NO_ANSWER),
    failed: FAILED,
    send: async (entered) => {
      setAnswer(null)
      const { message } = await call(vendor.forgotPassword, entered)
      setAnswer(message)
      toast.success(CHANGED)
      form.reset()
    },
  })
  const { register, submit, problem } = form
  const { errors, isSubmitting } = form.formState
  return (
    <Panel title="Vendor API password">
      <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <p className="text-pretty text-ink-2">
          {site.utilityName} makes a new password and sends it to the vendor’s contact. Enter it under Update
          password as soon as it comes: the old one then opens nothing new at {site.utilityName}.
        </p>
        {problem !== null && (
          <Notice tone="danger" title={FAILED}>
            {problem}
          </Notice>
        )}
        {answer !== null && (
          <Notice tone="ok" title={CHANGED}>
            {answer}
          </Notice>
        )}
        <Field
          label="Vendor Id"
          autoComplete="off"
          error={errors.vendorId?.message}
          {...register('vendorId')}
        />
        <Field
          label="codUser"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={`Our user’s name at ${site.utilityName}.`}
          error={errors.vendorUser?.message}
          {...register('vendorUser')}
        />
        <Button type="submit" busy={isSubmitting} className="justify-self-end">
          Submit
        </Button>
      </form>
    </Panel>
  )
}

/** PW-02: the messages of both forms for the vendor's password. */
export const CHANGED = 'API Password changed successfully!'
export const FAILED = 'Failed'
export const NO_ANSWER =
  'The server did not answer. Look at the balance to see whether the account still answers, then try again.'
