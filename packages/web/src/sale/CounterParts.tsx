// What the screens of the counter show around their desk: the state of the utility, the other screens, totals; and what
// the server knows about the user at this counter.
import {
  type Bututs,
  type Counter,
  electricity,
  formatGmd,
  formatTime,
  type WindowFacts,
} from '@flexpower/contract'
import type { ReactNode } from 'react'
import { Link } from '../router/hooks.tsx'
import { describeCall, useCall } from '../api/hooks/use-call.ts'
import { site } from '../api/site.ts'
import { HeaderSlot } from '../layout/TopBar.tsx'
import { paths } from '../paths.ts'
import { Badge, type BadgeTone } from '../ui/Badge.tsx'
import { Stat, StatGroup } from '../ui/Card.tsx'
import type { ProductFacts } from './product.ts'
import { products } from './products.ts'

const COUNTER_MS = 30_000

/** What the user at the counter may do and has, read again every half minute. */
export const counterReading = describeCall(electricity.counter, {})
export const useCounter = () => useCall(electricity.counter, {}, { pollMs: () => COUNTER_MS })

const LOW_MINUTES = 120
const LOW_BUTUTS = 100_000

/** It will not last two hours at today's pace, or it is hardly enough for one more sale. */
export function isFloatLow({
  float,
  floatLastsMinutes,
}: Pick<Counter, 'float' | 'floatLastsMinutes'>): boolean {
  if (float === null) return false
  return float < LOW_BUTUTS || (floatLastsMinutes !== null && floatLastsMinutes < LOW_MINUTES)
}

interface AlsoHereProps {
  counter: Counter | undefined
  /** The screen in view. */
  at: ProductFacts
}

/** The other screens that this cashier may use. The sidebar keeps its two items. */
export function AlsoHere({ counter, at }: AlsoHereProps) {
  const others = Object.values(products).filter((each) => each !== at && counter && each.isOpenTo(counter))
  const links = [...others.map(({ path, title }) => [path.cashier, title] as const), MY_SHIFT]
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
}

const MY_SHIFT = [paths.cashier.shift, 'My Shift'] as const

const TONES: Record<Counter['utility']['state'], BadgeTone> = { up: 'ok', slow: 'warning', down: 'danger' }

/** The state of the utility, in the page's header: seen before a customer is asked for money, not after. */
export function UtilityBadge({ utility }: { utility: Counter['utility'] | undefined }) {
  if (utility === undefined) return null
  const { state, since, answersInMs } = utility
  const silence = state === 'slow' ? ', some answers are missing' : ''
  const speed =
    answersInMs === null ? silence : `, answers in ${Math.max(0.1, answersInMs / 1000).toFixed(1)} s`
  return (
    <HeaderSlot>
      <output>
        <Badge tone={TONES[state]}>
          <span>
            {site.utilityName} {state}
            {state === 'down' ? (
              ` since ${formatTime(since)}`
            ) : (
              <span className="max-md:sr-only">{speed}</span>
            )}
          </span>
        </Badge>
      </output>
    </HeaderSlot>
  )
}

/** Three in a row next to the call card. On a phone one line each, because dalasi amounts run into millions. */
const TOTALS =
  'min-w-0 flex-1 basis-105 sm:grid-flow-row! sm:grid-cols-[0.7fr_1.2fr_1fr]! sm:*:border-t-0! sm:*:border-line! sm:*:py-3.5! sm:*:not-first:border-l! sm:[&_.stat-value]:mt-0.5 sm:[&_.stat-value]:text-xl'

/** The sums of the rows below, next to the call card. */
export const TotalsGroup = ({ children }: { children: ReactNode }) => (
  <StatGroup label="Totals of the rows below" className={TOTALS}>
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
      <Stat label={counted} {...parts} value={sums && formatCount(sums)} />
      <Stat label="Tendered" {...parts} value={money(sums?.tendered)} />
      <Stat label={last} {...parts} value={money(lastAmount)} />
    </>
  )
}

/** `1,204`, or `10,000+` where counting further would take too long. */
const formatCount = ({ total, isTotalExact }: WindowFacts): string =>
  `${total.toLocaleString('en')}${isTotalExact ? '' : '+'}`
