// A list of any length as a screen shows it: search, days, pages, all of it, its columns as each person likes them, and files
// for a spreadsheet. Everything beyond the page in view is loaded when it is asked for.
import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { ownMemory } from '../api/session.ts'
import { lazyPart } from '../lib/lazy-page.ts'
import { DataTable } from './DataTable.tsx'
import { ListToolbar } from './ListToolbar.tsx'
import { ALL_ROWS } from './Pager.tsx'
import type { Column } from './columns.tsx'
import type { ListTableProps } from './list-table-props.ts'
import type { OwnListView } from './list-view.ts'
import { IconButton } from '../ui/Button.tsx'
import { preloadToasts, toast } from '../ui/toast.ts'

const ColumnChoice = lazyPart(
  () => import('./later/ColumnChoice.tsx'),
  (part) => part.ColumnChoice,
)
const AllRows = lazyPart(
  () => import('./later/AllRows.tsx'),
  (part) => part.AllRows,
)
const NothingFound = lazyPart(
  () => import('./later/Narrowed.tsx'),
  (part) => part.NothingFound,
)
const SearchedBack = lazyPart(
  () => import('./later/Narrowed.tsx'),
  (part) => part.SearchedBack,
)

const hiddenColumns = ownMemory<Record<string, string[]>>('hidden-columns', {})

export function ListTable<Row extends { id: number }>(props: ListTableProps<Row>) {
  const { caption, list, view, columns } = props
  const { query, window, pages } = list
  // `lazy` forgets that it takes rows of any kind; each list has its own.
  const Whole = AllRows as unknown as ComponentType<ListTableProps<Row>>
  const [hidden, setHidden] = useState(() => hiddenColumns.read()[caption] ?? [])
  const shown = columns.filter(({ id }) => !hidden.includes(id)).map((column) => sorted(column, view))
  const isNarrowed = view.search !== '' || view.from || view.to
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
        // Between two attempts it does not go back to loading.
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
      <IconButton
        icon="columns"
        label="Columns"
        aria-expanded={isChoosing}
        onClick={() => setChoosing(!isChoosing)}
      />
    </ListToolbar>
  )
}

const rowKey = ({ id }: { id: number }) => id

const sorted = <Row,>(column: Column<Row>, { order, setOrder }: OwnListView): Column<Row> =>
  column.id === 'at'
    ? {
        ...column,
        sort: {
          order: order === 'newest' ? 'descending' : 'ascending',
          onToggle: () => setOrder(order === 'newest' ? 'oldest' : 'newest'),
        },
      }
    : column

// A list that cannot be loaded is told once by a toast, not at every patient attempt that follows; whether it is so, for the page.
/** True until something has been read: between two attempts the page does not go back to 'loading'. */
export function useLoadFailure(query: UseQueryResult, message: string): boolean {
  const hasFailed = query.isError || (query.data === undefined && query.errorUpdateCount > 0)
  // When the network is gone it is too late to load the code that says so.
  useEffect(preloadToasts, [])
  useEffect(() => {
    if (hasFailed) toast.error(message)
  }, [hasFailed, message])
  return hasFailed && query.data === undefined
}
