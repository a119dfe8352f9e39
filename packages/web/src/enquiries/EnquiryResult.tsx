// The result of an enquiry: nothing asked yet, loading, failed, nothing found, or the purchases with their sums.
import { formatCount, formatGmd, formatTime, formatUnits, type Purchase } from '@flexpower/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '../router/hooks.tsx'
import { site } from '../api/site.ts'
import { refusalText } from '../form/form-errors.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { Panel, Stat, StatGroup } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import type { IconName } from '../ui/Icon.tsx'
import { Notice } from '../ui/Notice.tsx'
import { sumPurchases } from './purchase-rows.ts'
import { PurchasesTable } from './PurchasesTable.tsx'

interface EnquiryResultProps {
  query: UseQueryResult<Purchase[]>
  isAsked: boolean
  failed: string
  fileName: string
  onRetry: () => void
  /** Before the first enquiry. */
  intro: { icon: IconName; title: string; text: string }
  /** What to do when nothing was found. */
  noData: string
}

export function EnquiryResult(props: EnquiryResultProps) {
  const { query, isAsked, intro } = props
  if (!isAsked)
    return (
      <>
        <Panel flush>
          <EmptyState icon={intro.icon} title={intro.title}>
            {intro.text}
          </EmptyState>
        </Panel>
        <WholeDay />
      </>
    )
  if (query.isError && !query.isFetching) return <Failed {...props} />
  const rows = query.isFetching ? undefined : query.data
  return (
    <>
      <Totals rows={rows} readAt={query.dataUpdatedAt} />
      <PurchasesTable rows={rows} fileName={props.fileName} noData={props.noData} />
      <WholeDay />
    </>
  )
}

const Failed = ({ query, failed, onRetry }: EnquiryResultProps) => (
  <Notice
    tone="danger"
    title={failed}
    action={
      <Button icon="refresh" onClick={onRetry}>
        Try again
      </Button>
    }
  >
    {refusalText(query.error, 'The server did not answer.')} An enquiry only reads: no sale and no money is
    affected.
  </Notice>
)

function Totals({ rows, readAt }: { rows: readonly Purchase[] | undefined; readAt: number }) {
  const loading = rows === undefined
  const totals = sumPurchases(rows ?? [])
  return (
    <StatGroup label="Totals of the enquiry" className={TWO_BY_TWO}>
      <Stat
        label={`At ${site.utilityName}`}
        loading={loading}
        value={formatCount(rows?.length ?? 0)}
        note={loading ? 'Purchases' : `Purchases, read at ${formatTime(new Date(readAt))}`}
      />
      <Stat
        label="Total Amount"
        loading={loading}
        value={formatGmd(totals.amount)}
        note={`What ${site.utilityName} received`}
      />
      <Stat label="Units" loading={loading} value={formatUnits(totals.units)} note="Energy sold" />
      <Stat
        label="Differences"
        loading={loading}
        value={totals.differences === 0 ? 'None' : formatCount(totals.differences)}
        note={loading ? 'From our books' : differenceNote(totals)}
      />
    </StatGroup>
  )
}

function differenceNote({ differences, stillOpen }: { differences: number; stillOpen: number }): string {
  if (stillOpen > 0) return `${stillOpen} still open here`
  return differences === 0 ? 'Our books say the same' : 'Marked below'
}

/** Next to the narrow menu there is no room for four amounts in a row. */
const TWO_BY_TWO =
  'md:max-lg:grid-flow-row md:max-lg:grid-cols-2 md:max-lg:*:border-line md:max-lg:[&>:nth-child(odd)]:border-l-0 md:max-lg:[&>:nth-child(n+3)]:border-t'

const WholeDay = () => (
  <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-3">
    Every night a whole day is compared both ways.
    <Link className="link inline-flex min-h-11 items-center" to={paths.admin.reconciliation}>
      Reconciliation
    </Link>
  </p>
)
