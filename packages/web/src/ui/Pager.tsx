// T-01: 'Rows per Page', a range label, previous and next, and 'Todos' for all rows. Knows counts, not rows.

import { useId, useState } from 'react'
import { IconButton } from './Button.tsx'
import { Icon } from './Icon.tsx'

export const ALL_ROWS = Number.POSITIVE_INFINITY
export const PAGE_SIZES: readonly number[] = [10, 25, 50, 100, ALL_ROWS]

export interface Paging {
  page: number
  pageSize: number
}

export interface PagerProps extends Paging {
  total: number
  /** Holds its place while nothing is known yet. */
  idle?: boolean | undefined
  onChange: (next: Paging) => void
}

/** Keeps page and size; a new `resetKey` (another search, another filter) goes back to the first page. */
export function usePaging(total: number, resetKey: unknown): Paging & { onChange: (next: Paging) => void } {
  const [paging, setPaging] = useState<Paging>({ page: 0, pageSize: 10 })
  const [lastKey, setLastKey] = useState(resetKey)
  if (lastKey !== resetKey) {
    setLastKey(resetKey)
    setPaging({ ...paging, page: 0 })
  }
  // Rows may go away under an open page: stay on the last one that exists.
  const page = Math.min(paging.page, lastPage(total, paging.pageSize))
  return { page, pageSize: paging.pageSize, onChange: setPaging }
}

export function Pager({ page, pageSize, total, idle = false, onChange }: PagerProps) {
  const id = useId()
  return (
    <footer className="pager">
      <label htmlFor={id}>
        Rows per Page
        <span className="pager-size">
          <select
            id={id}
            value={String(pageSize)}
            onChange={(event) => onChange(resize(page, pageSize, Number(event.target.value)))}
          >
            {PAGE_SIZES.map((size) => (
              <option key={size} value={String(size)}>
                {size === ALL_ROWS ? 'Todos' : size}
              </option>
            ))}
          </select>
          <Icon name="down" size={16} />
        </span>
      </label>
      <span className="pager-range" aria-live="polite">
        {idle ? '' : rangeLabel(page, pageSize, total)}
      </span>
      <span className="pager-steps">
        <IconButton
          icon="left"
          label="Previous page"
          disabled={idle || page === 0}
          onClick={() => onChange({ page: page - 1, pageSize })}
        />
        <IconButton
          icon="right"
          label="Next page"
          disabled={idle || page >= lastPage(total, pageSize)}
          onClick={() => onChange({ page: page + 1, pageSize })}
        />
      </span>
    </footer>
  )
}

export function rangeLabel(page: number, pageSize: number, total: number): string {
  if (total === 0) return '0–0 of 0'
  const first = pageSize === ALL_ROWS ? 0 : page * pageSize
  return `${first + 1}–${Math.min(total, first + pageSize)} of ${total}`
}

export function pageOf<Row>(rows: readonly Row[], { page, pageSize }: Paging): readonly Row[] {
  return pageSize === ALL_ROWS ? rows : rows.slice(page * pageSize, (page + 1) * pageSize)
}

function lastPage(total: number, pageSize: number): number {
  return Math.max(0, Math.ceil(total / pageSize) - 1)
}

// Another size keeps the first row in view where it was.
function resize(page: number, from: number, to: number): Paging {
  const first = from === ALL_ROWS ? 0 : page * from
  return { page: to === ALL_ROWS ? 0 : Math.floor(first / to), pageSize: to }
}
