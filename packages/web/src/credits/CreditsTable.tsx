// The list of loads (CR-01): search, one agent or all, spreadsheet. For one agent every row also shows the balance before it.
import { type Bututs, type Credit, formatGmd, toDalasi } from '@flexpower/contract'
import { type ReactNode, useMemo } from 'react'
import { kindText } from '../floats/float-kinds.ts'
import type { ListWindow } from '../list/list-window.ts'
import type { OwnListView } from '../list/list-view.ts'
import { ListTable } from '../list/ListTable.tsx'
import { type Column, momentColumn, textColumn } from '../list/columns.tsx'
import { IconButton } from '../ui/Button.tsx'
import { SelectField, type SelectOption } from '../ui/form/SelectField.tsx'
import { useWideScreen } from '../ui/use-browser.ts'
import { floatBefore } from './float-history.ts'

interface CreditsTableProps {
  list: ListWindow<Credit>
  view: OwnListView
  agents: readonly SelectOption[]
  /** Null: all. */
  agent: number | null
  /** Empty text: all. */
  onAgent: (agent: string) => void
  onCorrect: (load: Credit) => void
  empty: ReactNode
}

export function CreditsTable({ list, view, agents, agent, onAgent, onCorrect, empty }: CreditsTableProps) {
  const isWide = useWideScreen()
  const sum = list.window?.tendered
  const columns = useMemo(
    () => [
      ...buildColumns(sum, { isOneAgent: agent !== null, isWide, onAgent }),
      // The list of all agents has exactly the specified columns.
      ...(agent === null ? [] : [correctColumn(onCorrect)]),
    ],
    [sum, agent, isWide, onAgent, onCorrect],
  )
  return (
    <ListTable
      caption="Credits"
      className="[&_:is(td,th):nth-child(5)]:pl-8"
      list={list}
      view={view}
      columns={columns}
      searchHint="Search by date, agent, type, amount, bank transaction ref, who loaded it or balance."
      failure="No balance is affected. It is tried again automatically in a moment."
      empty={empty}
      filters={
        <div className="min-w-44 max-sm:w-full [&_.field-label]:sr-only">
          <SelectField
            label="Agent"
            placeholder="All agents"
            options={agents}
            value={agent ?? ''}
            onChange={(event) => onAgent(event.target.value)}
          />
        </div>
      }
      file={{ name: 'credits' }}
    />
  )
}

interface CreditColumns {
  isOneAgent: boolean
  isWide: boolean
  onAgent: (agent: string) => void
}

/** `sum` is for all rows that match search, days and agent. */
export function buildColumns(
  sum: Bututs | undefined,
  { isOneAgent, isWide, onAgent }: CreditColumns,
): Column<Credit>[] {
  return [
    momentColumn,
    {
      id: 'agent',
      header: 'Agent',
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
      file: ({ agentName }) => agentName,
    },
    textColumn('kind', 'Type', ({ kind }) => kindText(kind)),
    {
      id: 'amount',
      header: 'Amount',
      align: 'right',
      mobile: 'amount',
      total: sum === undefined ? '' : formatGmd(sum),
      cell: ({ amount, corrected }) =>
        corrected === null ? (
          formatGmd(amount)
        ) : (
          <>
            {formatGmd(corrected)} <span className="cell-note">was {formatGmd(amount)}</span>
          </>
        ),
      file: ({ amount, corrected }) => toDalasi(corrected ?? amount),
    },
    textColumn('slip', 'Bank Transaction Ref', ({ slipReference }) => slipReference),
    textColumn('loader', 'Loaded by', ({ loadedBy }) => loadedBy, { kind: 'muted' }),
    {
      id: 'float',
      header: 'Balance after',
      align: 'right',
      cell: (credit) => (
        <>
          {formatGmd(credit.floatAfter)}
          {isOneAgent && isWide && <span className="cell-note">{formatGmd(floatBefore(credit))} before</span>}
        </>
      ),
      file: ({ floatAfter }) => toDalasi(floatAfter),
    },
    ...(isOneAgent && !isWide ? [beforeColumn] : []),
  ]
}

/** What was typed wrongly is corrected by a line of its own. */
const correctColumn = (onCorrect: (load: Credit) => void): Column<Credit> => ({
  id: 'correct',
  header: 'Action',
  kind: 'action',
  mobile: 'action',
  cell: (credit) => (
    <IconButton
      icon="edit"
      label={`Correct the load of ${credit.agentName}, ${credit.slipReference}`}
      title="Correct"
      onClick={() => onCorrect(credit)}
    />
  ),
})

/** On a card it has a separate line. */
const beforeColumn: Column<Credit> = {
  id: 'before',
  header: 'Balance before',
  cell: (credit) => formatGmd(floatBefore(credit)),
}
