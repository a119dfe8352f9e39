// A product as its screen trades it at the counter.
import type { Product } from '@flexpower/contract'
import type { Ending } from './sale-end.ts'

export interface Trade<Sale> extends Ending<Sale> {
  product: Product
  /** Lists that show its sales: read again when one has been made. */
  lists: readonly { path: string }[]
  /** What to keep for the next time. */
  remember?: (sale: Sale, phone: string) => void
}
