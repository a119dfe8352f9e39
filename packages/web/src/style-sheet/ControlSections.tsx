// What people press and fill in: buttons, menus, fields.
import { formatCount } from '@flexpower/contract'
import { useState } from 'react'
import { Button, IconButton } from '../ui/Button.tsx'
import { CallCard } from '../ui/Card.tsx'
import { Chips, Segment, ChoiceField } from '../ui/form/Choice.tsx'
import { Icon, ICON_NAMES } from '../ui/Icon.tsx'
import { Tabs } from '../ui/tabs/Tabs.tsx'
import { toast } from '../ui/toast.ts'
import { Columns, Quarters, Sample, Section } from './Sheet.tsx'
import { CheckboxField, Field, TextAreaField } from '../ui/form/Field.tsx'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'

const AMOUNTS = [50, 100, 200, 500, 1000].map((value) => ({ value, label: formatCount(value) }))
const PERIODS = ['Today', 'Yesterday', '7 days', 'This month'].map((label) => ({ value: label, label }))

export function ActionsSection() {
  return (
    <Section title="Actions">
      <Quarters>
        <Sample name="Primary, one a view" className="grid grid-cols-2 gap-3">
          <Button variant="primary">VERIFY</Button>
          <Button variant="primary" disabled>
            OK
          </Button>
          <BusyButton />
          <Button variant="primary" size="lg">
            Large
          </Button>
        </Sample>
        <Sample name="Secondary" className="grid grid-cols-2 gap-3">
          <Button icon="download">CSV</Button>
          <Button disabled>Disabled</Button>
          <Button busy>Busy</Button>
          <Button size="lg">Large</Button>
        </Sample>
        <Sample name="Quiet and danger" className="grid grid-cols-2 gap-3">
          <Button variant="ghost">Decline</Button>
          <Button variant="danger">Delete</Button>
          <span className="flex">
            <IconButton icon="print" label="Print" />
            <IconButton icon="edit" label="Edit" />
            <IconButton icon="trash" label="Delete" />
          </span>
        </Sample>
        <Sample name="Call card, one a screen">
          <CallCard
            title="New Transactions"
            note="Sell cash power"
            keys={['N', 'F2']}
            onClick={() => toast.info('The call card was pressed')}
          />
        </Sample>
      </Quarters>
      <div className="mt-6">
        <Columns>
          <div className="grid content-start gap-6">
            <Picking />
            <Turning />
          </div>
          <Sample name="Icons, 20 px grid, 1.5 px stroke" className="flex flex-wrap gap-4 text-ink-2">
            {ICON_NAMES.map((name) => (
              <Icon key={name} name={name} label={name} />
            ))}
          </Sample>
        </Columns>
      </div>
    </Section>
  )
}

function BusyButton() {
  const [busy, setBusy] = useState(false)
  function work() {
    setBusy(true)
    setTimeout(() => setBusy(false), 2000)
  }
  return (
    <Button variant="primary" busy={busy} onClick={work}>
      Work
    </Button>
  )
}

function Picking() {
  const [amount, setAmount] = useState<number | undefined>(500)
  const [period, setPeriod] = useState<string | undefined>('Today')
  return (
    <Sample name="Chips and segments" className="grid grid-cols-1 gap-3">
      <Chips label="Amount" options={AMOUNTS} value={amount} onChange={setAmount} />
      <div>
        <Segment label="Period" options={PERIODS} value={period} onChange={setPeriod} />
      </div>
    </Sample>
  )
}

function Turning() {
  const [tab, setTab] = useState<'users' | 'applications'>('users')
  return (
    <Sample name="Tabs, views of one screen">
      <Tabs
        label="Views"
        options={[
          { value: 'users', label: 'Users' },
          { value: 'applications', label: 'Applications', count: 2 },
        ]}
        value={tab}
        onChange={setTab}
      >
        <p className="text-ink-2">
          {tab === 'users' ? 'Everyone who signs in.' : 'Everyone who would like to.'}
        </p>
      </Tabs>
    </Sample>
  )
}

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
        <Field label="Date" type="date" defaultValue="2026-11-14" />
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
