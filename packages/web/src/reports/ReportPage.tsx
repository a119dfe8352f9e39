// The revenue report (RP-01, RP-02): a form, totals that stay visible, a picture, the rows; print and spreadsheet.
import {
  formatCount,
  formatGmd,
  formatTime,
  reports,
  toDay,
  users,
  WHOLE_PROVIDER,
} from '@flexpower/contract'
import { useMemo, useState } from 'react'
import { Link, useSearchParams } from '../router/hooks.tsx'
import { call } from '../api/client.ts'
import { skipToken, useCall, useQuery, type UseQueryResult } from '../api/hooks/use-call.ts'
import { site } from '../api/site.ts'
import { refusalText } from '../form/form-errors.ts'
import { now } from '../lib/clock.ts'
import type { PeriodName } from '../lib/periods.ts'
import { paths } from '../paths.ts'
import { ReportChart } from './ReportChart.tsx'
import { type Cashiers, ReportForm } from './ReportForm.tsx'
import { ReportTable } from './ReportTable.tsx'
import { printReport } from './RevenueSheet.tsx'
import { type AskedReport, askedIn, paramsFor, periodIn, type ReportValues, valuesIn } from './asked.ts'
import { type Report, totalsAgree } from './report-rows.ts'
import { Panel, Stat, StatGroup } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { ReportFailure } from '../layout/later/ReportFailure.tsx'

export function ReportPage() {
  const [params, setParams] = useSearchParams()
  const today = toDay(now())
  const address = params.toString()
  // One value for one URL, so that a redraw does not reset what the user is typing.
  const values = useMemo(() => valuesIn(new URLSearchParams(address), today), [address, today])
  const asked = useMemo(() => askedIn(new URLSearchParams(address), today), [address, today])
  const period = periodIn(params)
  const cashiers = useCall(users.cashiers, {})
  const query = useReport(asked)

  const ask = (next: Record<string, string>) => {
    // Submitting the same values again reads the figures again.
    if (new URLSearchParams(next).toString() === address) void query.refetch()
    else setParams(next)
  }
  const askPeriod = (name: PeriodName, { account, entity }: ReportValues) =>
    ask({ period: name, account: account || 'cashPower', entity: entity || WHOLE_PROVIDER })
  return (
    <>
      <ReportForm
        values={values}
        period={period}
        cashiers={cashiers.data}
        hasNoCashiers={cashiers.isError && cashiers.data === undefined}
        isBusy={query.isFetching}
        refusal={query.error}
        onAsk={(next) => ask(paramsFor(next, period, today))}
        onPeriod={askPeriod}
      />
      <Link className="link justify-self-start" to={paths.admin.revenue}>
        All products, by week, month and location, beside the period before
      </Link>
      {asked === null ? (
        <Panel flush>
          <EmptyState icon="report" title="Which days?">
            Press Today, Yesterday, 7 days or This month, or choose two days. The report appears here.
          </EmptyState>
        </Panel>
      ) : (
        <Result asked={asked} query={query} entityName={findEntityName(asked, cashiers.data, query.data)} />
      )}
    </>
  )
}

function findEntityName(
  { entity }: AskedReport,
  cashiers: Cashiers | undefined,
  report: Report | undefined,
): string {
  if (entity === WHOLE_PROVIDER) return site.productName
  const known = cashiers?.find(({ id }) => id === entity)?.name
  return known ?? report?.rows[0]?.cashierName ?? `Cashier ${entity}`
}

interface ResultProps {
  asked: AskedReport
  entityName: string
  query: UseQueryResult<Report>
}

function Result({ asked, entityName, query }: ResultProps) {
  const [isBlocked, setBlocked] = useState(false)
  const { data: report } = query
  const print = (printed: Report) => setBlocked(!printReport({ asked, entityName, report: printed }))
  return (
    <>
      {query.isError && (
        <ReportFailure query={query} text={refusalText(query.error, 'The server did not answer.')} />
      )}
      {isBlocked && (
        <Notice tone="warning" title="The browser blocked the print window">
          Allow pop-ups for this site and print again.
        </Notice>
      )}
      {report !== undefined && !totalsAgree(report) && (
        <Notice tone="danger" title="The totals do not equal the rows">
          Do not use this report. Submit it again. If the totals are still wrong, tell support.
        </Notice>
      )}
      {(report !== undefined || !query.isError) && (
        <>
          <Totals report={report} readAt={query.dataUpdatedAt} />
          {report !== undefined && report.rows.length > 0 && <ReportChart asked={asked} report={report} />}
          <ReportTable asked={asked} entityName={entityName} report={report} onPrint={print} />
        </>
      )}
    </>
  )
}

/** They stay at the top while the rows scroll under them; on a phone one short line each. */
const TOTALS =
  'sticky top-0 z-(--z-sticky) sm:grid-flow-row! sm:grid-cols-3! sm:*:border-t-0! sm:*:border-line! sm:*:py-3! sm:*:not-first:border-l! max-sm:*:py-1.5! max-sm:*:not-first:border-t-0! max-sm:[&_.stat-value]:text-lg max-sm:[&_.stat-note]:hidden'

function Totals({ report, readAt }: { report: Report | undefined; readAt: number }) {
  const loading = report === undefined
  return (
    <StatGroup label="Totals" className={TOTALS}>
      <Stat
        label="Transactions"
        loading={loading}
        value={report && formatCount(report.count)}
        note={loading ? 'Reading' : `Read at ${formatTime(new Date(readAt))}`}
      />
      <Stat label="Sold" loading={loading} value={report && formatGmd(report.sold)} note="Tendered amounts" />
      <Stat
        label="Revenue"
        loading={loading}
        value={report && formatGmd(report.revenue)}
        note="Fees less commissions"
      />
    </StatGroup>
  )
}

/** Reads the requested report. A failure is logged (RP-02) and left for the screen to show. */
export function useReport(asked: AskedReport | null): UseQueryResult<Report> {
  return useQuery<Report>({
    queryKey: [reports.revenue.path, asked],
    queryFn: asked === null ? skipToken : ({ signal }) => read(asked, signal),
    // Figures must not change while somebody reads them; Submit reads them again.
    refetchOnWindowFocus: false,
    // The user is waiting: a failure is shown at once and stays until they decide.
    retry: false,
    refetchInterval: false,
  })
}

async function read(asked: AskedReport, signal: AbortSignal): Promise<Report> {
  try {
    return await call(reports.revenue, asked, { signal })
  } catch (error) {
    // Another request has replaced it: that is not a failure.
    if (!signal.aborted) reportError(error)
    throw error
  }
}
