// The one table. From 900 px it is a table that scrolls in its own box, below that a list of cards with the same
// facts. It draws loading, error, empty and paging itself, in one frame, so that nothing jumps between them.

import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { CardList, ShimmerCards } from './DataTableCards.tsx'
import { ShimmerTable, TableGrid } from './DataTableGrid.tsx'
import { EmptyState } from './EmptyState.tsx'
import { pageOf, Pager, type Pages, usePaging } from './Pager.tsx'
import type { Column } from './table-column.ts'
import { useWideScreen } from './use-wide-screen.ts'

export type { Column }

export interface DataTableProps<Row> {
  /** The accessible name. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  loading?: boolean | undefined
  error?: { message: string; retry: () => void } | undefined
  empty: ReactNode
  /** Search, filters and exports above the rows. */
  toolbar?: ReactNode
  /** Another value (a search term, a filter) goes back to the first page. */
  resetKey?: unknown
  /** False for short lists that are always shown whole. */
  paged?: boolean | undefined
  /** `rows` are one page of a list that is not here; without it they are the list. */
  pages?: Pages | undefined
  /** What is shown belongs to an earlier question, whose answer is on its way. */
  isBehind?: boolean | undefined
  /** Between the rows and the pager. */
  note?: ReactNode
  /** In place of the rows, which it draws by itself. */
  body?: ReactNode
  className?: string | undefined
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, toolbar, paged = true, className = '', pages, body } = props
  const isLoading =
    body === undefined && props.error === undefined && (props.loading === true || rows === undefined)
  const count = isLoading ? 0 : (rows?.length ?? 0)
  const paging = usePaging(count, props.resetKey)
  const hasRows = isLoading || count > 0 || body !== undefined || pages?.hasPrevious === true
  const hasPager = paged && hasRows && props.error === undefined
  return (
    <div className={`panel ${className}`} aria-busy={isLoading || props.isBehind === true}>
      {toolbar !== undefined && <div className="data-toolbar">{toolbar}</div>}
      {body ?? <Rows {...props} isLoading={isLoading} paging={paged && !pages ? paging : undefined} />}
      {props.note}
      {hasPager && <Pager {...(pages ?? paging)} idle={isLoading} />}
    </div>
  )
}

interface RowsProps<Row> extends DataTableProps<Row> {
  isLoading: boolean
  paging: ReturnType<typeof usePaging> | undefined
}

function Rows<Row>(props: RowsProps<Row>) {
  const { caption, columns, rows = [], rowKey, error, paging, pages } = props
  const isWide = useWideScreen()
  if (error) return <LoadError {...error} />
  if (props.isLoading) {
    return isWide ? (
      <ShimmerTable caption={caption} columns={columns} />
    ) : (
      <ShimmerCards caption={caption} columns={columns} />
    )
  }
  if (rows.length === 0) return props.empty
  const shown = paging ? pageOf(rows, paging) : rows
  const isPart = pages ? pages.hasPrevious || pages.hasNext : shown.length < rows.length
  const pageSize = (pages ?? paging)?.pageSize ?? 0
  const Form = isWide ? TableGrid : CardList
  return (
    <Form
      caption={caption}
      columns={columns}
      rows={shown}
      rowKey={rowKey}
      // A short last page keeps the height of a full one: the pager stays under the pointer.
      heldRows={isPart ? Math.min(pageSize, 25) : 0}
    />
  )
}

function LoadError({ message, retry }: { message: string; retry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        icon="alert"
        title="The list could not be loaded"
        action={
          <Button icon="refresh" onClick={retry}>
            Try again
          </Button>
        }
      >
        {message}
      </EmptyState>
    </div>
  )
}
