// How long the money lasts: what the utility still holds for us, and what the cashiers still hold to sell from.
import { formatGmd, type Overview, vendor } from '@flexpower/contract'
import { Link } from 'react-router'
import { useCall } from '../api/hooks.ts'
import { site } from '../api/site.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/Badge.tsx'
import { daysLeft, endText, lastingText, toneOf } from '../lib/lasting.ts'
import { hasFailed } from './has-failed.ts'
import { OverviewPanel, type OverviewProps } from './OverviewPanel.tsx'

export const Runways = ({ query }: OverviewProps) => (
  <OverviewPanel query={query} title="How long it lasts">
    {(overview) => (
      <div className="grid">
        <VendorRunway overview={overview} />
        <Runway
          name="All floats together"
          path={paths.admin.creditAgents}
          linkText="Load a float"
          amount={formatGmd(overview.floats)}
          days={overview.floatsLastDays}
          from={overview.asOf}
        />
      </div>
    )}
  </OverviewPanel>
)

function VendorRunway({ overview }: { overview: Overview }) {
  const query = useCall(vendor.info, {})
  const account = query.data
  const name = `${site.utilityName} balance`
  if (account === undefined)
    return (
      <section className={SECTION} aria-label={name}>
        <p className="text-sm font-medium text-ink-2">{name}</p>
        <p className="text-ink-3">{hasFailed(query) ? 'Could not be read. Trying again.' : 'Loading...'}</p>
      </section>
    )
  return (
    <Runway
      name={name}
      path={paths.admin.balance}
      linkText="Show the account"
      amount={formatGmd(account.balance)}
      days={daysLeft(account.balance, overview.vendedADay)}
      from={overview.asOf}
    />
  )
}

const SECTION = 'grid content-start gap-1 px-5 py-4 not-first:border-t not-first:border-line max-sm:px-4'

interface RunwayProps {
  name: string
  path: string
  linkText: string
  amount: string
  /** Null: at the present pace it has no end. */
  days: number | null
  from: Date
}

const WORDS = { danger: 'Almost used up', warning: 'Low', ok: '' }

function Runway({ name, path, linkText, amount, days, from }: RunwayProps) {
  const tone = days === null ? 'ok' : toneOf(days)
  return (
    <section className={SECTION} aria-label={name}>
      <p className="flex min-h-6 flex-wrap items-center justify-between gap-x-3 text-sm font-medium text-ink-2">
        {name} {tone !== 'ok' && <Badge tone={tone}>{WORDS[tone]}</Badge>}
      </p>
      <p className="text-2xl font-semibold tracking-[-0.015em]">
        {days === null ? 'No end in sight' : lastingText(days)}
      </p>
      <p className="text-sm text-ink-2">
        {amount}
        {days === null
          ? '. Nothing was sold in the last seven days.'
          : ` at the pace of the last seven days, to ${endText(from, days)}.`}
      </p>
      <Link className="link -mb-2 inline-flex min-h-11 items-center justify-self-start text-sm" to={path}>
        {linkText}
      </Link>
    </section>
  )
}
