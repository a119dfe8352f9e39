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

/** Where a table is in its list, and the ways from there; whoever has the rows knows them. */
export interface Pages {
  pageSize: number
  /** `11–20 of 412` */
  range: string
  hasPrevious: boolean
  hasNext: boolean
  onSize: (pageSize: number) => void
  onPrevious: () => void
  onNext: () => void
}

/** Pages of rows that are all here; a new `resetKey` (another search, another filter) goes back to the first one. */
export function usePaging(total: number, resetKey: unknown): Paging & Pages {
  const [paging, setPaging] = useState<Paging>({ page: 0, pageSize: 10 })
  const [lastKey, setLastKey] = useState(resetKey)
  if (lastKey !== resetKey) {
    setLastKey(resetKey)
    setPaging({ ...paging, page: 0 })
  }
  const { pageSize } = paging
  // Rows may go away under an open page: stay on the last one that exists.
  const last = Math.max(0, Math.ceil(total / pageSize) - 1)
  const page = Math.min(paging.page, last)
  const first = pageSize === ALL_ROWS ? 0 : page * pageSize
  return {
    page,
    pageSize,
    range: rangeLabel(first, Math.min(total - first, pageSize), total),
    hasPrevious: page > 0,
    hasNext: page < last,
    // Another size keeps the first row in view where it was.
    onSize: (size) => setPaging({ page: size === ALL_ROWS ? 0 : Math.floor(first / size), pageSize: size }),
    onPrevious: () => setPaging({ page: page - 1, pageSize }),
    onNext: () => setPaging({ page: page + 1, pageSize }),
  }
}

/** `idle` holds its place while nothing is known yet. */
export function Pager({ idle, ...pages }: Pages & { idle: boolean }) {
  const id = useId()
  return (
    <footer className="pager">
      <label htmlFor={id}>
        Rows per Page
        <span className="pager-size">
          <select
            id={id}
            value={String(pages.pageSize)}
            onChange={(event) => pages.onSize(Number(event.target.value))}
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
        {idle ? '' : pages.range}
      </span>
      <span className="pager-steps">
        <IconButton
          icon="left"
          label="Previous page"
          disabled={idle || !pages.hasPrevious}
          onClick={pages.onPrevious}
        />
        <IconButton icon="right" label="Next page" disabled={idle || !pages.hasNext} onClick={pages.onNext} />
      </span>
    </footer>
  )
}

/** `isExact` false: there are more than `total`, nobody has counted them. */
export function rangeLabel(first: number, count: number, total: number, isExact = true): string {
  const counted = `${shown(total)}${isExact ? '' : '+'}`
  return count === 0 ? `0–0 of ${counted}` : `${shown(first + 1)}–${shown(first + count)} of ${counted}`
}

const shown = (number: number): string => number.toLocaleString('en')

export function pageOf<Row>(rows: readonly Row[], { page, pageSize }: Paging): readonly Row[] {
  return pageSize === ALL_ROWS ? rows : rows.slice(page * pageSize, (page + 1) * pageSize)
}
