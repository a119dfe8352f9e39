// Receipts that the printer has not confirmed, in this browser's memory, so that they survive a crash.
import type { ProductName } from '@flexpower/contract'
import { ownMemory } from '../api/own-memory.ts'

/** A receipt that was sent to the printer, and not confirmed. */
export interface UnprintedSale {
  product: ProductName
  id: number
  reference: string
  /** `Mariama Bah, GMD 100.00` */
  what: string
  /** Not there when the page was closed in the middle. */
  problem?: { title: string; text: string }
}

const { read, remember } = ownMemory<{ unprinted: UnprintedSale[] }>('unprinted', { unprinted: [] })

export const listUnprinted = (): readonly UnprintedSale[] => read().unprinted

const listOthers = ({ id }: Pick<UnprintedSale, 'id'>) => read().unprinted.filter((each) => each.id !== id)

export const keepUnprinted = (sale: UnprintedSale): void =>
  remember({ unprinted: [sale, ...listOthers(sale)] })

/** Not of one that is not remembered any more: since it was sent, it was printed in another way, or dismissed. */
export function keepProblem(sale: UnprintedSale): void {
  if (listUnprinted().some(({ id }) => id === sale.id)) keepUnprinted(sale)
}

export const forgetUnprinted = (sale: UnprintedSale): void => remember({ unprinted: listOthers(sale) })
