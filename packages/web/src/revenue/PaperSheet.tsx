// A report or a statement on paper: who it is from, what it is about, its totals, and every row.
import { formatDay, formatTime } from '@flexpower/contract'
import { createElement } from 'react'
import { readHint } from '../api/session.ts'
import { site } from '../api/site.ts'
import { now } from '../lib/clock.ts'
import { printIn } from '../lib/print.ts'
import type { Column } from '../list/columns.tsx'

import '../ui/styles/paper-sheet.css'

interface PaperSheetProps<Row> {
  title: string
  /** What it is about, a line each. */
  about: readonly string[]
  totals: readonly (readonly [name: string, value: string])[]
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** As a row that adds up the others. */
  total: Row
  note: string
}

function PaperSheet<Row>({ title, about, totals, columns, note, ...table }: PaperSheetProps<Row>) {
  const printedAt = now()
  const className = ({ align }: Column<Row>) => (align === 'right' ? 'is-number' : undefined)
  const cells = (row: Row) =>
    columns.map((column) => (
      <td key={column.id} className={className(column)}>
        {column.cell(row)}
      </td>
    ))
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
      <dl>
        {totals.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
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
        <tbody>
          {table.rows.map((row) => (
            <tr key={table.rowKey(row)}>{cells(row)}</tr>
          ))}
        </tbody>
        {/* In the body: a real table foot would be repeated on every page, as if it were that page's total. */}
        <tbody>
          <tr className="paper-total">{cells(table.total)}</tr>
        </tbody>
      </table>
      <footer>
        Printed {formatDay(printedAt)}, {formatTime(printedAt)} by {readHint('username') ?? 'staff'}. {note}
      </footer>
    </article>
  )
}

/** In a separate window. Must be called in the click handler; false when the browser blocked the window. */
export function printSheet<Row>(given: PaperSheetProps<Row>): boolean {
  const target = window.open('', '_blank', 'popup,width=820,height=960')
  if (target === null) return false
  void printIn(target, given.title, createElement(PaperSheet<Row>, given))
  return true
}
