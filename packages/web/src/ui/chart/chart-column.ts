// One column of a chart: how high it is, and what it says.

export interface ChartColumn {
  id: string
  /** Under the axis, where there is room. */
  label: string
  /** In full, where it is read. */
  name: string
  height: number
  /** What it is compared with: a line across the column. */
  mark?: number | undefined
  /** Still counting. */
  isOpen?: boolean | undefined
  /** What it says, in the order of the chart's `factNames`. */
  facts: readonly string[]
}
