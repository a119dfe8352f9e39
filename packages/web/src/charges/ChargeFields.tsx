// The five fields of a band (V-CH-01 to V-CH-03, CH-05).
import { type CheckedCharge, chargeStatuses, END_BELOW_START, formatGmd } from '@flexpower/contract'
import { type RegisterOptions, useWatch } from 'react-hook-form'
import { amountInput } from '../lib/amount-input.ts'
import { ChoiceField } from '../ui/form/Choice.tsx'
import { Field } from '../ui/form/Field.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { feeAt, refusedSales } from './bands.ts'
import {
  type ChargeFieldName,
  type ChargeValues,
  endsBelowStart,
  fieldLabels,
  readInput,
} from './charge-values.ts'
import type { ChargeFormState } from './use-charge-form.ts'

const KINDS = [
  { value: 'fixed', label: 'fixed' },
  { value: 'percentage', label: 'percentage' },
]
const STATUSES = [
  { value: chargeStatuses.active, label: 'Active', note: 'Sales pay it from now on' },
  { value: chargeStatuses.inactive, label: 'Inactive', note: 'Kept, but not charged' },
]

export function ChargeFields({ form }: { form: ChargeFormState['form'] }) {
  const { register, control, formState } = form
  const values = useWatch({ control, compute: (all) => all })
  const isPercentage = values.kind === 'percentage'
  const parts = (name: ChargeFieldName, options?: RegisterOptions<ChargeValues, ChargeFieldName>) => ({
    label: fieldLabels[name],
    error: formState.errors[name]?.message,
    ...register(name, options),
  })
  const money = (name: ChargeFieldName) =>
    ({ ...parts(name, amountInput), prefix: 'GMD', inputMode: 'decimal', autoComplete: 'off' }) as const
  // V-CH-02: shown as soon as both amounts are there, whatever else is missing.
  const endError = formState.errors.end?.message ?? (endsBelowStart(values) ? END_BELOW_START : undefined)
  return (
    <>
      <div className="pair">
        <Field {...money('start')} />
        <Field {...money('end')} error={endError} hint="Belongs to the band" />
      </div>
      <div className="pair">
        <SelectField {...parts('kind')} placeholder="Choose a type" options={KINDS} />
        <Field
          {...money('fee')}
          prefix={isPercentage ? undefined : 'GMD'}
          suffix={isPercentage ? '%' : undefined}
          hint={<FeeHint input={readInput(values)} />}
        />
      </div>
      <ChoiceField {...parts('active')} options={STATUSES} />
    </>
  )
}

/** What a sale pays, and whether anything is left to sell after the fee. */
function FeeHint({ input }: { input: CheckedCharge | null }) {
  if (input === null) return 'What the customer pays for one sale'
  const refused = refusedSales(input)
  if (refused !== 'none')
    return (
      <span className="text-warning">
        A fee must stay below its amount: with this one{' '}
        {refused === 'all' ? 'every sale' : 'the smallest sales'} of the band would be refused.
      </span>
    )
  const [least, most] = [feeAt(input, input.start), feeAt(input, input.end)]
  return least === most
    ? `${formatGmd(least)} for every sale`
    : `${formatGmd(least)} to ${formatGmd(most)} a sale`
}
