// What the screens of the counter show around their desk: the state of the utility, the other screens, totals.
import {
  type Bututs,
  CallRefused,
  type Counter,
  formatCount,
  formatGmd,
  formatTime,
  type WindowFacts,
} from '@flexpower/contract'
import { memo, type ReactNode } from 'react'
import { Link } from '../router/hooks.tsx'
import { useOnline } from '../api/hooks/use-online.ts'
import { site } from '../api/site.ts'
import { HeaderSlot } from '../layout/TopBar.tsx'
import { paths } from '../paths.ts'
import { Badge, type BadgeTone } from '../ui/Badge.tsx'
import { Stat, StatGroup } from '../ui/Card.tsx'
import type { ProductFacts } from './product.ts'
import { products } from './products.ts'
import { useCounter } from './use-counter.ts'

const LOW_BUTUTS = 100_000

/** It will not last a day at the pace of the last seven, or it is hardly enough for one more sale. */
export const isFloatLow = ({ float, floatLastsDays }: Pick<Counter, 'float' | 'floatLastsDays'>): boolean =>
  float !== null && (float < LOW_BUTUTS || (floatLastsDays !== null && floatLastsDays < 1))

interface AlsoHereProps {
  counter: Counter | undefined
  /** The screen in view. */
  at: ProductFacts
}

/** The other screens that this cashier may use. The sidebar keeps its two items. */
export const AlsoHere = memo(function AlsoHere({ counter, at }: AlsoHereProps) {
  const others = Object.values(products).filter((each) => each !== at && counter && each.isOpenTo(counter))
  const links = [...others.map(({ path, title }) => [path.cashier, title] as const), ...OTHERS]
  return (
    <nav aria-label="Also at this counter" className="flex flex-wrap items-center gap-x-4">
      <span className="text-ink-3">Also at this counter</span>
      {links.map(([path, title]) => (
        <Link key={path} className="link inline-flex min-h-11 items-center" to={path}>
          {title}
        </Link>
      ))}
    </nav>
  )
})

const OTHERS = [
  [paths.cashier.shift, 'My Shift'],
  [paths.cashier.receipts, 'Receipts'],
] as const

const TONES: Record<Counter['utility']['state'], BadgeTone> = { up: 'ok', slow: 'warning', down: 'danger' }

/**
 * The last state is out of date as soon as the server cannot be asked. One busy answer is no outage; when asking again has
 * not helped either, it is.
 */
export const isServerAway = (failure: unknown, isError: boolean): boolean =>
  failure instanceof CallRefused ? isError && failure.status >= 500 : Boolean(failure)

/** The state of the utility, in the page's header: seen before a customer is asked for money, not after. */
export const UtilityBadge = memo(function UtilityBadge() {
  const isOnline = useOnline()
  const { data, failureReason, isError } = useCounter()
  const isAway = !isOnline || isServerAway(failureReason, isError)
  if (!isAway && data === undefined) return null
  return (
    <HeaderSlot>
      <output>
        <Badge tone={isAway || data === undefined ? 'danger' : TONES[data.utility.state]}>
          <span>
            {isAway || data === undefined ? (
              <>
                Offline<span className="max-md:sr-only">, nothing can be sold</span>
              </>
            ) : (
              <UtilityState {...data.utility} />
            )}
          </span>
        </Badge>
      </output>
    </HeaderSlot>
  )
})

function UtilityState({ state, since, answersInMs }: Counter['utility']) {
  const silence = state === 'slow' ? ', some answers are missing' : ''
  const speed =
    answersInMs === null ? silence : `, answers in ${Math.max(0.1, answersInMs / 1000).toFixed(1)} s`
  return (
    <>
      {site.utilityName} {state}
      {state === 'down' ? ` since ${formatTime(since)}` : <span className="max-md:sr-only">{speed}</span>}
    </>
  )
}

/** The sums of the rows below, next to the call card. */
export const TotalsGroup = ({ children }: { children: ReactNode }) => (
  <StatGroup label="Totals of the rows below" className="totals">
    {children}
  </StatGroup>
)

interface TotalStatsProps {
  sums: WindowFacts | undefined
  counted: string
  /** What each product sums up besides what was tendered. */
  last: string
  lastAmount: Bututs | undefined
  note?: string | undefined
}

/** A list that is not fully counted has no sum, and shows a dash. */
export function TotalStats({ sums, counted, last, lastAmount, note }: TotalStatsProps) {
  const parts = { loading: sums === undefined, note }
  const money = (amount: Bututs | undefined) => (amount === undefined ? '–' : formatGmd(amount))
  return (
    <>
      <Stat label={counted} {...parts} value={sums && countOf(sums)} />
      <Stat label="Tendered" {...parts} value={money(sums?.tendered)} />
      <Stat label={last} {...parts} value={money(lastAmount)} />
    </>
  )
}

/** `1,204`, or `10,000+` where counting further would take too long. */
const countOf = ({ total, isTotalExact }: WindowFacts): string =>
  `${formatCount(total)}${isTotalExact ? '' : '+'}`
