// DataTable below 900 px: each row is a card, its name and amount first, the other facts as labelled lines.

import { Fragment, type ReactNode } from 'react'
import { Bar, type RowsForm, SHIMMER_ROWS } from './DataTableGrid.tsx'
import type { Column } from './columns.tsx'

export function CardList<Row>({ caption, columns, rows, rowKey, slice }: RowsForm<Row>) {
  return (
    <ul
      className="cards"
      aria-label={caption}
      style={slice && { paddingTop: slice.above, paddingBottom: slice.below }}
    >
      {rows.map((row) => (
        <Card key={rowKey(row)} columns={columns} cells={columns.map((column) => column.cell(row))} />
      ))}
      {columns.some((column) => column.total !== undefined) && (
        <Card className="card-total" columns={columns} cells={columns.map((column) => column.total)} />
      )}
    </ul>
  )
}

export function ShimmerCards<Row>({
  caption,
  columns,
}: {
  caption: string
  columns: readonly Column<Row>[]
}) {
  return (
    <>
      <ul className="cards shimmers" aria-label={caption} aria-busy="true">
        {SHIMMER_ROWS.map((row) => (
          <Card
            key={row}
            isShimmer
            columns={columns}
            cells={columns.map((column, index) => <Bar key={column.id} seed={row * 3 + index} />)}
          />
        ))}
      </ul>
      <output className="sr-only">Loading...</output>
    </>
  )
}

interface CardProps<Row> {
  columns: readonly Column<Row>[]
  /** One for each column, in the same order. */
  cells: ReactNode[]
  className?: string | undefined
  isShimmer?: boolean | undefined
}

interface Part {
  id: string
  header: string
  place: Column<never>['mobile']
  content: ReactNode
}

function Card<Row>({ columns, cells, className, isShimmer }: CardProps<Row>) {
  const parts = columns.map((column, index) => buildPart(column, cells[index])).filter(isFilled)
  const top = [
    ...parts.filter((part) => part.place === 'title'),
    ...parts.filter((part) => part.place === 'amount'),
  ]
  return (
    <li className={className} data-shimmer-row={isShimmer}>
      {top.length > 0 && (
        <div className="card-top">
          {top.map((part) => (
            <span key={part.id}>{part.content}</span>
          ))}
        </div>
      )}
      {parts
        .filter((part) => part.place === 'block')
        .map((part) => (
          <div key={part.id} className="card-block">
            {part.content}
          </div>
        ))}
      <CardRest
        lines={parts.filter((part) => part.place === 'line')}
        actions={parts.filter((part) => part.place === 'action')}
      />
    </li>
  )
}

function CardRest({ lines, actions }: { lines: Part[]; actions: Part[] }) {
  if (lines.length + actions.length === 0) return null
  return (
    <div className="card-rest">
      {lines.length > 0 && (
        <dl className="card-facts">
          {lines.map((line) => (
            <div key={line.id}>
              <dt>{line.header}</dt>
              <dd>{line.content}</dd>
            </div>
          ))}
        </dl>
      )}
      {actions.length > 0 && (
        <div className="card-actions">
          {actions.map((action) => (
            <Fragment key={action.id}>{action.content}</Fragment>
          ))}
        </div>
      )}
    </div>
  )
}

function buildPart<Row>(column: Column<Row>, content: ReactNode): Part {
  const place = column.mobile ?? (column.kind === 'action' ? 'action' : 'line')
  return { id: column.id, header: column.header, place, content }
}

// A fact that is missing in a row leaves no empty line on its card.
function isFilled({ content }: Part): boolean {
  return content !== undefined && content !== null && content !== '' && content !== false
}
