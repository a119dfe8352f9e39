// The end of a sale that another screen of the counter made: told where the person is, shown where it was made.
import type { OpenSale } from '@flexpower/contract'
import type { AwaitedSale } from '../own-memory.ts'
import { endOf, type SaleEnd } from '../sale-end.ts'
import { airtimeEnding } from './airtime.ts'
import { electricityEnding } from './electricity.ts'
import { postpaidEnding } from './postpaid.ts'

export async function endElsewhere(
  awaited: AwaitedSale,
  seen: OpenSale | null,
): Promise<SaleEnd<never> | 'nothing' | null> {
  const end = await endByProduct(awaited, seen)
  return end !== null && end !== 'nothing' && end.kind === 'sold' ? { ...end, sale: null } : end
}

function endByProduct(awaited: AwaitedSale, seen: OpenSale | null) {
  switch (awaited.product) {
    case 'electricity':
      return endOf(electricityEnding, awaited, seen)
    case 'airtime':
      return endOf(airtimeEnding, awaited, seen)
    case 'postpaid':
      return endOf(postpaidEnding, awaited, seen)
  }
}
