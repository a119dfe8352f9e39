// The three fields of a sale, with what helps a hand in a hurry: chips, remembered meters and phones, a scanner, and a
// warning when a meter looks mistyped.
import { saleFields } from '@flexpower/contract'
import { useId, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { amountIn } from '../amount-text.ts'
import { AmountChips } from '../AmountChips.tsx'
import { floatHint, type KnownFloat } from '../FloatNotice.tsx'
import { keepDigitKeys, leadOnEnter, LOCKED_ROW } from '../sale-fields.ts'
import { amountInput } from '../../lib/amount-input.ts'
import { Field } from '../../ui/Field.tsx'
import { type KnownMeter, knownMeters, phonesOf } from './known-meters.ts'
import { failsItsCheckDigit, isOneSlipAway } from './luhn.ts'
import type { CheckedSale, SaleValues } from './sale-order.ts'

interface SaleFieldsProps {
  form: UseFormReturn<SaleValues, unknown, CheckedSale>
  float: KnownFloat
  isLocked: boolean
}

export function SaleFields({ form, float, isLocked }: SaleFieldsProps) {
  const listId = useId()
  const { register, control, setFocus, setValue, formState } = form
  const { errors } = formState
  const [meter, amount, phone] = useWatch({
    control,
    name: [saleFields.meter, saleFields.amount, saleFields.phone],
  })
  const [known] = useState(knownMeters)
  const warning = isLocked ? null : meterWarning(meter, phone, known)

  function pickAmount(value: string): void {
    setValue(saleFields.amount, value, { shouldValidate: true, shouldTouch: true })
    setFocus(phone === '' ? saleFields.phone : saleFields.amount)
  }
  return (
    // Enter in a field bubbles to here; the fields themselves are what is used.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={isLocked ? LOCKED_ROW : 'grid gap-4'} onKeyDown={leadOnEnter}>
      <Field
        label="Meter Number"
        inputMode="numeric"
        autoComplete="off"
        locked={isLocked}
        list={`${listId}-meters`}
        hint={warning && <span className="text-warning">{warning}</span>}
        error={errors[saleFields.meter]?.message}
        {...register(saleFields.meter)}
      />
      <div className="grid gap-2">
        <Field
          label="Amount"
          prefix="GMD"
          inputMode="decimal"
          autoComplete="off"
          locked={isLocked}
          hint={!isLocked && floatHint({ amount: amountIn(amount), float })}
          error={errors[saleFields.amount]?.message}
          {...register(saleFields.amount, amountInput)}
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
        error={errors[saleFields.phone]?.message}
        onBeforeInput={keepDigitKeys}
        {...register(saleFields.phone)}
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
        {phonesOf(known).map((phone) => (
          <option key={phone} value={phone}>
            {phone}
          </option>
        ))}
      </datalist>
    </>
  )
}

/** A warning, never a refusal. */
function meterWarning(meter: string, phone: string, known: readonly KnownMeter[]): string | null {
  const usual = known.find((each) => each.phone === phone && isOneSlipAway(meter, each.meter))
  if (usual)
    return `Nearly ${usual.meter} (${usual.name}), for which this phone usually buys. Compare the digits.`
  return failsItsCheckDigit(meter) ? 'The last digit does not fit the others. Compare with the meter.' : null
}
