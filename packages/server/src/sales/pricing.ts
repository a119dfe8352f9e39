// What a sale costs: the fee of the one active band that contains the amount, and the cashier's share of it. Pure,
// integer, half up to the butut.
import { type Bututs, bututs } from '@flexpower/contract'

export interface Band {
  id: number
  start: Bututs
  end: Bututs
  kind: 'fixed' | 'percentage'
  /** Bututs for a fixed fee, hundredths of a percent for a percentage. */
  fee: number
}

export interface SalePrice {
  fee: Bututs
  vended: Bututs
  commission: Bututs
  chargeId: number | null
}

/** Hundredths of a percent of an amount, half up; in bigints, because the product may pass 2^53. */
export function takePercent(amount: Bututs, hundredthsOfPercent: number): Bututs {
  return bututs(Number((BigInt(amount) * BigInt(hundredthsOfPercent) * 2n + 10_000n) / 20_000n))
}

/** Null if the fee would use up the whole amount: such a sale is refused. */
export function priceSale(
  tendered: Bututs,
  bands: readonly Band[],
  commissionPercent: number,
): SalePrice | null {
  const band = bands.find(({ start, end }) => start <= tendered && tendered <= end)
  const fee = !band ? bututs(0) : band.kind === 'fixed' ? bututs(band.fee) : takePercent(tendered, band.fee)
  if (fee >= tendered) return null
  return {
    fee,
    vended: bututs(tendered - fee),
    commission: takePercent(fee, commissionPercent),
    chargeId: band?.id ?? null,
  }
}

/**
 * What was tendered, if the fee by these bands left exactly this. Two bands may each have such an amount: people pay
 * round ones, so it is the rounder, and else the smaller. Null if there is none.
 */
export function findTendered(vended: Bututs, bands: readonly Band[]): Bututs | null {
  const candidates = [vended, ...bands.flatMap((band) => tenderedInBand(vended, band) ?? [])]
  const [best] = candidates
    .filter((tendered) => priceSale(tendered, bands, 0)?.vended === vended)
    .toSorted((a, b) => trailingZeros(b) - trailingZeros(a) || a - b)
  return best ?? null
}

const trailingZeros = (amount: Bututs): number => /0*$/.exec(String(amount))?.[0].length ?? 0

/** The smallest amount of a band that could leave this. */
function tenderedInBand(vended: Bututs, { kind, fee, start }: Band): Bututs | null {
  if (kind === 'fixed') return bututs(vended + fee)
  const kept = 10_000 - fee
  if (kept <= 0) return null
  // Half up: t leaves v when v − ½ < t × kept ≤ v + ½.
  const least = Number(((BigInt(vended) * 2n - 1n) * 5_000n) / BigInt(kept)) + 1
  return bututs(Math.max(least, start))
}
