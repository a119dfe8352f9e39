// What a screen says about its list, once for the table, for all of its rows and for its files.
import type { ReactNode } from 'react'
import type { ListQuestion, ListWindow } from './list-window.ts'
import type { OwnListView } from './list-view.ts'
import type { Column, FileColumns } from './columns.tsx'

export interface ListFilePlan<Row> {
  /** Without number and file extension. */
  name: string
  /** Set where the table's columns do not say it: cards may have others. */
  columns?: () => Promise<FileColumns<Row>> | FileColumns<Row>
}

/** A file that is being made; each press has another number. */
export interface FileWish {
  kind: 'csv' | 'xlsx'
  press: number
}

export interface ListTools<Row> {
  view: OwnListView
  question: ListQuestion<Row>
  columns: readonly Pick<Column<Row>, 'header' | 'file'>[]
  file: ListFilePlan<Row>
  /** False where no date is shown. */
  isDated?: boolean | undefined
  /** Other filters, next to the search. */
  filters?: ReactNode
}

export interface ListTableProps<Row> extends Omit<ListTools<Row>, 'question' | 'columns'> {
  caption: string
  list: ListWindow<Row>
  /** The column called `at` can be sorted by: lists are ordered by date. */
  columns: readonly Column<Row>[]
  /** What can be searched by; shown when nothing was found. */
  searchHint: string
  /** Shown when the list has no rows at all. */
  empty: ReactNode
  failure: string
  className?: string | undefined
}
