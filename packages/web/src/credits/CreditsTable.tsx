// The list of loads (CR-01): search, one agent or all, spreadsheet. For one agent every row says the balance before it as well.
import { bututs, type Credit, formatDay, formatGmd, formatTime } from '@flexpower/contract'
import { type ReactNode, useMemo } from 'react'
import { downloadCsv, randomFileNumber } from '../lib/csv.ts'
import { Button } from '../ui/Button.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { SelectField, type SelectOption } from '../ui/SelectField.tsx'
import { useWideScreen } from '../ui/use-wide-screen.ts'
import { creditsCsv, headings, kindText } from './credit-rows.ts'
import { floatBefore } from './float-history.ts'

interface CreditsTableProps {
  /** The rows that search and agent leave. */
  rows: readonly Credit[] | undefined
  error: { message: string; retry: () => void } | undefined
  agents: readonly SelectOption[]
  /** An id, or the empty text for all. */
  agent: string
  onAgent: (agent: string) => void
  term: string
  onSearch: (term: string) => void
  empty: ReactNode
}

export function CreditsTable(props: CreditsTableProps) {
  const { rows, agent, onAgent, term } = props
  const isWide = useWideScreen()
  const columns = useMemo(
    () => columnsOf(rows ?? [], { isOneAgent: agent !== '', isWide, onAgent }),
    [rows, agent, isWide, onAgent],
  )
  return (
    <DataTable
      caption="Credits"
      className="[&_:is(td,th):nth-child(5)]:pl-8"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      resetKey={`${agent} ${term}`}
      error={props.error}
      empty={
        term === '' ? (
          props.empty
        ) : (
          <EmptyState icon="search" title={`Nothing matches “${term}”`}>
            Search by date, agent, type, amount, bank transaction ref, who loaded it or balance.
          </EmptyState>
        )
      }
      toolbar={
        <>
          <SearchBox defaultValue={term} onSearch={props.onSearch} />
          <div className="min-w-44 max-sm:order-last max-sm:w-full [&_.field-label]:sr-only">
            <SelectField
              label="Agent"
              placeholder="All agents"
              options={props.agents}
              value={agent}
              onChange={(event) => onAgent(event.target.value)}
            />
          </div>
          <Button
            icon="download"
            disabled={rows === undefined}
            onClick={() => downloadCsv(`credits-${randomFileNumber()}`, creditsCsv(rows ?? []))}
          >
            CSV
          </Button>
        </>
      }
    />
  )
}

interface Form {
  isOneAgent: boolean
  isWide: boolean
  onAgent: (agent: string) => void
}

function columnsOf(rows: readonly Credit[], { isOneAgent, isWide, onAgent }: Form): Column<Credit>[] {
  const sum = bututs(rows.reduce((total, { amount }) => total + amount, 0))
  return [
    {
      id: 'at',
      header: headings.at,
      cell: ({ at }) => (
        <span className="whitespace-nowrap">
          {formatDay(at)} <span className="cell-note">{formatTime(at)}</span>
        </span>
      ),
    },
    {
      id: 'agent',
      header: headings.agentName,
      kind: 'strong',
      mobile: 'title',
      total: 'Total',
      cell: (credit) =>
        isOneAgent ? (
          credit.agentName
        ) : (
          <button
            type="button"
            className="link -my-2 min-h-11 text-left"
            title={`Balance of ${credit.agentName}`}
            onClick={() => onAgent(String(credit.agent))}
          >
            {credit.agentName}
          </button>
        ),
    },
    { id: 'kind', header: headings.kind, cell: ({ kind }) => kindText(kind) },
    {
      id: 'amount',
      header: headings.amount,
      align: 'right',
      mobile: 'amount',
      total: formatGmd(sum),
      cell: ({ amount }) => formatGmd(amount),
    },
    { id: 'slip', header: headings.slipReference, cell: ({ slipReference }) => slipReference },
    { id: 'loader', header: headings.loadedBy, kind: 'muted', cell: ({ loadedBy }) => loadedBy },
    {
      id: 'float',
      header: headings.floatAfter,
      align: 'right',
      cell: (credit) => (
        <>
          {formatGmd(credit.floatAfter)}
          {isOneAgent && isWide && <span className="cell-note">{formatGmd(floatBefore(credit))} before</span>}
        </>
      ),
    },
    ...(isOneAgent && !isWide ? [beforeColumn] : []),
  ]
}

/** On a card it has a line of its own. */
const beforeColumn: Column<Credit> = {
  id: 'before',
  header: 'Balance before',
  cell: (credit) => formatGmd(floatBefore(credit)),
}
