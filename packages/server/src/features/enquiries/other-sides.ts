// The two companies that keep books of what we sell: the utility, and the aggregator that sells us airtime. What comparing
// their books with ours has to know about each, and nothing else.
import type { OtherSide, ProductName } from '@flexpower/contract'
import { HOUR_MS } from '../../runtime/clock.ts'
import type { Context } from '../../runtime/context.ts'

export interface SideFacts {
  otherSide: OtherSide
  /** What we order from it. */
  products: readonly ProductName[]
  /** Which amount of a sale we order from it, so that its books show the same one. */
  ordered: 'vended' | 'tendered'
  /** How far its times may be from ours. */
  clocksDifferMs: number
}

const sides: Record<OtherSide, SideFacts> = {
  utility: {
    otherSide: 'utility',
    products: ['electricity', 'postpaid'],
    ordered: 'vended',
    clocksDifferMs: HOUR_MS,
  },
  airtime: {
    otherSide: 'airtime',
    products: ['airtime'],
    ordered: 'tendered',
    // Its dates do not say their zone, and have been seen five hours behind UTC.
    clocksDifferMs: 6 * HOUR_MS,
  },
}

export const factsAbout = (otherSide: OtherSide): SideFacts => sides[otherSide]

/** Those that this installation orders from; without airtime there is nothing to compare with. */
export const connectedSides = ({ airtime }: Pick<Context, 'airtime'>): OtherSide[] =>
  airtime === null ? ['utility'] : ['utility', 'airtime']

/** As our texts call it. */
export const nameSide = ({ config: { site } }: Pick<Context, 'config'>, otherSide: OtherSide): string =>
  otherSide === 'utility' ? site.utilityName : 'The airtime aggregator'
