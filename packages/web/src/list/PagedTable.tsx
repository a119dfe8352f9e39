// A table whose rows are all loaded: it shows them page by page.
import { useState } from 'react'
import { DataTable, type DataTableProps } from './DataTable.tsx'
import { ALL_ROWS, type Pages, rangeLabel } from './Pager.tsx'

export interface PagedTableProps<Row> extends Omit<DataTableProps<Row>, 'pages'> {
  /** Another value (a search term, a filter) goes back to the first page. */
  resetKey?: unknown
}

export function PagedTable<Row>({ resetKey, rows, ...props }: PagedTableProps<Row>) {
  const paging = usePaging(rows?.length ?? 0, resetKey)
  return <DataTable {...props} rows={rows && takePage(rows, paging)} pages={paging} />
}

interface Paging {
  page: number
  pageSize: number
}

/** A new `resetKey` (another search, another filter) goes back to the first page. */
function usePaging(total: number, resetKey: unknown): Paging & Pages {
  const [paging, setPaging] = useState<Paging>({ page: 0, pageSize: 10 })
  const [lastKey, setLastKey] = useState(resetKey)
  if (lastKey !== resetKey) {
    setLastKey(resetKey)
    setPaging({ ...paging, page: 0 })
  }
  const { pageSize } = paging
  // Rows may disappear while a page is open: stay on the last page that exists.
  const last = Math.max(0, Math.ceil(total / pageSize) - 1)
  const page = Math.min(paging.page, last)
  const first = pageSize === ALL_ROWS ? 0 : page * pageSize
  return {
    page,
    pageSize,
    range: rangeLabel(first, Math.min(total - first, pageSize), total),
    hasPrevious: page > 0,
    hasNext: page < last,
    // Another page size keeps the first row in view.
    onSize: (size) => setPaging({ page: size === ALL_ROWS ? 0 : Math.floor(first / size), pageSize: size }),
    onPrevious: () => setPaging({ page: page - 1, pageSize }),
    onNext: () => setPaging({ page: page + 1, pageSize }),
  }
}

function takePage<Row>(rows: readonly Row[], { page, pageSize }: Paging): readonly Row[] {
  return pageSize === ALL_ROWS ? rows : rows.slice(page * pageSize, (page + 1) * pageSize)
}
