// The nine fields of a user (V-US-01 to V-US-03, U-05), in pairs where there is room.
import { bututs, formatGmd, parseHundredths } from '@flexpower/contract'
import type { FormEvent } from 'react'
import { useWatch } from 'react-hook-form'
import { ChoiceField } from '../ui/form/Choice.tsx'
import { CheckboxField, Field } from '../ui/form/Field.tsx'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import type { UserFormState } from './use-user-form.ts'
import { CONTRACT_TYPE, fieldLabels, FLAG, type UserFieldName } from './user-values.ts'

const TYPES = [
  { value: 'Cashier', label: 'Cashier', note: 'Sells from a personal float' },
  { value: 'Admin', label: 'Admin', note: 'Sees and changes everything' },
]
const CONTRACTS = [{ value: CONTRACT_TYPE, label: CONTRACT_TYPE }]

export function UserFields({ form, isNew }: { form: UserFormState['form']; isNew: boolean }) {
  const { register, control, formState, setValue } = form
  const [commission, flag] = useWatch({ control, name: ['commissionPercent', 'mayTakePostpaid'] })
  const parts = (name: UserFieldName) => ({
    label: fieldLabels[name],
    error: formState.errors[name]?.message,
    ...register(name),
  })
  return (
    <>
      <div className="pair">
        <Field {...parts('name')} autoComplete="off" />
        <Field {...parts('email')} type="email" autoComplete="off" />
        <Field {...parts('address')} autoComplete="off" />
        <Field {...parts('location')} autoComplete="off" />
      </div>
      <PasswordField
        {...parts('password')}
        autoComplete="new-password"
        hint={
          isNew
            ? 'At least 6 characters. The user can change it after the first login.'
            : 'Leave it empty to keep the present one.'
        }
      />
      <ChoiceField {...parts('type')} options={TYPES} />
      <div className="pair">
        <SelectField {...parts('contractType')} options={CONTRACTS} />
        <Field
          {...parts('commissionPercent')}
          inputMode="decimal"
          autoComplete="off"
          suffix="% of the fee"
          hint={shareText(commission)}
          onBeforeInput={refuseSigns}
        />
      </div>
      <CheckboxField
        label={fieldLabels.mayTakePostpaid}
        error={formState.errors.mayTakePostpaid?.message}
        name="mayTakePostpaid"
        checked={flag === FLAG.yes}
        onChange={(event) => setValue('mayTakePostpaid', event.target.checked ? FLAG.yes : FLAG.no)}
      />
    </>
  )
}

/** V-US-03: these keys do nothing. Pasted text is checked like all input. */
function refuseSigns(event: FormEvent<HTMLInputElement> & { data?: string }): void {
  if (event.data === '-' || event.data === '+') event.preventDefault()
}

const SAMPLE_FEE = bututs(1000)

/** What a percentage means in money. */
function shareText(entered: string): string | undefined {
  const percent = parseHundredths(entered === '' ? '0' : entered)
  if (typeof percent !== 'number' || percent < 0 || percent > 100_00) return undefined
  const share = bututs(Math.round((SAMPLE_FEE * percent) / 100_00))
  return `${formatGmd(share)} on a fee of ${formatGmd(SAMPLE_FEE)}`
}
