// The three fields of a payment.
import { postpaidFields } from '@flexpower/contract'
import type { UseFormReturn } from 'react-hook-form'
import { keepDigitKeys, LOCKED_ROW } from '../counter/sale-fields.ts'
import { Field } from '../ui/Field.tsx'
import type { PaymentValues } from './payment-order.ts'

interface PaymentFieldsProps {
  form: UseFormReturn<PaymentValues>
  isLocked: boolean
}

export function PaymentFields({ form, isLocked }: PaymentFieldsProps) {
  const { register, formState } = form
  const parts = (name: keyof PaymentValues) => ({
    autoComplete: 'off',
    locked: isLocked,
    error: formState.errors[name]?.message,
    ...register(name),
  })
  return (
    <div className={isLocked ? LOCKED_ROW : 'grid gap-4'}>
      <Field label="Account Reference" spellCheck={false} {...parts(postpaidFields.accountReference)} />
      <Field label="Amount" prefix="GMD" inputMode="decimal" {...parts(postpaidFields.amount)} />
      <Field
        label="Mobile Number"
        inputMode="tel"
        onBeforeInput={keepDigitKeys}
        {...parts(postpaidFields.phone)}
      />
    </div>
  )
}
