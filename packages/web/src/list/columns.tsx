// What a column of a list is, in the table, on a card and in a file; and the columns that several lists have.
import { toDay, formatDay, formatTime } from '@flexpower/contract'
import type { ReactNode } from 'react'

/** A spreadsheet adds up numbers. */
export type FileValue = string | number

/** A file's columns by their headings, in their order. */
export type FileColumns<Row> = Readonly<Record<string, (row: Row) => FileValue>>

export interface Column<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** What a file has of it: a value under the same heading, or several under headings of their own. */
  file?: ((row: Row) => FileValue) | FileColumns<Row> | undefined
  align?: 'left' | 'right' | undefined
  /** Names stand out, side facts step back, tools take no more room than they need. */
  kind?: 'strong' | 'muted' | 'action' | undefined
  /** Its place on a card: 'title' and 'amount' make the first line, 'block' a line of its own without a label,
      'line' (the default) a label with its value, 'action' the foot. */
  mobile?: 'title' | 'amount' | 'block' | 'line' | 'action' | 'hidden' | undefined
  /** For the one column that an index can order by. */
  sort?: { order: 'ascending' | 'descending'; onToggle: () => void } | undefined
  /** Shown under the column, over all rows, not the page. */
  total?: ReactNode
}

/** A plain text, the same in the table and in a file. */
export const textColumn = <Row,>(
  id: string,
  header: string,
  text: (row: Row) => string,
  more: Partial<Column<Row>> = {},
): Column<Row> => ({ id, header, cell: text, file: text, ...more })

/** A day and its time: two lines in a table, one on a card. */
export const Moment = ({ at }: { at: Date }) => (
  <>
    <span className="whitespace-nowrap">{formatDay(at)}</span>{' '}
    <span className="cell-note">{formatTime(at)}</span>
  </>
)

/** `2026-11-14 14:18`: a spreadsheet sorts it. */
export const momentValue = ({ at }: { at: Date }): string => `${toDay(at)} ${formatTime(at)}`

/** When the row began. A list on the server can be sorted by it. */
export const momentColumn: Column<{ at: Date }> = {
  id: 'at',
  header: 'Date',
  cell: ({ at }) => <Moment at={at} />,
  file: momentValue,
}
