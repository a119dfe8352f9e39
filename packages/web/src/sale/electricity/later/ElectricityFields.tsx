// The three fields of a sale, with help for fast work: chips, remembered meters and phones, a scanner, and a warning
// when a meter looks mistyped.
import { useId, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { floatHint } from '../../later/BeforeOk.tsx'
import { AmountChips, keepDigitKeys, leadOnEnter, LOCKED_ROW, readAmount } from '../../later/entry-fields.tsx'
import type { KnownFloat } from '../../product.ts'
import { amountInput } from '../../../lib/amount-input.ts'
import { Field } from '../../../ui/form/Field.tsx'
import { type KnownMeter, knownMeters, listPhones } from '../known-meters.ts'
import { warnOfMeter } from './mistyped-meter.ts'
import type { EnteredElectricity, ElectricityValues } from './order.ts'

interface ElectricityFieldsProps {
  form: UseFormReturn<ElectricityValues, unknown, EnteredElectricity>
  float: KnownFloat
  isLocked: boolean
}

export function ElectricityFields({ form, float, isLocked }: ElectricityFieldsProps) {
  const listId = useId()
  const { register, control, setFocus, setValue, formState } = form
  const { errors } = formState
  const [meter, amount, phone] = useWatch({
    control,
    name: ['meter', 'amount', 'phone'],
  })
  const [known] = useState(knownMeters)
  const warning = isLocked ? null : warnOfMeter(meter, phone, known)

  function pickAmount(value: string): void {
    setValue('amount', value, { shouldValidate: true, shouldTouch: true })
    setFocus(phone === '' ? 'phone' : 'amount')
  }
  return (
    // Enter in a field bubbles up to here; only the fields themselves are interactive.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={isLocked ? LOCKED_ROW : 'grid gap-4'} onKeyDown={leadOnEnter}>
      <Field
        label="Meter Number"
        inputMode="numeric"
        autoComplete="off"
        locked={isLocked}
        list={`${listId}-meters`}
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
      <Field
        label="Mobile Number"
        inputMode="tel"
        autoComplete="off"
        locked={isLocked}
        list={`${listId}-phones`}
        error={errors.phone?.message}
        onBeforeInput={keepDigitKeys}
        {...register('phone')}
      />
      <Remembered listId={listId} known={known} isOffered={!isLocked} />
    </div>
  )
}

interface RememberedProps {
  listId: string
  known: readonly KnownMeter[]
  isOffered: boolean
}

function Remembered({ listId, known, isOffered }: RememberedProps) {
  if (!isOffered) return null
  return (
    <>
      <datalist id={`${listId}-meters`}>
        {known.map(({ meter, name }) => (
          <option key={meter} value={meter}>
            {name}
          </option>
        ))}
      </datalist>
      <datalist id={`${listId}-phones`}>
        {listPhones(known).map((phone) => (
          <option key={phone} value={phone}>
            {phone}
          </option>
        ))}
      </datalist>
    </>
  )
}
