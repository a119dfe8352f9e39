// T-01: 'Rows per Page', a range label, previous and next, and 'Todos' for all rows. It knows counts, not rows.

import { formatCount } from '@flexpower/contract'
import { useId } from 'react'
import { IconButton } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'

export const ALL_ROWS = Number.POSITIVE_INFINITY
export const PAGE_SIZES: readonly number[] = [10, 25, 50, 100, ALL_ROWS]

/** Where a table is in its list, and where it can go from there. The owner of the rows provides it. */
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

/** `idle` keeps its place while nothing is known yet. */
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

/** `isExact` false: there are more than `total`, and they have not been counted. */
export function rangeLabel(first: number, count: number, total: number, isExact = true): string {
  const counted = `${formatCount(total)}${isExact ? '' : '+'}`
  return count === 0
    ? `0–0 of ${counted}`
    : `${formatCount(first + 1)}–${formatCount(first + count)} of ${counted}`
}
