// The figures an owner sees first (D-01 to D-07): today, this month and the balance at the utility, or one chosen day.
// Then today by hour, the month by day, who sold, how long the money lasts, and open tasks.
import { dashboard, formatDay, formatLongDay, formatTime, toNoon, vendor } from '@flexpower/contract'
import { useState } from 'react'
import { Link } from '../router/hooks.tsx'
import { useCall } from '../api/hooks/use-call.ts'
import { AirtimeFigures, Figures } from './Figures.tsx'
import { CashierTable } from './CashierTable.tsx'
import { DayFilter, type DayOutcome, isEmptyDay } from './DayFilter.tsx'
import { Runways } from './Runways.tsx'
import { SalesByDay, SalesByHour } from './SalesCharts.tsx'
import { Waiting } from './Waiting.tsx'
import { now } from '../lib/clock.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { tileClass } from '../ui/Card.tsx'
import { Icon, type IconName } from '../ui/Icon.tsx'
import { Notice } from '../ui/Notice.tsx'

const OVERVIEW_MS = 60_000

export function DashboardPage() {
  const [outcome, setOutcome] = useState<DayOutcome | null>(null)
  const [readAt, setReadAt] = useState<Date | null>(null)
  const chosen = outcome?.type === 'read' ? outcome : null
  return (
    <>
      <Alerts />
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div aria-live="polite" className="flex min-h-11 flex-wrap items-center gap-x-3">
          {chosen === null ? (
            <p className="text-lg font-medium">
              {formatLongDay(now())}{' '}
              {readAt !== null && <span className="font-normal text-ink-3">to {formatTime(readAt)}</span>}
            </p>
          ) : (
            <>
              <p className="text-lg font-medium">{formatLongDay(toNoon(chosen.day))}</p>
              <Button variant="ghost" icon="left" className="-ml-2" onClick={() => setOutcome(null)}>
                Back to today
              </Button>
            </>
          )}
        </div>
        <DayFilter onOutcome={setOutcome} />
      </div>
      <OutcomeNotice outcome={outcome} />
      <Figures chosen={chosen} onRead={setReadAt} />
      <AtAGlance />
      <QuickTiles />
    </>
  )
}

/** Two thirds and one third, where two thirds have room for a table. */
const TWO_TO_ONE =
  'grid grid-cols-[minmax(0,1fr)] items-stretch gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]'

function AtAGlance() {
  const query = useCall(dashboard.overview, {}, { pollMs: () => OVERVIEW_MS })
  return (
    <div className={TWO_TO_ONE}>
      <SalesByHour query={query} />
      <Runways query={query} />
      <SalesByDay query={query} />
      <Waiting query={query} />
      <CashierTable query={query} />
      <AirtimeFigures />
    </div>
  )
}

function OutcomeNotice({ outcome }: { outcome: DayOutcome | null }) {
  if (outcome === null) return null
  if (outcome.type === 'read')
    return isEmptyDay(outcome) ? (
      <Notice tone="info" title="Not found">
        No cash power was sold on {formatDay(toNoon(outcome.day))}.
      </Notice>
    ) : null
  const title = outcome.type === 'refused' ? 'Data is not found' : 'The figures of this day could not be read'
  return (
    <Notice tone="warning" title={title}>
      The cards below show today.{outcome.type === 'failed' && ' Please submit the date again in a moment.'}
    </Notice>
  )
}

/** What an Admin must act on first: an account that is nearly empty, SMS that are not sent. It disappears with its cause. */
const LOOK_EVERY_MS = 60_000

export function Alerts() {
  const { data = [] } = useCall(vendor.alerts, {}, { pollMs: () => LOOK_EVERY_MS })
  return data.map(({ subject, isUrgent, title, text }) => (
    <Notice key={subject} tone={isUrgent ? 'danger' : 'warning'} title={title}>
      {text}
    </Notice>
  ))
}

/** Links to the screens that the sidebar does not list. */
const tiles: readonly { path: string; icon: IconName; name: string; note: string }[] = [
  { path: paths.admin.airPower, icon: 'signal', name: 'Air Power', note: 'Sell airtime' },
  { path: paths.admin.postPaid, icon: 'bill', name: 'Post Paid', note: 'Take bill payments' },
  { path: paths.admin.tills, icon: 'coins', name: 'Tills', note: 'Every cashier now' },
  { path: paths.admin.tillSessions, icon: 'clock', name: 'Shifts', note: 'Cash counted and expected' },
  { path: paths.admin.report, icon: 'report', name: 'Report', note: 'Revenue by cashier' },
  { path: paths.admin.revenue, icon: 'report', name: 'Revenue', note: 'All products, also by mail' },
  { path: paths.admin.backup, icon: 'backup', name: 'Backup', note: 'Make and download' },
  { path: paths.admin.cleanup, icon: 'archive', name: 'Cleanup', note: 'Archive old sales' },
  {
    path: paths.admin.reconciliation,
    icon: 'enquiry',
    name: 'Reconciliation',
    note: 'Our books and the utility’s',
  },
  { path: paths.admin.audit, icon: 'clock', name: 'Audit', note: 'Who did what, and when' },
  { path: paths.admin.messages, icon: 'mail', name: 'Messages', note: 'What visitors wrote' },
  { path: paths.admin.forgetPassword, icon: 'key', name: 'Forgot Password', note: 'The utility’s interface' },
]

export const QuickTiles = () => (
  <nav aria-label="More screens">
    <ul className="grid gap-3 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-4">
      {tiles.map(({ path, icon, name, note }) => (
        <li key={path}>
          <Link to={path} className={tileClass}>
            <Icon name={icon} />
            <span>
              <b>{name}</b>
              <small>{note}</small>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
