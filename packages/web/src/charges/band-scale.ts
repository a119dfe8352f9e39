// Where amounts stand on the picture. A plain scale from 0 to a million would hide every band below a thousand, so each
// stretch gets a fair share of the room and a part by its decades; within a stretch the scale is logarithmic.
import type { Charge } from '@flexpower/contract'
import { feeAt, inOrder, type Segment } from './bands.ts'

/** GMD 1,000,000: the axis goes at least so far. */
const AXIS_END = 100_000_000

/** What every stretch gets, however short; the rest of the room goes by decades. */
const FAIR_SHARE = 0.65

/** From 0 to 1 along the axis. */
export interface BandPlace {
  from: number
  size: number
}

export interface Scale {
  /** One for each segment, in their order. */
  places: readonly BandPlace[]
  /** Where an amount stands; past the axis' end it stays at its edge. */
  at: (amount: number) => number
  between: (start: number, end: number) => BandPlace
}

/** Of dalasi, so that the first one does not take half of the room. */
const decades = (amount: number): number => Math.log10(1 + amount / 100)

export function buildScale(segments: readonly Segment[], charges: readonly Charge[]): Scale {
  const furthest = Math.max(AXIS_END, ...charges.map(({ end }) => end))
  const ends = segments.map(({ start, end }) => end ?? Math.max(furthest, start * 10))
  const spans = segments.map(({ start }, index) => decades(ends[index] ?? start) - decades(start))
  // What nobody can buy needs no room of its own.
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

/** How high a fee stands, from 0 to 1: compressed, for fees run from two dalasi to ten thousand. */
export function measureHeight(fee: number, charges: readonly Charge[]): number {
  const highest = Math.max(100, ...charges.map((charge) => feeAt(charge, charge.end)))
  return Math.log1p(fee / 100) / Math.log1p(highest / 100)
}

const POINTS = 12

/** The fee over one band as points from 0 to 1, left to right; on this scale a percentage bends. */
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

/** Bands in as few lanes as they need without lying over each other. */
export function arrangeLanes(charges: readonly Charge[]): Charge[][] {
  const lanes: Charge[][] = []
  for (const charge of inOrder(charges)) {
    const lane = lanes.find((each) => (each.at(-1)?.end ?? -1) < charge.start)
    if (lane) lane.push(charge)
    else lanes.push([charge])
  }
  return lanes
}
