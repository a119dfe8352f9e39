// What a column of a list is, in the table, on a card and in a file; and the columns that several lists share.
import { toDay, formatDay, formatTime } from '@flexpower/contract'
import type { ReactNode } from 'react'

/** Numbers stay numbers: a spreadsheet can add them up. */
export type FileValue = string | number

/** The columns of a file by heading, in order. */
export type FileColumns<Row> = Readonly<Record<string, (row: Row) => FileValue>>

export interface Column<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** What a file has for this column: one value under the same heading, or several under separate headings. */
  file?: ((row: Row) => FileValue) | FileColumns<Row> | undefined
  align?: 'left' | 'right' | undefined
  /** Names stand out, minor facts are muted, tools take no more room than they need. */
  kind?: 'strong' | 'muted' | 'action' | undefined
  /**
   * Its place on a card: 'title' and 'amount' make the first line; 'block' is a separate line without a label; 'line'
   * (the default) is a label with its value; 'action' is the foot.
   */
  mobile?: 'title' | 'amount' | 'block' | 'line' | 'action' | 'hidden' | undefined
  /** Only for the column that has an index to order by. */
  sort?: { order: 'ascending' | 'descending'; onToggle: () => void } | undefined
  /** Shown under the column, for all rows and not only the page. */
  total?: ReactNode
}

/** Plain text, the same in the table and in a file. */
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

/** `2026-11-14 14:18`: a spreadsheet can sort it. */
export const momentValue = ({ at }: { at: Date }): string => `${toDay(at)} ${formatTime(at)}`

/** When the row was created. A list on the server can be sorted by it. */
export const momentColumn: Column<{ at: Date }> = {
  id: 'at',
  header: 'Date',
  cell: ({ at }) => <Moment at={at} />,
  file: momentValue,
}
