// The two companies that keep books of what we sell: the utility, and the aggregator that sells us airtime. Only what
// comparing their books with ours needs to know about each.
import type { OtherSide, ProductName } from '@flexpower/contract'
import { HOUR_MS } from '../../runtime/clock.ts'
import type { Context } from '../../runtime/context.ts'
import { findProductsAt, type Products } from '../../sales/product.ts'

export interface ComparedSide {
  otherSide: OtherSide
  products: Products
  /** What we order from it. */
  sold: readonly ProductName[]
  /** How far its times may differ from ours. */
  clocksDifferMs: number
}

const clocksDifferMs: Record<OtherSide, number> = {
  utility: HOUR_MS,
  // Its dates have no time zone, and have been seen five hours behind UTC.
  airtime: 6 * HOUR_MS,
}

export const describeSide = (
  { products }: Pick<Context, 'products'>,
  otherSide: OtherSide,
): ComparedSide => ({
  otherSide,
  products,
  sold: findProductsAt(products, otherSide),
  clocksDifferMs: clocksDifferMs[otherSide],
})

/** Those that this installation orders from; without airtime there is nothing to compare with. */
export const connectedSides = ({ airtime }: Pick<Context, 'airtime'>): OtherSide[] =>
  airtime === null ? ['utility'] : ['utility', 'airtime']

/** As our texts call it. */
export const nameSide = ({ config: { site } }: Pick<Context, 'config'>, otherSide: OtherSide): string =>
  otherSide === 'utility' ? site.utilityName : 'The airtime aggregator'
