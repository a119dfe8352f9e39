// How one column draws itself, in the table and on a card.

import type { ReactNode } from 'react'

export interface Column<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
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
