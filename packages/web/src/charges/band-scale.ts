// Where amounts are on the picture. A linear scale from 0 to a million would hide every band below a thousand, so each
// segment gets a minimum share of the room and the rest by its decades. Within a segment the scale is logarithmic.
import type { Charge } from '@flexpower/contract'
import { feeAt, inOrder, type Segment } from './bands.ts'

/** GMD 1,000,000: the axis is at least this long. */
const AXIS_END = 100_000_000

/** The minimum share of every segment; the rest of the room is shared by decades. */
const FAIR_SHARE = 0.65

/** From 0 to 1 along the axis. */
export interface BandPlace {
  from: number
  size: number
}

export interface Scale {
  /** One for each segment, in the same order. */
  places: readonly BandPlace[]
  /** The position of an amount; beyond the end of the axis it is at its edge. */
  at: (amount: number) => number
  between: (start: number, end: number) => BandPlace
}

/** In dalasi, so that the first one does not take half of the room. */
const decades = (amount: number): number => Math.log10(1 + amount / 100)

export function buildScale(segments: readonly Segment[], charges: readonly Charge[]): Scale {
  const furthest = Math.max(AXIS_END, ...charges.map(({ end }) => end))
  const ends = segments.map(({ start, end }) => end ?? Math.max(furthest, start * 10))
  const spans = segments.map(({ start }, index) => decades(ends[index] ?? start) - decades(start))
  // Amounts that nobody can buy need no room.
  const weights = segments.map(({ kind }, index) => (kind === 'unsold' ? 0 : (spans[index] ?? 0)))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  let from = 0
  const places = weights.map((weight) => {
    const size = FAIR_SHARE / segments.length + ((1 - FAIR_SHARE) * weight) / whole
    const place = { from, size }
    from += size
    return place
  })
  const at = (amount: number): number => {
    const found = segments.findLastIndex(({ start }) => start <= amount)
    const [segment, place, span] = [segments[found], places[found], spans[found]]
    if (!segment || !place || !span) return 0
    return place.from + place.size * Math.min(1, (decades(amount) - decades(segment.start)) / span)
  }
  return { places, at, between: (start, end) => ({ from: at(start), size: at(end) - at(start) }) }
}

/** The height of a fee, from 0 to 1: compressed, because fees range from two dalasi to ten thousand. */
export function measureHeight(fee: number, charges: readonly Charge[]): number {
  const highest = Math.max(100, ...charges.map((charge) => feeAt(charge, charge.end)))
  return Math.log1p(fee / 100) / Math.log1p(highest / 100)
}

const POINTS = 12

/** The fee over one band as points from 0 to 1, left to right; on this scale a percentage is a curve. */
export function drawCurve(
  charge: Charge,
  charges: readonly Charge[],
): readonly (readonly [number, number])[] {
  const [first, last] = [decades(charge.start), decades(charge.end)]
  const steps = charge.kind === 'fixed' ? 1 : POINTS
  return Array.from({ length: steps + 1 }, (_, step) => {
    const share = step / steps
    const amount = Math.round((10 ** (first + (last - first) * share) - 1) * 100)
    return [share, measureHeight(feeAt(charge, amount), charges)] as const
  })
}

/** Arranges bands in as few lanes as possible without overlap. */
export function arrangeLanes(charges: readonly Charge[]): Charge[][] {
  const lanes: Charge[][] = []
  for (const charge of inOrder(charges)) {
    const lane = lanes.find((each) => (each.at(-1)?.end ?? -1) < charge.start)
    if (lane) lane.push(charge)
    else lanes.push([charge])
  }
  return lanes
}
