// A list of any length on a screen: search, days, pages, all rows, a choice of columns, and files for a spreadsheet.
// Everything beyond the page in view is loaded on demand.
import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentType, Suspense, useEffect, useMemo, useState } from 'react'
import { ownMemory } from '../api/own-memory.ts'
import { lazyPart, partLoader } from '../lib/lazy-page.ts'
import { DataTable } from './DataTable.tsx'
import { ListToolbar } from './ListToolbar.tsx'
import { ALL_ROWS } from './Pager.tsx'
import type { Column } from './columns.tsx'
import type { ListTableProps } from './list-table-props.ts'
import type { OwnListView } from './list-view.ts'
import type { ListOrder } from './list-window.ts'
import { Button } from '../ui/Button.tsx'
import { preloadToasts, toast } from '../ui/toast.ts'

const ColumnChoice = lazyPart(
  partLoader(() => import('./later/ColumnChoice.tsx')),
  (part) => part.ColumnChoice,
)
const AllRows = lazyPart(
  partLoader(() => import('./later/AllRows.tsx')),
  (part) => part.AllRows,
)
const loadNarrowed = partLoader(() => import('./later/Narrowed.tsx'))
const NothingFound = lazyPart(loadNarrowed, (part) => part.NothingFound)
const SearchedBack = lazyPart(loadNarrowed, (part) => part.SearchedBack)

const hiddenColumns = ownMemory<Record<string, string[]>>('hidden-columns', {})

export function ListTable<Row extends { id: number }>(props: ListTableProps<Row>) {
  const { caption, list, view, columns } = props
  const { query, window, pages } = list
  // `lazy` loses the type parameter for the rows; each list has its own row type.
  const Whole = AllRows as unknown as ComponentType<ListTableProps<Row>>
  const [hidden, setHidden] = useState(() => hiddenColumns.read()[caption] ?? [])
  const { order, setOrder } = view
  const shown = useMemo(
    () => columns.filter(({ id }) => !hidden.includes(id)).map((column) => sorted(column, order, setOrder)),
    [columns, hidden, order, setOrder],
  )
  const isNarrowed = view.search || view.from || view.to || view.cashier
  const table = {
    ...props,
    columns: shown,
    empty: isNarrowed ? (
      <Suspense fallback={null}>
        <NothingFound {...props} window={window} />
      </Suspense>
    ) : (
      props.empty
    ),
    rowKey,
  }
  return (
    <DataTable
      {...table}
      rows={window?.rows}
      pages={pages}
      isBehind={list.isBehind}
      error={
        // It does not go back to 'loading' between two attempts.
        query.errorUpdateCount > 0 && window === undefined
          ? { message: props.failure, retry: () => void query.refetch() }
          : undefined
      }
      body={
        pages.pageSize === ALL_ROWS ? (
          <Suspense fallback={<DataTable {...table} rows={undefined} className="border-0!" />}>
            <Whole {...table} key={list.question.key} />
          </Suspense>
        ) : undefined
      }
      note={
        window?.searchedBackTo && pages.pageSize !== ALL_ROWS ? (
          <Suspense fallback={null}>
            <SearchedBack to={window.searchedBackTo} onGoOn={pages.onNext} />
          </Suspense>
        ) : undefined
      }
      toolbar={
        <Tools
          {...props}
          hidden={hidden}
          onHidden={(next) => {
            setHidden(next)
            hiddenColumns.remember({ [caption]: next })
          }}
        />
      }
    />
  )
}

interface ToolsProps<Row> extends ListTableProps<Row> {
  hidden: readonly string[]
  onHidden: (hidden: string[]) => void
}

function Tools<Row>({ hidden, onHidden, ...props }: ToolsProps<Row>) {
  const { list, columns } = props
  const [isChoosing, setChoosing] = useState(false)
  return (
    <ListToolbar
      {...props}
      question={list.question}
      isIdle={list.window === undefined}
      below={isChoosing && <ColumnChoice columns={columns} hidden={hidden} onChange={onHidden} />}
    >
      <Button icon="columns" aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
        Columns
      </Button>
    </ListToolbar>
  )
}

const rowKey = ({ id }: { id: number }) => id

const sorted = <Row,>(
  column: Column<Row>,
  order: ListOrder,
  setOrder: OwnListView['setOrder'],
): Column<Row> =>
  column.id === 'at'
    ? {
        ...column,
        sort: {
          order: order === 'newest' ? 'descending' : 'ascending',
          onToggle: () => setOrder(order === 'newest' ? 'oldest' : 'newest'),
        },
      }
    : column

// A list that cannot be loaded shows one toast, and no more on the retries that follow.
/** True until something has been read: the page does not go back to 'loading' between two attempts. */
export function useLoadFailure(query: UseQueryResult, message: string): boolean {
  const hasFailed = query.isError || (query.data === undefined && query.errorUpdateCount > 0)
  // Once the network is gone, it is too late to load the code that shows the toast.
  useEffect(preloadToasts, [])
  useEffect(() => {
    if (hasFailed) toast.error(message)
  }, [hasFailed, message])
  return hasFailed && query.data === undefined
}
