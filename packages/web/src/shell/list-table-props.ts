// What a screen says of its list, once for the table, for all of its rows and for its files.
import type { ReactNode } from 'react'
import type { ListWindow } from '../api/list-window.ts'
import type { Column } from '../ui/DataTable.tsx'

export type FileValue = string | number

/** A file's columns by their headings, in their order. */
export type FileColumns<Row> = Readonly<Record<string, (row: Row) => FileValue>>

/** A file that is being made; another number for each press. */
export interface FileWish {
  kind: 'csv' | 'xlsx'
  press: number
}

export interface ListTableProps<Row> {
  caption: string
  list: ListWindow<Row>
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string | number
  term: string
  onSearch: (term: string) => void
  /** What can be searched by, for who found nothing. */
  searchHint: string
  /** When the list has no rows at all. */
  empty: ReactNode
  failure: string
  file: { name: string; columns: () => Promise<FileColumns<Row>> }
  className?: string | undefined
}
