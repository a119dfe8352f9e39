// What a screen says of its list, once for the table, for all of its rows and for its files.
import type { ReactNode } from 'react'
import type { ListQuestion, ListWindow } from './list-window.ts'
import type { OwnListView } from './list-view.ts'
import type { Column, FileColumns } from './columns.tsx'

export interface ListFilePlan<Row> {
  /** Without number and ending. */
  name: string
  /** Where the table's columns do not say it: cards may have others. */
  columns?: () => Promise<FileColumns<Row>> | FileColumns<Row>
}

/** A file that is being made; another number for each press. */
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
  /** What else narrows the list, beside the search. */
  filters?: ReactNode
}

export interface ListTableProps<Row> extends Omit<ListTools<Row>, 'question' | 'columns'> {
  caption: string
  list: ListWindow<Row>
  /** The one called `at` can be sorted by: the lists stand in the order of their days. */
  columns: readonly Column<Row>[]
  /** What can be searched by, for who found nothing. */
  searchHint: string
  /** When the list has no rows at all. */
  empty: ReactNode
  failure: string
  className?: string | undefined
}
