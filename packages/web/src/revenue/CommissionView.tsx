// A statement of commission: what a cashier earned between two days, on the screen, on paper and as files. An Admin
// chooses whose; a cashier sees their own.
import {
  type CommissionStatement,
  formatCount,
  formatDay,
  formatGmd,
  groupings,
  productTitles,
  revenue,
  toDalasi,
  toDay,
  toNoon,
  users,
} from '@flexpower/contract'
import { callForFile } from '../api/client.ts'
import { useCall } from '../api/hooks/use-call.ts'
import { readHint } from '../api/session.ts'
import { refusalText } from '../form/form-errors.ts'
import { now } from '../lib/clock.ts'
import type { Column } from '../list/columns.tsx'
import { DataTable } from '../list/DataTable.tsx'
import { PagedTable } from '../list/PagedTable.tsx'
import { Panel, Stat, StatGroup } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Segment } from '../ui/form/Choice.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { type AskedStatement, statementIn } from './asked-revenue.ts'
import { FileButtons } from './FileButtons.tsx'
import { printSheet, showEdge } from '../layout/later/PaperSheet.tsx'
import { type AskedProps, FORM, PeriodFields } from './PeriodFields.tsx'

const UNITS = (['day', 'week', 'month'] as const).map((value) => ({ value, label: groupings[value] }))

export function CommissionView({ read, write, isAdmin = false }: AskedProps & { isAdmin?: boolean }) {
  const asked = statementIn(read, toDay(now()))
  return (
    <>
      <Panel>
        <div className={FORM}>
          <PeriodFields read={read} write={write} days={asked} />
          <Segment label="Rows" options={UNITS} value={asked.grouping} onChange={(by) => write({ by })} />
          {isAdmin && <CashierField cashier={asked.cashier} onChoose={(cashier) => write({ cashier })} />}
        </div>
      </Panel>
      {isAdmin && asked.cashier === undefined ? (
        <Panel flush>
          <EmptyState icon="user" title="Whose commission?">
            Choose a cashier above. The statement appears here.
          </EmptyState>
        </Panel>
      ) : (
        // A cashier's own, whatever the URL says.
        <Statement asked={isAdmin ? asked : { ...asked, cashier: Number(readHint('user_id') ?? 0) }} />
      )}
    </>
  )
}

interface CashierFieldProps {
  cashier: number | undefined
  onChoose: (cashier: string) => void
}

function CashierField({ cashier, onChoose }: CashierFieldProps) {
  const { data = [] } = useCall(users.cashiers, {})
  const value = String(cashier ?? '')
  const known = data.map(({ id, name }) => ({ value: String(id), label: name }))
  const isKnown = value === '' || known.some((each) => each.value === value)
  return (
    <SelectField
      label="Cashier"
      placeholder="Choose a cashier"
      options={isKnown ? known : [...known, { value, label: `Cashier ${value}` }]}
      value={value}
      onChange={(event) => onChoose(event.target.value)}
    />
  )
}

type StatementRow = Pick<CommissionStatement['rows'][number], 'key' | 'name' | 'sums'>

const amount = (
  id: string,
  header: string,
  pick: (sums: StatementRow['sums']) => StatementRow['sums']['fees'],
  more: Partial<Column<StatementRow>> = {},
): Column<StatementRow> => ({
  id,
  header,
  align: 'right',
  cell: ({ sums }) => formatGmd(pick(sums)),
  file: ({ sums }) => toDalasi(pick(sums)),
  ...more,
})

const buildColumns = (header: string): Column<StatementRow>[] => [
  { id: 'name', header, kind: 'strong', mobile: 'title', cell: ({ name }) => name, file: ({ name }) => name },
  {
    id: 'sales',
    header: 'Sales',
    align: 'right',
    cell: ({ sums }) => formatCount(sums.sales),
    file: ({ sums }) => sums.sales,
  },
  amount('sold', 'Sold', ({ tendered }) => tendered),
  amount('fees', 'Fees', ({ fees }) => fees),
  amount('commission', 'Commission', ({ commissions }) => commissions, { kind: 'strong', mobile: 'amount' }),
]

function Statement({ asked }: { asked: AskedStatement }) {
  const query = useCall(revenue.statement, asked)
  const { data: statement } = query
  const columns = buildColumns(groupings[asked.grouping])
  return (
    <>
      <Totals statement={statement} />
      <PagedTable
        caption="Commission"
        columns={columns}
        rows={statement?.rows}
        rowKey={({ key }) => key}
        resetKey={JSON.stringify(asked)}
        error={
          query.isError && statement === undefined
            ? {
                message: `${refusalText(query.error, 'The server did not answer.')} No money is affected.`,
                retry: () => void query.refetch(),
              }
            : undefined
        }
        empty={
          <EmptyState icon="percent" title="No sales in this period">
            Choose other days above.
          </EmptyState>
        }
        toolbar={
          <>
            <p className="min-w-0 flex-1 basis-52">
              <b className="font-semibold">{statement?.cashier.name}</b>
              {statement && `, ${showDays(statement)}`}
            </p>
            <FileButtons
              name={`commission-${asked.from}-${asked.to}`}
              columns={columns}
              rows={statement?.rows}
              readPdf={() => callForFile(revenue.statementFile, asked)}
              print={() => statement !== undefined && printStatement(statement, columns)}
            />
          </>
        }
      />
      {statement && (
        <Panel title="By product" flush>
          <DataTable
            caption="Commission by product"
            className="border-0!"
            columns={buildColumns('Product')}
            rows={statement.products.map(({ product, sums }) => ({
              key: product,
              name: productTitles[product],
              sums,
            }))}
            rowKey={({ key }) => key}
            empty={null}
          />
        </Panel>
      )}
    </>
  )
}

function Totals({ statement }: { statement: CommissionStatement | undefined }) {
  const loading = statement === undefined
  const { total } = statement ?? {}
  return (
    <StatGroup label="Totals">
      <Stat
        label="Commission"
        loading={loading}
        value={total && formatGmd(total.commissions)}
        note="Added to the float with each sale"
      />
      <Stat
        label="Sold"
        loading={loading}
        value={total && formatGmd(total.tendered)}
        note="What customers paid"
      />
      <Stat label="Sales" loading={loading} value={total && formatCount(total.sales)} note="All products" />
    </StatGroup>
  )
}

const showDays = ({ from, to }: Pick<CommissionStatement, 'from' | 'to'>) =>
  from === to ? formatDay(toNoon(from)) : `${formatDay(toNoon(from))} to ${formatDay(toNoon(to))}`

function printStatement(statement: CommissionStatement, columns: Column<StatementRow>[]): boolean {
  const { cashier, total } = statement
  return printSheet<StatementRow>({
    title: 'Commission statement',
    about: [`${cashier.name}, ${cashier.location}`, showDays(statement)],
    totals: [
      ['Sales', formatCount(total.sales)],
      ['Sold', formatGmd(total.tendered)],
      ['Commission', formatGmd(total.commissions)],
    ],
    columns,
    rows: statement.rows,
    rowKey: ({ key }) => key,
    after: showEdge(columns, { key: '', name: 'Total', sums: total }),
    note: 'Commission is the cashier’s share of the fee. Each sale adds it to the float at once.',
  })
}
