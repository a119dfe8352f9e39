// A report or a statement on paper: who it is from, what it is about, its totals, and every row.
import { formatDay, formatTime } from '@flexpower/contract'
import { createElement, type ReactNode } from 'react'
import { readHint } from '../../api/session.ts'
import { site } from '../../api/site.ts'
import { now } from '../../lib/clock.ts'
import { printIn } from '../../lib/print.ts'
import type { Column } from '../../list/columns.tsx'

import '../../ui/styles/paper-sheet.css'

/** A column on paper needs no more than this. */
export type PaperColumn<Row> = Pick<Column<Row>, 'id' | 'header' | 'align' | 'cell'>

/** A row that is no row of the table, by the columns that it has. */
type Edge = Readonly<Record<string, ReactNode>>

export interface PaperSheetProps<Row> {
  title: string
  /** What it is about, a line each. */
  about: readonly string[]
  totals?: readonly (readonly [name: string, value: string])[]
  columns: readonly PaperColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  before?: Edge
  after: Edge
  note: string
}

export function PaperSheet<Row>({ title, about, totals, columns, rows, ...sheet }: PaperSheetProps<Row>) {
  const printedAt = now()
  const className = ({ align }: PaperColumn<Row>) => (align === 'right' ? 'is-number' : undefined)
  const cells = (show: (column: PaperColumn<Row>) => ReactNode) =>
    columns.map((column) => (
      <td key={column.id} className={className(column)}>
        {show(column)}
      </td>
    ))
  // In the body: a real table foot would be repeated on every page, as if it were that page's total.
  const edge = (shown: Edge | undefined) =>
    shown && (
      <tbody>
        <tr className="paper-total">{cells(({ id }) => shown[id])}</tr>
      </tbody>
    )
  return (
    <article className="paper-sheet" aria-label={title}>
      <header>
        <div>
          <h1>{title}</h1>
          {about.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
        <div>
          <p>
            <b>{site.companyName}</b>
          </p>
          <p>{site.address}</p>
        </div>
      </header>
      {totals && (
        <dl>
          {totals.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" className={className(column)}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        {edge(sheet.before)}
        <tbody>
          {rows.map((row) => (
            <tr key={sheet.rowKey(row)}>{cells(({ cell }) => cell(row))}</tr>
          ))}
        </tbody>
        {edge(sheet.after)}
      </table>
      <footer>
        Printed {formatDay(printedAt)}, {formatTime(printedAt)} by {readHint('username') ?? 'staff'}. All
        amounts in GMD. {sheet.note}
      </footer>
    </article>
  )
}

/** A row that adds up the others, as an edge. */
export const showEdge = <Row,>(columns: readonly PaperColumn<Row>[], row: Row): Edge =>
  Object.fromEntries(columns.map(({ id, cell }) => [id, cell(row)]))

/** As wide as a sheet. Must be called in the click handler, or the browser blocks it; null when it does so anyway. */
export const openSheetWindow = (): Window | null => window.open('', '_blank', 'popup,width=820,height=960')

/** In a separate window. Must be called in the click handler; false when the browser blocked the window. */
export function printSheet<Row>(given: PaperSheetProps<Row>): boolean {
  const target = openSheetWindow()
  if (target !== null) void printIn(target, given.title, createElement(PaperSheet<Row>, given))
  return target !== null
}
