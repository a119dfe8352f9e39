// The details of a user (E-04), and links to what they did.
import {
  countOf,
  formatCount,
  formatDay,
  formatGmd,
  formatTime,
  type User,
  type UserOverview,
} from '@flexpower/contract'
import type { ReactNode } from 'react'
import { Link } from '../router/hooks.tsx'
import { paths } from '../paths.ts'
import { Panel, Stat, StatGroup } from '../ui/Card.tsx'
import { FLOAT, floatText } from './UsersTable.tsx'
import { fieldLabels } from './user-values.ts'

const searching = (path: string, term: string): string =>
  `${path}?${new URLSearchParams({ search: term }).toString()}`

export function UserFacts({ user }: { user: User }) {
  const facts: readonly (readonly [label: string, value: ReactNode])[] = [
    [fieldLabels.name, user.name],
    [fieldLabels.email, user.email],
    [fieldLabels.address, user.address],
    [fieldLabels.location, user.location],
    [fieldLabels.type, user.type],
    [fieldLabels.contractType, user.contractType],
    [fieldLabels.commissionPercent, `${user.commissionPercent / 100} % of the fee`],
    [fieldLabels.mayTakePostpaid, user.mayTakePostpaid ? 'Yes' : 'No'],
    ['Added', formatDay(user.createdAt)],
  ]
  return (
    <Panel title="Record">
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
        {facts.map(([label, value]) => (
          <div key={label} className="max-sm:grid max-sm:grid-cols-[9.5rem_minmax(0,1fr)] max-sm:gap-x-2">
            <dt className="text-sm text-ink-3">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 -mb-2 flex flex-wrap gap-x-5">
        <Link className={WAY} to={searching(paths.admin.cashPower, user.name)}>
          Cash power sales
        </Link>
        <Link className={WAY} to={searching(paths.admin.creditAgents, user.name)}>
          Credit loads
        </Link>
        <Link className={WAY} to={searching(paths.admin.tillSessions, user.name)}>
          Shifts
        </Link>
      </p>
    </Panel>
  )
}

const WAY = 'link inline-flex min-h-11 items-center'

// A user's money and today's sales in six figures.
/** Three and three, because dalasi amounts run into millions. */
const THREE_BY_TWO =
  'md:grid-flow-row md:grid-cols-3 md:[&>:nth-child(3n+1)]:border-l-0 md:[&>:nth-child(n+4)]:border-t md:*:border-line md:*:py-3.5'

/** Airtime and bills have separate figures next to those of cash power. */
const salesText = ({ salesToday, otherSalesToday, otherSoldToday }: UserOverview): string =>
  `${countOf(salesToday, 'sale')}${otherSalesToday === 0 ? '' : `; airtime and bills ${formatGmd(otherSoldToday)}`}`

export function UserFigures({ overview }: { overview: UserOverview | undefined }) {
  const loading = overview === undefined
  const { user, lastSaleAt = null } = overview ?? {}
  return (
    <StatGroup label="Figures" className={THREE_BY_TWO}>
      <Stat label={FLOAT} loading={loading} value={user && floatText(user)} note="To sell from" />
      <Stat
        label="Airtime Balance"
        loading={loading}
        value={user && formatGmd(user.airtimeFloat)}
        note="To sell from"
      />
      <Stat
        label="Cash power today"
        loading={loading}
        value={overview && formatGmd(overview.soldToday)}
        note={overview && salesText(overview)}
      />
      <Stat
        label="Commission today"
        loading={loading}
        value={overview && formatGmd(overview.commissionToday)}
        note={user && `${user.commissionPercent / 100} % of the fee`}
      />
      <Stat
        label="Last sale"
        loading={loading}
        value={lastSaleAt === null ? 'None yet' : formatTime(lastSaleAt)}
        note={lastSaleAt === null ? undefined : formatDay(lastSaleAt)}
      />
      <Stat
        label="Open sales"
        loading={loading}
        value={overview && formatCount(overview.openSales)}
        note={overview?.openSales ? 'Their result is not known yet' : 'Every sale has a result'}
      />
    </StatGroup>
  )
}
