// The one chart: columns over an axis, each with an optional comparison mark. It is one tab stop: arrow keys move over
// the columns as the pointer does, and the facts of the column appear under the picture. Screen readers have a table.

import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useState,
} from 'react'
import { Link, useNavigate } from '../../router/hooks.tsx'
import { type ChartColumn, ChartPicture } from './ChartPicture.tsx'

export type { ChartColumn }

export interface ChartLink {
  to: string
  text: string
}

export interface ColumnChartProps {
  /** The accessible name. */
  title: string
  /** What a column is: Hour, Day. */
  columnName: string
  factNames: readonly string[]
  columns: readonly ChartColumn[]
  isTall?: boolean | undefined
  /** Shown under the picture while no column is chosen. */
  summary: ReactNode
  /** Where a column leads: a link next to its facts. Enter and a mouse click follow it too; a touch only chooses. */
  linkOf?: ((column: ChartColumn) => ChartLink) | undefined
}

export function ColumnChart(props: ColumnChartProps) {
  const { title, columns, linkOf } = props
  const [chosen, setChosen] = useState<number | null>(null)
  const column = chosen === null ? undefined : columns[chosen]
  const link = column && linkOf?.(column)
  const release = () => setChosen(null)
  return (
    <figure className="chart" aria-label={title}>
      <div
        onPointerLeave={(event) => {
          if (event.pointerType === 'mouse' && !hasFocus(event.currentTarget)) release()
        }}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) release()
        }}
      >
        <ChartPicture columns={columns} chosen={chosen} isTall={props.isTall === true}>
          <Reader {...props} chosen={chosen} onChoose={setChosen} />
        </ChartPicture>
        <div className="chart-readout">
          {column === undefined ? (
            <p>{props.summary}</p>
          ) : (
            <Facts column={column} factNames={props.factNames} />
          )}
          {link && (
            <Link className="link" to={link.to}>
              {link.text}
            </Link>
          )}
        </div>
      </div>
      <FactTable {...props} />
    </figure>
  )
}

const hasFocus = (element: Element) => element.contains(document.activeElement)

interface ReaderProps extends ColumnChartProps {
  chosen: number | null
  onChoose: (index: number) => void
}

/** A native slider over the picture: it brings arrow keys, Home, End, touch and screen reader support. */
function Reader({ title, columnName, factNames, columns, chosen, onChoose, linkOf }: ReaderProps) {
  const navigate = useNavigate()
  const at = chosen ?? findStart(columns)
  const column = columns[at]
  if (column === undefined) return null
  const open = (index: number) => {
    const opened = columns[index]
    const link = opened && linkOf?.(opened)
    if (link) void navigate(link.to)
  }
  const share: CSSProperties & Record<'--columns', number> = { '--columns': columns.length }
  return (
    <input
      type="range"
      className="chart-reader"
      style={share}
      aria-label={`${columnName} of ${title}`}
      aria-valuetext={describeColumn(column, factNames)}
      min={0}
      max={columns.length - 1}
      value={at}
      onChange={(event) => onChoose(Number(event.target.value))}
      onFocus={(event: FocusEvent<HTMLInputElement>) => onChoose(Number(event.target.value))}
      onPointerMove={(event) => {
        if (event.pointerType === 'mouse') onChoose(indexAt(event, columns.length))
      }}
      onPointerUp={(event) => {
        if (event.pointerType === 'mouse' && event.button === 0) open(indexAt(event, columns.length))
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Enter') open(at)
      }}
    />
  )
}

/** Keyboard navigation starts at the latest figures. */
function findStart(columns: readonly ChartColumn[]): number {
  const last = columns.findLastIndex(({ height, isOpen }) => height > 0 || isOpen === true)
  return last === -1 ? columns.length - 1 : last
}

function indexAt(event: PointerEvent<HTMLElement>, count: number): number {
  const { left, width } = event.currentTarget.getBoundingClientRect()
  const index = Math.floor(((event.clientX - left) / Math.max(1, width)) * count)
  return Math.min(count - 1, Math.max(0, index))
}

const describeColumn = ({ name, facts }: ChartColumn, factNames: readonly string[]): string =>
  `${name}: ${facts.map((fact, index) => `${factNames[index] ?? ''} ${fact}`).join(', ')}`

const Facts = ({ column, factNames }: { column: ChartColumn; factNames: readonly string[] }) => (
  <p>
    <b>{column.name}</b>
    {column.facts.map((fact, index) => (
      <span key={factNames[index]}>
        {factNames[index]} <b>{fact}</b>
      </span>
    ))}
  </p>
)

const FactTable = ({ title, columnName, factNames, columns }: ColumnChartProps) => (
  <div className="sr-only">
    <table>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{columnName}</th>
          {factNames.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {columns.map(({ id, name, facts }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            {facts.map((fact, index) => (
              <td key={factNames[index]}>{fact}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** What the columns and the marks mean. */
export const ChartLegend = ({ columns, marks }: { columns: string; marks: string }) => (
  <p className="chart-legend" aria-hidden="true">
    <i />
    {columns}
    <i className="is-mark" />
    {marks}
  </p>
)
