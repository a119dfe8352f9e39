// The one table. From 900 px it is a table that scrolls in its own box, below that a list of cards with the same
// facts. It draws loading, error, empty and paging itself, in one frame, so that nothing jumps between them.

import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { CardList, ShimmerCards } from './DataTableCards.tsx'
import { ShimmerTable, TableGrid } from './DataTableGrid.tsx'
import { EmptyState } from './EmptyState.tsx'
import { pageOf, Pager, type Paging, usePaging } from './Pager.tsx'
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
  className?: string | undefined
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, toolbar, paged = true, className = '' } = props
  const isLoading = props.error === undefined && (props.loading === true || rows === undefined)
  const total = isLoading ? 0 : (rows?.length ?? 0)
  const paging = usePaging(total, props.resetKey)
  const hasPager = paged && (isLoading || total > 0) && props.error === undefined
  return (
    <div className={`panel ${className}`} aria-busy={isLoading}>
      {toolbar !== undefined && <div className="data-toolbar">{toolbar}</div>}
      <Rows {...props} isLoading={isLoading} paging={paged ? paging : undefined} />
      {hasPager && <Pager {...paging} total={total} idle={isLoading} />}
    </div>
  )
}

interface RowsProps<Row> extends DataTableProps<Row> {
  isLoading: boolean
  paging: Paging | undefined
}

function Rows<Row>(props: RowsProps<Row>) {
  const { caption, columns, rows = [], rowKey, error, paging } = props
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
  const isPart = shown.length < rows.length
  const Form = isWide ? TableGrid : CardList
  return (
    <Form
      caption={caption}
      columns={columns}
      rows={shown}
      rowKey={rowKey}
      // A short last page keeps the height of a full one: the pager stays under the pointer.
      heldRows={isPart && paging ? Math.min(paging.pageSize, 25) : 0}
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
