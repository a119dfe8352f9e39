// The three fields of a payment.
import type { Customer } from '@flexpower/contract'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { floatHint } from '../../later/BeforeOk.tsx'
import { CustomerField } from '../../later/CustomerField.tsx'
import { keepDigitKeys, leadOnEnter, LOCKED_ROW, readAmount } from '../../later/entry-fields.tsx'
import type { KnownFloat } from '../../product.ts'
import { amountInput } from '../../../lib/amount-input.ts'
import { Field } from '../../../ui/form/Field.tsx'
import type { PostpaidValues } from './order.ts'

interface PostpaidFieldsProps {
  form: UseFormReturn<PostpaidValues>
  float: KnownFloat
  isLocked: boolean
}

export function PostpaidFields({ form, float, isLocked }: PostpaidFieldsProps) {
  const { register, control, formState, setValue, setFocus } = form
  const [account, amount, phone] = useWatch({ control, name: ['accountReference', 'amount', 'phone'] })
  /** A bill is a different amount every month, so none is filled in. */
  function pickCustomer(customer: Customer): void {
    setValue('accountReference', customer.subject)
    if (phone === '') setValue('phone', customer.phone)
    setFocus('amount')
  }
  const parts = (name: keyof PostpaidValues) => ({
    autoComplete: 'off',
    locked: isLocked,
    error: formState.errors[name]?.message,
    ...register(name),
  })
  return (
    // Enter in a field bubbles up to here; only the fields themselves are interactive.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={isLocked ? LOCKED_ROW : 'grid gap-4'} onKeyDown={leadOnEnter}>
      <CustomerField
        label="Account Reference"
        product="postpaid"
        typed={account}
        onPick={pickCustomer}
        spellCheck={false}
        {...parts('accountReference')}
      />
      <Field
        label="Amount"
        prefix="GMD"
        inputMode="decimal"
        hint={!isLocked && floatHint({ amount: readAmount(amount), float })}
        {...parts('amount')}
        {...register('amount', amountInput)}
      />
      <Field label="Mobile Number" inputMode="tel" onBeforeInput={keepDigitKeys} {...parts('phone')} />
    </div>
  )
}
