// The three fields of a payment.
import { postpaidFields } from '@flexpower/contract'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { amountIn } from '../amount-text.ts'
import { floatHint, type KnownFloat } from '../FloatNotice.tsx'
import { keepDigitKeys, leadOnEnter, LOCKED_ROW } from '../sale-fields.ts'
import { amountInput } from '../../lib/amount-input.ts'
import { Field } from '../../ui/Field.tsx'
import type { PaymentValues } from './payment-order.ts'

interface PaymentFieldsProps {
  form: UseFormReturn<PaymentValues>
  float: KnownFloat
  isLocked: boolean
}

export function PaymentFields({ form, float, isLocked }: PaymentFieldsProps) {
  const { register, control, formState } = form
  const amount = amountIn(useWatch({ control, name: postpaidFields.amount }))
  const parts = (name: keyof PaymentValues) => ({
    autoComplete: 'off',
    locked: isLocked,
    error: formState.errors[name]?.message,
    ...register(name),
  })
  return (
    // Enter in a field bubbles to here; the fields themselves are what is used.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={isLocked ? LOCKED_ROW : 'grid gap-4'} onKeyDown={leadOnEnter}>
      <Field label="Account Reference" spellCheck={false} {...parts(postpaidFields.accountReference)} />
      <Field
        label="Amount"
        prefix="GMD"
        inputMode="decimal"
        hint={!isLocked && floatHint({ amount, float })}
        {...parts(postpaidFields.amount)}
        {...register(postpaidFields.amount, amountInput)}
      />
      <Field
        label="Mobile Number"
        inputMode="tel"
        onBeforeInput={keepDigitKeys}
        {...parts(postpaidFields.phone)}
      />
    </div>
  )
}
