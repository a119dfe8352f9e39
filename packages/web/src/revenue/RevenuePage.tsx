// Revenue of all products beside the period before, the commission of each cashier, and the reports that are sent by
// mail. What is shown is in the URL.
import { useUrlValues } from '../list/list-view.ts'
import { Tabs } from '../ui/tabs/Tabs.tsx'
import { CommissionView } from './CommissionView.tsx'
import { RevenueView } from './RevenueView.tsx'
import { Schedules } from './Schedules.tsx'

const TABS = [
  { value: 'revenue', label: 'Revenue' },
  { value: 'commission', label: 'Commission' },
  { value: 'mail', label: 'By mail' },
] as const
type Tab = (typeof TABS)[number]['value']

export function RevenuePage() {
  const [read, write] = useUrlValues()
  const tab: Tab = TABS.find(({ value }) => value === read('tab'))?.value ?? 'revenue'
  return (
    <Tabs
      label="Revenue"
      options={TABS}
      value={tab}
      onChange={(next) => write({ tab: next === 'revenue' ? '' : next })}
    >
      {tab === 'revenue' && <RevenueView read={read} write={write} />}
      {tab === 'commission' && <CommissionView read={read} write={write} isAdmin />}
      {tab === 'mail' && <Schedules />}
    </Tabs>
  )
}
