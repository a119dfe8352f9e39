// How a sale ended that was open: with what was sold, or with the money back.
import { CallRefused, type OpenSale, type Product } from '@flexpower/contract'
import type { AwaitedSale } from './own-memory.ts'

/** What there is to say of a sale that ended while nobody looked. */
export interface Told {
  title: string
  text: string
}

export type SaleEnd<Sale> =
  | {
      kind: 'sold'
      product: Product
      reference: string
      told: Told
      /** Null: it is another screen's, which shows it. */
      sale: Sale | null
    }
  /** Nothing was sold and the money is back; the sale as it was seen last, when this page has seen it. */
  | { kind: 'released'; product: Product; reference: string; message: string; seen: OpenSale | null }

/** A product, as far as learning the end of its sales is concerned. */
export interface Ending<Sale> {
  ask: (reference: string) => Promise<{ sale?: Sale | undefined }>
  tell: (sale: Sale) => Told
}

/** Null: not yet, or not to be learnt now. `nothing`: the server has no such sale for us. */
export async function endOf<Sale>(
  { ask, tell }: Ending<Sale>,
  { product, reference }: AwaitedSale,
  seen: OpenSale | null,
): Promise<SaleEnd<Sale> | 'nothing' | null> {
  try {
    const { sale } = await ask(reference)
    return sale === undefined ? null : { kind: 'sold', product, reference, told: tell(sale), sale }
  } catch (error) {
    if (!(error instanceof CallRefused)) return null
    if (error.status === 404 || error.status === 403) return 'nothing'
    return error.status === 200
      ? { kind: 'released', product, reference, message: error.message, seen }
      : null
  }
}
