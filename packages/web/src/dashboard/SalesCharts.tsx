// Sales by hour and by day; every column links to its rows.
import { bututs, formatGmd, type Overview } from '@flexpower/contract'
import { formatChange } from '../lib/change.ts'
import { buildReportPath, salesFound } from '../paths.ts'
import { ChartLegend, ColumnChart } from '../ui/chart/ColumnChart.tsx'
import { OverviewPanel, type OverviewProps } from './OverviewPanel.tsx'
import { dayColumns, hourColumns, hourTerm, soFar, usualDay, formatWeekday } from './overview-columns.ts'

/** As high as with its chart, so that nothing below moves when the chart appears. */
const HELD = 'flex min-h-[340px] flex-col'

export const SalesByHour = ({ query }: OverviewProps) => (
  <OverviewPanel
    query={query}
    title="Sales by hour"
    className={HELD}
    actions={query.data && <ChartLegend columns="Today" marks={lastWeekday(query.data)} />}
  >
    {(overview) => <HourChart overview={overview} />}
  </OverviewPanel>
)

const lastWeekday = (overview: Overview) => `Last ${formatWeekday(overview)}`

function HourChart({ overview }: { overview: Overview }) {
  return (
    <div className={BODY}>
      <ColumnChart
        title="Sales by hour"
        isTall
        columnName="Hour"
        factNames={['Today', lastWeekday(overview)]}
        columns={hourColumns(overview)}
        summary={<HourSummary overview={overview} />}
        linkOf={({ id }) => ({ to: salesFound(hourTerm(overview, id)), text: 'Show the sales' })}
      />
    </div>
  )
}

const BODY = 'chart-fill px-5 pt-4 pb-2 max-sm:px-4'

function HourSummary({ overview }: { overview: Overview }) {
  const { until, sold, before, changePercent } = soFar(overview)
  return (
    <>
      <span>
        <b>{formatGmd(sold)}</b> by {until}
      </span>
      <span>
        {changePercent === null ? (
          `Nothing by then last ${formatWeekday(overview)}`
        ) : (
          <>
            <b>{formatChange(changePercent)}</b> on last {formatWeekday(overview)}, {formatGmd(before)}
          </>
        )}
      </span>
    </>
  )
}

export const SalesByDay = ({ query }: OverviewProps) => (
  <OverviewPanel query={query} title="Last 30 days" className={HELD}>
    {(overview) => <DayChart overview={overview} />}
  </OverviewPanel>
)

function DayChart({ overview }: { overview: Overview }) {
  return (
    <div className={BODY}>
      <ColumnChart
        title="Sales of the last 30 days"
        columnName="Day"
        factNames={['Sold', 'Sales', 'Revenue']}
        columns={dayColumns(overview)}
        summary={<DaySummary overview={overview} />}
        linkOf={({ id }) => ({ to: buildReportPath(id), text: 'Open the report' })}
      />
    </div>
  )
}

function DaySummary({ overview }: { overview: Overview }) {
  const usual = usualDay(overview)
  const sold = bututs(overview.days.reduce((total, { tendered }) => total + tendered, 0))
  return (
    <>
      <span>
        <b>{formatGmd(sold)}</b> in all
      </span>
      {usual !== null && (
        <span>
          <b>{formatGmd(usual)}</b> on an average day
        </span>
      )}
    </>
  )
}
