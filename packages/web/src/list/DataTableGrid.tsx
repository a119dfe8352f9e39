// DataTable from 900 px: an HTML table in a box that scrolls when the columns need more room.

import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from '../ui/Icon.tsx'
import type { Column } from './columns.tsx'

/** T-02. */
export const SHIMMER_ROWS = Array.from({ length: 11 }, (_, index) => index)

export interface RowsForm<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  heldRows: number
  /** Only a slice of a long list is drawn. This says what is left out above and below. */
  slice?: Slice | undefined
}

export interface Slice {
  /** Index of the first row drawn, from 0. */
  first: number
  total: number
  /** Heights of the parts left out, in pixels. */
  above: number
  below: number
}

export function TableGrid<Row>({ caption, columns, rows, rowKey, heldRows, slice }: RowsForm<Row>) {
  return (
    <ScrollBox caption={caption} heldRows={heldRows} isShort={rows.length < heldRows}>
      <table className="data" aria-label={caption} aria-rowcount={slice && slice.total + 1}>
        <Head columns={columns} />
        {slice && <Gap height={slice.above} />}
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row)} aria-rowindex={slice && slice.first + index + 2}>
              {columns.map((column) => (
                <td key={column.id} className={look(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {slice && <Gap height={slice.below} />}
        <Totals columns={columns} />
      </table>
    </ScrollBox>
  )
}

export function ShimmerTable<Row>({
  caption,
  columns,
}: {
  caption: string
  columns: readonly Column<Row>[]
}) {
  return (
    <div className="data-box shimmers">
      <table className="data" aria-label={caption} aria-busy="true">
        <Head columns={columns} />
        <tbody>
          {SHIMMER_ROWS.map((row) => (
            <tr key={row} data-shimmer-row>
              {columns.map((column, index) => (
                <td key={column.id} className={look(column)}>
                  <Bar seed={row * 3 + index} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <output className="sr-only">Loading...</output>
    </div>
  )
}

/** Four widths in an order that does not repeat from row to row, so that it looks like text and not like a pattern. */
export function Bar({ seed }: { seed: number }) {
  return <span className={`shimmer shimmer-${((seed * 7) % 4) + 1}`} />
}

function Head<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th
            key={column.id}
            scope="col"
            className={column.align === 'right' ? 'is-right' : ''}
            aria-sort={column.sort?.order}
          >
            {column.sort ? <SortButton {...column.sort}>{column.header}</SortButton> : column.header}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function SortButton({
  order,
  onToggle,
  children,
}: NonNullable<Column<never>['sort']> & { children: string }) {
  return (
    <button
      type="button"
      className="sort"
      title={order === 'descending' ? 'Newest first' : 'Oldest first'}
      onClick={onToggle}
    >
      {children}
      <Icon name={order === 'descending' ? 'down' : 'up'} size={16} />
    </button>
  )
}

/** Room for rows that are not drawn. Hidden from assistive technology, which counts rows. */
const Gap = ({ height }: { height: number }) => (
  <tbody aria-hidden="true">
    <tr>
      <td className="data-gap" style={{ height }} aria-label="Rows further on" />
    </tr>
  </tbody>
)

function Totals<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  if (!columns.some((column) => column.total !== undefined)) return null
  return (
    <tfoot>
      <tr>
        {columns.map((column) => (
          <td key={column.id} className={look(column)}>
            {column.total}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}

function look<Row>(column: Column<Row>): string {
  return `${column.align === 'right' ? 'is-right' : ''} ${column.kind ? `is-${column.kind}` : ''}`
}

// A box that scrolls must be reachable by keyboard; one that does not scroll must not be a tab stop.
function ScrollBox(props: { caption: string; heldRows: number; isShort: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth))
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [])
  const reach = scrolls
    ? { tabIndex: 0, role: 'region', 'aria-label': `${props.caption}, scrolls sideways` }
    : {}
  const held: CSSProperties & Record<'--held', number> = { '--held': props.heldRows }
  return (
    <div
      ref={box}
      className={`data-box data-held ${props.isShort ? 'data-short' : ''}`}
      style={held}
      {...reach}
    >
      {props.children}
    </div>
  )
}
