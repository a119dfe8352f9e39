// The bands as a line of amounts: which amounts have a fee, which have none, and where each band is on the picture.
// Both ends belong to a band and amounts are whole bututs, so 99.99 and 100.00 are adjacent without a gap.
import { type Bututs, bututs, type Charge, ELECTRICITY_LEAST } from '@flexpower/contract'
import { sortCopy } from '../lib/sort-copy.ts'

/** A range of amounts: with one active band, without a fee, or too small to be sold at all. */
export interface Segment {
  kind: 'band' | 'gap' | 'unsold'
  start: Bututs
  /** Null: no upper end. */
  end: Bututs | null
  /** Null without a band. */
  charge: Charge | null
}

/** By their start. */
export const inOrder = (charges: readonly Charge[]): Charge[] =>
  sortCopy(
    charges,
    (one, other) => one.start - other.start || Number(other.active) - Number(one.active) || one.id - other.id,
  )

/** The active bands and the ranges between them, from zero to no upper end. */
export function buildSegments(charges: readonly Charge[]): Segment[] {
  const segments: Segment[] = []
  let next = 0
  for (const charge of inOrder(charges.filter(({ active }) => active))) {
    segments.push(...between(next, charge.start - 1))
    segments.push({ kind: 'band', start: charge.start, end: charge.end, charge })
    next = charge.end + 1
  }
  return [...segments, ...between(next, null)]
}

/** Amounts below the smallest sale are no gap: nobody can buy them. */
function between(from: number, to: number | null): Segment[] {
  const last = to ?? Number.POSITIVE_INFINITY
  if (last < from) return []
  const bare = (kind: 'gap' | 'unsold', start: number, end: number | null): Segment => ({
    kind,
    start: bututs(start),
    end: end === null ? null : bututs(end),
    charge: null,
  })
  if (last < ELECTRICITY_LEAST) return [bare('unsold', from, to)]
  if (from >= ELECTRICITY_LEAST) return [bare('gap', from, to)]
  return [bare('unsold', from, ELECTRICITY_LEAST - 1), bare('gap', ELECTRICITY_LEAST, to)]
}

export const overlaps = (
  one: { start: number; end: number },
  other: { start: number; end: number },
): boolean => one.start <= other.end && other.start <= one.end

/** Hundredths of a percent of an amount, half up; in bigints, because the product may pass 2^53. */
const takePercent = (amount: number, hundredthsOfPercent: number): number =>
  Number((BigInt(amount) * BigInt(hundredthsOfPercent) * 2n + 10_000n) / 20_000n)

/** The band's fee for a sale of that amount, computed like the server does. */
export const feeAt = ({ kind, fee }: Pick<Charge, 'kind' | 'fee'>, amount: number): Bututs =>
  bututs(kind === 'fixed' ? fee : takePercent(amount, fee))

export const findBand = (charges: readonly Charge[], amount: number): Charge | undefined =>
  charges.find(({ active, start, end }) => active && start <= amount && amount <= end)

/** How many of the band's sales it would make impossible: a fee must be less than its amount. */
export function refusedSales({
  kind,
  fee,
  start,
  end,
}: Pick<Charge, 'kind' | 'fee' | 'start' | 'end'>): 'none' | 'some' | 'all' {
  if (kind === 'percentage') return fee >= 10_000 ? 'all' : 'none'
  if (fee >= end) return 'all'
  return fee >= Math.max(start, ELECTRICITY_LEAST) ? 'some' : 'none'
}

export interface ChargePrice {
  fee: Bututs
  vended: Bututs
  /** The id of the band, or null without one. */
  charge: number | null
}

/** What the server would answer, from the bands on the screen; null if it would refuse the sale. */
export function priceHere(charges: readonly Charge[], amount: Bututs): ChargePrice | null {
  const band = findBand(charges, amount)
  const fee = band ? feeAt(band, amount) : bututs(0)
  return fee >= amount ? null : { fee, vended: bututs(amount - fee), charge: band?.id ?? null }
}
