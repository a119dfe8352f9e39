// How long the money lasts: our balances at the utility and the aggregator, as last read, and the floats of the cashiers.
import {
  type AccountBalance,
  CURRENCY,
  formatAmount,
  formatDay,
  formatGmd,
  formatTime,
  vendor,
} from '@flexpower/contract'
import { Link } from '../router/hooks.tsx'
import { useCall } from '../api/hooks/use-call.ts'
import { site } from '../api/site.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/Badge.tsx'
import { now } from '../lib/clock.ts'
import { endText, type LastingTone, lastingText, chooseTone } from '../lib/lasting.ts'
import { hasFailed, OverviewPanel, type OverviewProps } from './OverviewPanel.tsx'

export const Runways = ({ query }: OverviewProps) => (
  <OverviewPanel query={query} title="How long it lasts">
    {(overview) => (
      <div className="grid">
        <AccountRunways />
        <Runway
          name="All floats together"
          path={paths.admin.creditAgents}
          linkText="Load a float"
          amount={formatGmd(overview.floats)}
          days={overview.floatsLastDays}
          from={overview.asOf}
          tone={overview.floatsLastDays === null ? 'ok' : chooseTone(overview.floatsLastDays)}
        />
      </div>
    )}
  </OverviewPanel>
)

/** A reading older than this says so: the other side could not be reached since. */
const OLD_MS = 15 * 60_000

const accountName = (otherSide: AccountBalance['otherSide']) =>
  otherSide === 'utility' ? `${site.utilityName} balance` : 'Airtime balance'

function AccountRunways() {
  const query = useCall(vendor.balances, {}, { pollMs: () => 60_000 })
  if (query.data === undefined)
    return (
      <Unread name={accountName('utility')}>
        {hasFailed(query) ? 'Could not be read. Trying again.' : 'Loading...'}
      </Unread>
    )
  return query.data.map((account) => <AccountRunway key={account.otherSide} {...account} />)
}

const TONES = { enough: 'ok', low: 'warning', 'very low': 'danger' } as const

function AccountRunway({ otherSide, amount, currency, lastsDays, state, readAt }: AccountBalance) {
  const name = accountName(otherSide)
  if (amount === null || readAt === null) return <Unread name={name}>Could not be read yet.</Unread>
  const isOld = now().getTime() - readAt.getTime() > OLD_MS
  return (
    <Runway
      name={name}
      {...(otherSide === 'utility' && { path: paths.admin.balance, linkText: 'Show the account' })}
      amount={currency === CURRENCY ? formatGmd(amount) : `${currency} ${formatAmount(amount)}`}
      days={lastsDays}
      from={readAt}
      tone={TONES[state]}
      {...(isOld && {
        age: `Last read on ${formatDay(readAt)} at ${formatTime(readAt)}. It could not be read since.`,
      })}
    />
  )
}

const Unread = ({ name, children }: { name: string; children: string }) => (
  <section className={SECTION} aria-label={name}>
    <p className="text-sm font-medium text-ink-2">{name}</p>
    <p className="text-ink-3">{children}</p>
  </section>
)

const SECTION = 'grid content-start gap-1 px-5 py-4 not-first:border-t not-first:border-line max-sm:px-4'

interface RunwayProps {
  name: string
  path?: string
  linkText?: string
  amount: string
  /** Null: there is no pace, so the end is not known. */
  days: number | null
  from: Date
  tone: LastingTone
  /** When the amount was read, if that is long ago. */
  age?: string
}

const WORDS = { danger: 'Almost used up', warning: 'Low', ok: '' }

function Runway({ name, path, linkText, amount, days, from, tone, age }: RunwayProps) {
  const end = days === null ? null : endText(from, days)
  return (
    <section className={SECTION} aria-label={name}>
      <p className="flex min-h-6 flex-wrap items-center justify-between gap-x-3 text-sm font-medium text-ink-2">
        {name} {tone !== 'ok' && <Badge tone={tone}>{WORDS[tone]}</Badge>}
      </p>
      <p className="text-2xl font-semibold tracking-[-0.015em]">
        {days === null ? amount : lastingText(days)}
      </p>
      <p className="text-sm text-ink-2">
        {days === null ? 'No sales in the last seven days, so it cannot be said how long it lasts.' : amount}
        {days !== null && ` at the pace of the last seven days${end === null ? '' : `, to ${end}`}.`}
      </p>
      {age !== undefined && <p className="text-sm text-ink-2">{age}</p>}
      {path !== undefined && (
        <Link className="link -mb-2 inline-flex min-h-11 items-center justify-self-start text-sm" to={path}>
          {linkText}
        </Link>
      )}
    </section>
  )
}
