// Fields in every state.

import { ChoiceField } from '../ui/form/Choice.tsx'
import { CheckboxField, Field, TextAreaField } from '../ui/Field.tsx'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { Columns, Quarters, Section } from './Sheet.tsx'

const CONTRACTS = [
  { value: 'commission', label: 'Commission' },
  { value: 'salary', label: 'Salary' },
]

const TYPES = [
  { value: 'cashier', label: 'Cashier', note: 'Sells from a personal float' },
  { value: 'admin', label: 'Admin', note: 'Sees and changes everything' },
]

export function FieldsSection() {
  return (
    <Section title="Fields">
      <Quarters>
        <Field label="Meter Number" defaultValue="37201148261" hint="8 to 50 digits" inputMode="numeric" />
        <Field label="Amount" prefix="GMD" defaultValue="500" inputMode="decimal" />
        <Field label="Mobile Number" defaultValue="77142" error="Mobile Number must be at least 7 digits" />
        <Field label="Locked Meter" defaultValue="37201148261" locked hint="Locked after VERIFY" />
        <Field
          label="Commission"
          suffix="% of the fee"
          defaultValue="30"
          hint="GMD 3.00 on a fee of GMD 10.00"
        />
        <Field label="Date" type="date" icon="calendar" defaultValue="2026-11-14" />
        <SelectField label="Contract Type" options={CONTRACTS} />
        <SelectField label="Location" placeholder="Choose" error="Location is required" />
        <Field label="Disabled" defaultValue="Not for you" disabled />
        <PasswordField label="Password" autoComplete="new-password" defaultValue="a password" />
        <CheckboxField label="Can access post paid" />
        <CheckboxField label="I agree" error="Agree to go on" />
      </Quarters>
      <div className="mt-6">
        <Columns>
          <ChoiceField label="User Type" options={TYPES} />
          <TextAreaField label="Message" placeholder="How can we help?" hint="We answer within a day." />
        </Columns>
      </div>
    </Section>
  )
}
