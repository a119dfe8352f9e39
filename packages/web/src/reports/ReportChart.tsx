// The report as a picture: by hour for one day, by day, or by month. A column opens the report for its own period.
import { toDay, formatDay, toNoon, WHOLE_PROVIDER } from '@flexpower/contract'
import { now } from '../lib/clock.ts'
import { dayAfter } from '../lib/periods.ts'
import { paths, salesFound } from '../paths.ts'
import { Panel } from '../ui/Card.tsx'
import { ColumnChart } from '../ui/chart/ColumnChart.tsx'
import { type AskedReport, paramsFor } from './asked.ts'
import {
  buildChartColumns,
  factNames,
  periodText,
  type Report,
  type Unit,
  chooseUnit,
} from './report-rows.ts'

export function ReportChart({ asked, report }: { asked: AskedReport; report: Report }) {
  const unit = chooseUnit(asked)
  const title = `Sold by ${unit.toLowerCase()}`
  // The list of sales cannot be searched by hour and cashier at the same time.
  const opens = unit !== 'Hour' || asked.entity === WHOLE_PROVIDER
  return (
    <Panel title={title} flush>
      <div className="px-5 pt-4 pb-2 max-sm:px-4">
        <ColumnChart
          title={title}
          columnName={unit}
          factNames={factNames}
          columns={buildChartColumns(report.rows, asked)}
          summary={`${periodText(asked)}. Choose a column for its figures.`}
          linkOf={
            opens ? ({ id }) => ({ to: buildPath(id, unit, asked), text: LINK_TEXTS[unit] }) : undefined
          }
        />
      </div>
    </Panel>
  )
}

const LINK_TEXTS: Record<Unit, string> = {
  Hour: 'Show the sales',
  Day: 'Report of this day',
  Month: 'Report of this month',
}

function buildPath(id: string, unit: Unit, asked: AskedReport): string {
  if (unit === 'Hour') return salesFound(`${formatDay(toNoon(asked.from))} ${id}:`)
  const period = unit === 'Day' ? { from: id, to: id } : clipMonth(id, asked)
  const params = paramsFor(
    { ...asked, ...(period as Pick<AskedReport, 'from' | 'to'>) },
    undefined,
    toDay(now()),
  )
  return `${paths.admin.report}?${new URLSearchParams(params).toString()}`
}

/** The part of the month that is in the report. */
function clipMonth(month: string, { from, to }: AskedReport): { from: string; to: string } {
  const first = `${month}-01` as AskedReport['from']
  const last = dayAfter(`${dayAfter(first, 31).slice(0, 7)}-01` as AskedReport['from'], -1)
  return { from: first < from ? from : first, to: last > to ? to : last }
}
