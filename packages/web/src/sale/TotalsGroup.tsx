// The sums of the rows below, beside the call card.
import type { WindowFacts } from '@flexpower/contract'
import type { ReactNode } from 'react'
import { StatGroup } from '../ui/Card.tsx'

/** Three in a row beside the call card; on a phone one line each, for dalasi run into millions. */
const TOTALS =
  'min-w-0 flex-1 basis-105 sm:grid-flow-row! sm:grid-cols-[0.7fr_1.2fr_1fr]! sm:*:border-t-0! sm:*:border-line! sm:*:py-3.5! sm:*:not-first:border-l! sm:[&_.stat-value]:mt-0.5 sm:[&_.stat-value]:text-xl'

/** `1,204`, or `10,000+` where counting on would take too long. */
export const countOf = ({ total, isTotalExact }: WindowFacts): string =>
  `${total.toLocaleString('en')}${isTotalExact ? '' : '+'}`

export const TotalsGroup = ({ children }: { children: ReactNode }) => (
  <StatGroup label="Totals of the rows below" className={TOTALS}>
    {children}
  </StatGroup>
)
