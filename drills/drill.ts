// What a drill is: it gets the sizes of the plan, made smaller by DRILL_SCALE, and ends with its figures.

/** A size of the plan, at least one. */
export type Size = (whole: number) => number

export interface DrillResult {
  passed: boolean
  figures: string
}

export type Drill = (size: Size) => Promise<DrillResult>
