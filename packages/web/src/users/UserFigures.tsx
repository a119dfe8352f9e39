// A user's money and day in six figures.
import { formatDay, formatGmd, formatTime, type UserOverview } from '@flexpower/contract'
import { Stat, StatGroup } from '../ui/Card.tsx'
import { FLOAT, floatText } from './UsersTable.tsx'

/** Three and three: dalasi run into millions. */
const THREE_BY_TWO =
  'md:grid-flow-row md:grid-cols-3 md:[&>:nth-child(3n+1)]:border-l-0 md:[&>:nth-child(n+4)]:border-t md:*:border-line md:*:py-3.5'

/** Airtime and bills have figures of their own beside those of cash power. */
const salesText = ({ salesToday, otherSalesToday, otherSoldToday }: UserOverview): string =>
  `${countText(salesToday)}${otherSalesToday === 0 ? '' : `; airtime and bills ${formatGmd(otherSoldToday)}`}`

const countText = (sales: number): string => (sales === 1 ? '1 sale' : `${sales.toLocaleString('en')} sales`)

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
        value={overview?.openSales.toLocaleString('en')}
        note={overview?.openSales ? 'Their end is not known yet' : 'Every sale has its end'}
      />
    </StatGroup>
  )
}
