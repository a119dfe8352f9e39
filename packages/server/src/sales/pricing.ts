// What a sale costs: the fee of the one active band that holds the amount, and the cashier's share of it. Pure, integer,
// half up to the butut.
import { type Bututs, bututs } from '@flexpower/contract'

export interface Band {
  id: number
  start: Bututs
  end: Bututs
  kind: 'fixed' | 'percentage'
  /** Bututs for a fixed fee, hundredths of a percent for a percentage. */
  fee: number
}

export interface Price {
  fee: Bututs
  vended: Bututs
  commission: Bututs
  chargeId: number | null
}

/** Hundredths of a percent of an amount, half up; in bigints, because the product may pass 2^53. */
export function percentOf(amount: Bututs, hundredthsOfPercent: number): Bututs {
  return bututs(Number((BigInt(amount) * BigInt(hundredthsOfPercent) * 2n + 10_000n) / 20_000n))
}

/** Null when the fee would eat the whole amount: such a sale is refused. */
export function priceSale(tendered: Bututs, bands: readonly Band[], commissionPercent: number): Price | null {
  const band = bands.find(({ start, end }) => start <= tendered && tendered <= end)
  const fee = !band ? bututs(0) : band.kind === 'fixed' ? bututs(band.fee) : percentOf(tendered, band.fee)
  if (fee >= tendered) return null
  return {
    fee,
    vended: bututs(tendered - fee),
    commission: percentOf(fee, commissionPercent),
    chargeId: band?.id ?? null,
  }
}
