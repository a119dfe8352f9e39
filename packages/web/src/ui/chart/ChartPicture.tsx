// The drawing of a ColumnChart, in pixels of its own width so that text keeps its size. It is hidden from screen
// readers, which use the slider over it and the table next to it.
import { type ReactNode, type RefObject, type SVGAttributes, useLayoutEffect, useRef, useState } from 'react'
import { axisTicks, labelEvery, labelWidth, shortNumber } from './chart-scale.ts'

const TOP_PX = 8
const LABEL_PX = 22
const WIDEST_BAR_PX = 48
/** A narrow chart stays low, whatever height it is given. */
const NARROW_PX = 480
const PLOT_PX = { low: 176, tall: 240 }

interface ChartPictureProps {
  columns: readonly ChartColumn[]
  chosen: number | null
  isTall: boolean
  /** Over the columns, as wide as all of them together. */
  children: ReactNode
}

export function ChartPicture({ columns, chosen, isTall, children }: ChartPictureProps) {
  const [place, width] = useWidth<HTMLDivElement>()
  const plot = PLOT_PX[isTall && width >= NARROW_PX ? 'tall' : 'low']
  const height = TOP_PX + plot + LABEL_PX
  const ticks = axisTicks(Math.max(0, ...columns.map((column) => Math.max(column.height, column.mark ?? 0))))
  const top = ticks.at(-1) ?? 1
  const toY = (value: number) => TOP_PX + plot - (value / top) * plot
  const share = width / Math.max(1, columns.length)
  const every = labelEvery(
    columns.map(({ label }) => label),
    width,
  )
  return (
    <div className="chart-frame">
      <svg className="chart-axis" height={height} aria-hidden="true">
        {ticks.map((tick) => (
          <text key={tick} x="100%" y={toY(tick) + 4} textAnchor="end">
            {shortNumber(tick)}
          </text>
        ))}
      </svg>
      <div className="chart-plot" ref={place}>
        <svg width={width} height={height} aria-hidden="true">
          {ticks.map((tick) => (
            <path key={tick} className="chart-line" d={`M0 ${toY(tick)}H${width}`} />
          ))}
          {columns.map((column, index) => (
            <g key={column.id} transform={`translate(${index * share} 0)`}>
              {chosen === index && <rect className="chart-chosen" y={TOP_PX} width={share} height={plot} />}
              <Column column={column} share={share} yOf={toY} />
              {(columns.length - 1 - index) % every === 0 && (
                <text
                  {...chooseAnchor(index, columns, share)}
                  y={height - 4}
                  className={chosen === index || column.isOpen ? 'is-strong' : ''}
                >
                  {column.label}
                </text>
              )}
            </g>
          ))}
        </svg>
        {children}
      </div>
    </div>
  )
}

/** At the ends, a label wider than its column would be cut off, so it is aligned inwards. */
function chooseAnchor(
  index: number,
  columns: readonly ChartColumn[],
  share: number,
): Pick<SVGAttributes<SVGTextElement>, 'x' | 'textAnchor'> {
  const isWide = labelWidth(columns[index]?.label ?? '') > share
  if (isWide && index === columns.length - 1) return { x: share, textAnchor: 'end' }
  return isWide && index === 0 ? { x: 0, textAnchor: 'start' } : { x: share / 2, textAnchor: 'middle' }
}

interface ColumnProps {
  column: ChartColumn
  share: number
  yOf: (value: number) => number
}

function Column({ column, share, yOf }: ColumnProps) {
  const { height, mark, isOpen = false } = column
  const width = Math.max(1, Math.min(WIDEST_BAR_PX, share * 0.74))
  const [left, foot] = [(share - width) / 2, yOf(0)]
  const head = height > 0 ? Math.min(yOf(height), foot - 1) : foot
  const radius = Math.min(3, width / 3, foot - head)
  const bar = `M${left} ${foot}V${head + radius}q0 ${-radius} ${radius} ${-radius}h${width - 2 * radius}q${radius} 0 ${radius} ${radius}V${foot}z`
  return (
    <>
      {height > 0 && <path className={isOpen ? 'chart-bar is-open' : 'chart-bar'} d={bar} />}
      {mark !== undefined && mark > 0 && (
        <>
          <path className="chart-halo" d={`M${left - 2} ${yOf(mark)}h${width + 4}`} />
          <path className="chart-mark" d={`M${left - 2} ${yOf(mark)}h${width + 4}`} />
        </>
      )}
    </>
  )
}

/** One column of a chart: its height and its texts. */
export interface ChartColumn {
  id: string
  /** Under the axis, where there is room. */
  label: string
  /** In full, for where it is read. */
  name: string
  height: number
  /** The value it is compared with: a line across the column. */
  mark?: number | undefined
  /** Still counting. */
  isOpen?: boolean | undefined
  /** Its facts, in the order of the chart's `factNames`. */
  facts: readonly string[]
}

/** The width of an element, before the first paint and whenever it changes: for pictures that are drawn in pixels. */
export function useWidth<Of extends Element>(): [RefObject<Of | null>, number] {
  const place = useRef<Of>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = place.current
    if (element === null) return undefined
    const measure = () => setWidth(element.getBoundingClientRect().width)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [place, width]
}
