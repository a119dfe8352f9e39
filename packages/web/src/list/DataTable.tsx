// The one table. From 900 px it is a table that scrolls in its own box; below that, a list of cards with the same
// facts. It shows loading, error, empty and paging states in one frame, so that nothing jumps between them.

import { memo, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { CardList, ShimmerCards } from './DataTableCards.tsx'
import { ShimmerTable, TableGrid } from './DataTableGrid.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Pager, type Pages } from './Pager.tsx'
import type { Column } from './columns.tsx'
import { useWideScreen } from '../ui/use-browser.ts'

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
  /** `rows` are one page of a longer list. Without it they are the whole list, which is short. */
  pages?: Pages | undefined
  /** The rows shown are for an earlier question; the new answer has not arrived yet. */
  isBehind?: boolean | undefined
  /** Between the rows and the pager. */
  note?: ReactNode
  /** Replaces the rows, and draws them itself. */
  body?: ReactNode
  className?: string | undefined
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, toolbar, className = '', pages, body } = props
  const isLoading =
    body === undefined && props.error === undefined && (props.loading === true || rows === undefined)
  const count = isLoading ? 0 : (rows?.length ?? 0)
  const hasRows = isLoading || count > 0 || body !== undefined || pages?.hasPrevious === true
  return (
    <div className={`panel ${className}`} aria-busy={isLoading || props.isBehind === true}>
      {toolbar !== undefined && <div className="data-toolbar">{toolbar}</div>}
      {body ?? <Rows {...props} isLoading={isLoading} />}
      {props.note}
      {pages && hasRows && !props.error && <Pager {...pages} idle={isLoading} />}
    </div>
  )
}

interface RowsProps<Row> extends DataTableProps<Row> {
  isLoading: boolean
}

function Rows<Row>(props: RowsProps<Row>) {
  const { caption, columns, rows = [], rowKey, error, pages } = props
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
  const Form = isWide ? Table : Cards
  return (
    <Form
      caption={caption}
      columns={columns}
      rows={rows}
      rowKey={rowKey}
      // A short last page keeps the height of a full one, so that the pager stays under the pointer.
      heldRows={pages?.hasPrevious || pages?.hasNext ? Math.min(pages.pageSize, 25) : 0}
    />
  )
}

// Most of a screen is its rows, and they stay the same while a dialog opens or a search is typed. `memo` loses the type
// parameter for the rows.
const Table = memo(TableGrid) as typeof TableGrid
const Cards = memo(CardList) as typeof CardList

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
