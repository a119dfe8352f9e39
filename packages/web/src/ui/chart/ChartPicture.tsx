// The drawing of a ColumnChart, in pixels of its own width so that text keeps its size. It is hidden from screen
// readers, which use the slider over it and the table next to it.
import { type ReactNode, type RefObject, type SVGAttributes, useLayoutEffect, useRef, useState } from 'react'
import { axisTicks, labelEvery, labelWidth, shortNumber } from './chart-scale.ts'

const TOP_PX = 8
const LABEL_PX = 22
const WIDEST_BAR_PX = 48
const AXIS_GAP_PX = 8
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
  const [place, { width, height: given }] = useSize<HTMLDivElement>()
  const least = TOP_PX + PLOT_PX[isTall && width >= NARROW_PX ? 'tall' : 'low'] + LABEL_PX
  // A card that is higher than its neighbours' content needs is filled.
  const height = Math.max(least, given)
  const plot = height - TOP_PX - LABEL_PX
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
      <div className="chart-plot" ref={place} style={{ minHeight: least }}>
        <svg width={width} height={height} aria-hidden="true">
          {ticks.map((tick) => (
            <g key={tick}>
              <text x={-AXIS_GAP_PX} y={toY(tick) + 4} textAnchor="end">
                {shortNumber(tick)}
              </text>
              <path className="chart-line" d={`M0 ${toY(tick)}H${width}`} />
            </g>
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

/** The size of an element, before the first paint and whenever it changes: for pictures that are drawn in pixels. */
function useSize<Of extends Element>(): [RefObject<Of | null>, { width: number; height: number }] {
  const place = useRef<Of>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = place.current
    if (element === null) return undefined
    const measure = () => {
      const { width, height } = element.getBoundingClientRect()
      setSize({ width, height })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [place, size]
}
