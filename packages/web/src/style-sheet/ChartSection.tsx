// The chart: columns with comparison marks, one that is still counting, and many thin ones.

import { Panel } from '../ui/Card.tsx'
import { ChartLegend, type ChartColumn, ColumnChart } from '../ui/chart/ColumnChart.tsx'
import { Columns, Section } from './Sheet.tsx'

const TODAY = [5.8, 17.6, 27.2, 32.9, 30.7, 25.4, 28.6, 14.2, 0, 0, 0, 0, 0, 0, 0]
const USUAL = [6, 15, 23.4, 29.8, 31.9, 27.1, 24.9, 26.2, 27.6, 31.2, 38.6, 41.8, 36.4, 24, 12.4]

const gmd = (thousands: number) => `GMD ${Math.round(thousands * 1000).toLocaleString('en')}.00`

const HOURS: readonly ChartColumn[] = TODAY.map((height, index) => ({
  id: String(index),
  label: String(index + 7).padStart(2, '0'),
  name: `${index + 7}:00`,
  height: height * 1000,
  mark: (USUAL[index] ?? 0) * 1000,
  isOpen: index === 7,
  facts: [gmd(height), gmd(USUAL[index] ?? 0)],
}))

const DAYS: readonly ChartColumn[] = Array.from({ length: 30 }, (_, index) => {
  const height = index % 7 === 0 ? 90 : 160 + ((index * 37) % 41)
  return {
    id: String(index),
    label: `Day ${index + 1}`,
    name: `Day ${index + 1}`,
    height: height * 1000,
    facts: [gmd(height)],
  }
})

export function ChartSection() {
  return (
    <Section title="Charts">
      <Columns>
        <Panel title="By hour" actions={<ChartLegend columns="Today" marks="Usual Saturday" />}>
          <ColumnChart
            title="Sales by hour"
            columnName="Hour"
            factNames={['Today', 'Usual Saturday']}
            columns={HOURS}
            summary="Point at a column, or walk over them with the arrow keys."
            linkOf={({ name }) => ({ to: '#charts', text: `Show ${name}` })}
          />
        </Panel>
        <Panel title="By day">
          <ColumnChart
            title="Sales by day"
            columnName="Day"
            factNames={['Sold']}
            columns={DAYS}
            summary="Labels thin out before they touch."
          />
        </Panel>
      </Columns>
    </Section>
  )
}
