// The report: what was sold and earned, how that compares with the period before, as totals, a chart and a table.
import {
  formatCount,
  formatGmd,
  type Grouping,
  groupings,
  PRODUCTS,
  productTitles,
  revenue,
  type RevenueReport,
  toDay,
  users,
} from '@flexpower/contract'
import { useMemo } from 'react'
import { keepPreviousData, useCall, useQuery, type UseQueryResult } from '../api/hooks/use-call.ts'
import { call } from '../api/client.ts'
import { refusalText } from '../form/form-errors.ts'
import { now } from '../lib/clock.ts'
import { Button } from '../ui/Button.tsx'
import { Panel, Stat, StatGroup } from '../ui/Card.tsx'
import { Segment } from '../ui/form/Choice.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { ReportFailure } from '../layout/later/ReportFailure.tsx'
import { type AskedRevenue, askedIn } from './asked-revenue.ts'
import { type AskedProps, FORM, PeriodFields } from './PeriodFields.tsx'
import { beforeNote } from './revenue-rows.ts'
import { RevenueChart } from './RevenueChart.tsx'
import { ProductTable, RevenueTable } from './RevenueTable.tsx'

export function RevenueView({ read, write }: AskedProps) {
  const today = toDay(now())
  // One value for one URL, so that a redraw does not read again.
  const asked = useStable(askedIn(read, today))
  const query = useReport(asked)
  return (
    <>
      <RevenueForm read={read} write={write} asked={asked} />
      {query.isError && (
        <ReportFailure query={query} text={refusalText(query.error, 'The server did not answer.')} />
      )}
      {(query.data !== undefined || !query.isError) && (
        <>
          <Totals report={query.data} />
          {query.data && <RevenueChart asked={asked} report={query.data} read={read} write={write} />}
          <RevenueTable asked={asked} report={query.data} isBehind={query.isPlaceholderData} />
          {query.data && asked.product === undefined && <ProductTable report={query.data} />}
        </>
      )}
    </>
  )
}

function useStable(asked: AskedRevenue): AskedRevenue {
  const text = JSON.stringify(asked)
  return useMemo(() => JSON.parse(text) as AskedRevenue, [text])
}

function useReport(asked: AskedRevenue): UseQueryResult<RevenueReport> {
  return useQuery<RevenueReport>({
    queryKey: [revenue.report.path, asked],
    queryFn: ({ signal }) => call(revenue.report, asked, { signal }),
    // The figures of before stay, dimmed, until the new ones are there: nothing jumps.
    placeholderData: keepPreviousData,
    // Figures must not change while somebody reads them.
    refetchOnWindowFocus: false,
  })
}

const GROUPINGS = Object.entries(groupings).map(([value, label]) => ({ value: value as Grouping, label }))

function RevenueForm({ read, write, asked }: AskedProps & { asked: AskedRevenue }) {
  const cashiers = useCall(users.cashiers, {})
  const known = (cashiers.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  const cashier = String(asked.cashier ?? '')
  const isKnown = cashier === '' || known.some(({ value }) => value === cashier)
  return (
    <Panel>
      <div className={FORM}>
        <PeriodFields read={read} write={write} days={asked} />
        <div className="max-sm:[&_button]:px-1.5">
          <Segment label="Rows" options={GROUPINGS} value={asked.grouping} onChange={(by) => write({ by })} />
        </div>
        <SelectField
          label="Product"
          placeholder="All products"
          options={PRODUCTS.map((value) => ({ value, label: productTitles[value] }))}
          value={asked.product ?? ''}
          onChange={(event) => write({ product: event.target.value })}
        />
        <SelectField
          label="Cashier"
          placeholder="All cashiers"
          options={isKnown ? known : [...known, { value: cashier, label: `Cashier ${cashier}` }]}
          value={cashier}
          onChange={(event) => write({ cashier: event.target.value })}
        />
        {asked.location !== undefined && (
          <Button icon="close" onClick={() => write({ location: '' })}>
            {asked.location}
          </Button>
        )}
      </div>
    </Panel>
  )
}

function Totals({ report }: { report: RevenueReport | undefined }) {
  const loading = report === undefined
  const show = (figure: 'revenue' | 'tendered' | 'commissions') => {
    if (report === undefined) return { value: '' }
    const { now: value, before } = report.total
    return {
      value: formatGmd(value[figure]),
      note: beforeNote(value[figure], before[figure], formatGmd(before[figure])),
    }
  }
  const { now: sold, before } = report?.total ?? {}
  return (
    <StatGroup label="Totals" className="[&_.stat-value]:text-xl [&_.stat-value]:whitespace-nowrap">
      <Stat label="Revenue" loading={loading} {...show('revenue')} />
      <Stat label="Sold" loading={loading} {...show('tendered')} />
      <Stat label="Commission" loading={loading} {...show('commissions')} />
      <Stat
        label="Sales"
        loading={loading}
        value={sold && formatCount(sold.sales)}
        note={beforeNote(sold?.sales ?? 0, before?.sales ?? 0, formatCount(before?.sales ?? 0))}
      />
    </StatGroup>
  )
}
