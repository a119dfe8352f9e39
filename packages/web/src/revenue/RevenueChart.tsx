// The rows of a report as columns, each with a mark for the period before. A column leads one step further into it.
import { formatDay, groupings, type RevenueReport, toDay, toNoon } from '@flexpower/contract'
import { now } from '../lib/clock.ts'
import { Panel } from '../ui/Card.tsx'
import { ChartLegend, ColumnChart } from '../ui/chart/ColumnChart.tsx'
import { Segment } from '../ui/form/Choice.tsx'
import type { AskedRevenue } from './asked-revenue.ts'
import type { AskedProps } from './PeriodFields.tsx'
import { buildColumns, buildRowPath, factNames, figures, MOST_COLUMNS } from './revenue-rows.ts'

interface RevenueChartProps extends AskedProps {
  asked: AskedRevenue
  report: RevenueReport
}

export function RevenueChart({ asked, report, read, write }: RevenueChartProps) {
  const figure = figures.find(({ value }) => value === read('figure')) ?? figures[0]
  const rows = report.rows.slice(0, MOST_COLUMNS)
  const unit = groupings[asked.grouping]
  const title = `${figure.label} by ${unit.toLowerCase()}`
  if (rows.length === 0) return null
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const before = `${formatDay(toNoon(report.beforeFrom))} to ${formatDay(toNoon(report.beforeTo))}`
  return (
    <Panel title={title} actions={<ChartLegend columns="This period" marks="Before" />} flush>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-5 pt-4 pb-2 max-sm:px-4">
        <div className="justify-self-start">
          <Segment
            label="Figure"
            options={figures}
            value={figure.value}
            onChange={(next) => write({ figure: next === figures[0].value ? '' : next })}
          />
        </div>
        <ColumnChart
          title={title}
          columnName={unit}
          factNames={factNames}
          columns={buildColumns(rows, asked.grouping, figure.value, toDay(now()))}
          summary={
            rows.length < report.rows.length
              ? `The first ${MOST_COLUMNS} of ${report.rows.length}. Before: ${before}.`
              : `Before: ${before}. Choose a column for its figures.`
          }
          linkOf={({ id }) => {
            const row = byKey.get(id)
            return { to: row ? buildRowPath(row, asked) : '', text: 'Show its parts' }
          }}
        />
      </div>
    </Panel>
  )
}
