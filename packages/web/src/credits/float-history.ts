// One float over time, as far as its loads show it: each load has the float before and after it, and between two loads
// the float was sold from.
import { type Bututs, bututs, type Credit } from '@flexpower/contract'

export interface FloatPoint {
  at: Date
  float: Bututs
}

/** The float before the load. */
export const floatBefore = ({ floatAfter, amount }: Pick<Credit, 'floatAfter' | 'amount'>): Bututs =>
  bututs(floatAfter - amount)

/** Oldest first: before and after each load of that kind, and the current value if it is known. */
export function listPoints(
  credits: readonly Credit[],
  kind: Credit['kind'],
  present: FloatPoint | null,
): FloatPoint[] {
  const loads = credits.filter((credit) => credit.kind === kind)
  loads.sort((one, other) => one.id - other.id)
  const told = loads.flatMap((load) => [
    { at: load.at, float: floatBefore(load) },
    { at: load.at, float: load.floatAfter },
  ])
  return present && told.length > 0 ? [...told, present] : told
}

/** The line through these points, x and y from 0 to 100, upside down like in SVG. */
export function lineThrough(points: readonly FloatPoint[]): string {
  const times = points.map(({ at }) => at.getTime())
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const highest = Math.max(1, ...points.map(({ float }) => float))
  const x = (at: Date) => (last === first ? 100 : ((at.getTime() - first) / (last - first)) * 100)
  const y = (float: number) => 100 - (float / highest) * 100
  return points.map(({ at, float }) => `${x(at).toFixed(2)} ${y(float).toFixed(2)}`).join('L')
}
