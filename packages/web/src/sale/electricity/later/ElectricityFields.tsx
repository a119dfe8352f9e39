// The three fields of a sale, with help for fast work: chips, customers served before, a scanner, and a warning when a
// meter looks mistyped.
import { type Customer, limits, toDalasi } from '@flexpower/contract'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { floatHint } from '../../later/BeforeOk.tsx'
import { CustomerField } from '../../later/CustomerField.tsx'
import { AmountChips, keepDigitKeys, leadOnEnter, LOCKED_ROW, readAmount } from '../../later/entry-fields.tsx'
import { useServed } from '../../later/served.ts'
import type { KnownFloat } from '../../product.ts'
import { amountInput } from '../../../lib/amount-input.ts'
import { Field } from '../../../ui/form/Field.tsx'
import { warnOfMeter } from './mistyped-meter.ts'
import type { EnteredElectricity, ElectricityValues } from './order.ts'

interface ElectricityFieldsProps {
  form: UseFormReturn<ElectricityValues, unknown, EnteredElectricity>
  float: KnownFloat
  isLocked: boolean
}

export function ElectricityFields({ form, float, isLocked }: ElectricityFieldsProps) {
  const { register, control, setFocus, setValue, formState } = form
  const { errors } = formState
  const [meter, amount, phone] = useWatch({
    control,
    name: ['meter', 'amount', 'phone'],
  })
  const ofPhone = useServed('electricity', phone, !isLocked && phone.length >= limits.phoneLeast)
  const warning = isLocked ? null : warnOfMeter(meter, ofPhone)

  function pickAmount(value: string): void {
    setValue('amount', value, { shouldValidate: true, shouldTouch: true })
    setFocus(phone === '' ? 'phone' : 'amount')
  }
  /** What was typed already stays; the usual amount is marked, so that another one can be typed over it. */
  function pickCustomer(customer: Customer): void {
    setValue('meter', customer.subject, { shouldValidate: true, shouldTouch: true })
    if (phone === '' || customer.phone.startsWith(phone)) setValue('phone', customer.phone)
    if (amount === '') setValue('amount', String(toDalasi(customer.usual)))
    setFocus('amount', { shouldSelect: true })
  }
  return (
    // Enter in a field bubbles up to here; only the fields themselves are interactive.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={isLocked ? LOCKED_ROW : 'grid gap-4'} onKeyDown={leadOnEnter}>
      <CustomerField
        label="Meter Number"
        product="electricity"
        typed={meter}
        onPick={pickCustomer}
        inputMode="numeric"
        autoComplete="off"
        locked={isLocked}
        hint={warning && <span className="text-warning">{warning}</span>}
        error={errors.meter?.message}
        {...register('meter')}
      />
      <div className="grid gap-2">
        <Field
          label="Amount"
          prefix="GMD"
          inputMode="decimal"
          autoComplete="off"
          locked={isLocked}
          hint={!isLocked && floatHint({ amount: readAmount(amount), float })}
          error={errors.amount?.message}
          {...register('amount', amountInput)}
        />
        {!isLocked && (
          <AmountChips amounts={[50, 100, 200, 500, 1000]} value={amount} onChange={pickAmount} />
        )}
      </div>
      <CustomerField
        label="Mobile Number"
        product="electricity"
        typed={phone}
        onPick={pickCustomer}
        inputMode="tel"
        autoComplete="off"
        locked={isLocked}
        error={errors.phone?.message}
        onBeforeInput={keepDigitKeys}
        {...register('phone')}
      />
    </div>
  )
}
