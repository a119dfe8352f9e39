// Buttons, chips, segments and icons.

import { useState } from 'react'
import { Button, IconButton } from '../ui/Button.tsx'
import { CallCard } from '../ui/Card.tsx'
import { Chips, Segment } from '../ui/form/Choice.tsx'
import { Icon, ICON_NAMES } from '../ui/Icon.tsx'
import { Tabs } from '../ui/tabs/Tabs.tsx'
import { toast } from '../ui/toast.ts'
import { Columns, Quarters, Sample, Section } from './Sheet.tsx'

const AMOUNTS = [50, 100, 200, 500, 1000].map((value) => ({ value, label: value.toLocaleString('en') }))
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
