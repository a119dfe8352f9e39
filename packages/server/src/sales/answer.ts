// What the person is told of a sale, the same for every product: sold, still open, or why not.
import type { ProductName } from '@flexpower/contract'
import type { Caller, Context } from '../runtime/context.ts'
import { Refusal } from '../refusal.ts'
import type { SaleRow } from './product.ts'
import type { SaleEnd } from './vending.ts'

export function answerOf<Shown>(
  { products }: Context,
  product: ProductName,
  end: SaleEnd,
  show: (row: SaleRow) => Shown,
) {
  const { counterpart } = products[product]
  switch (end.kind) {
    case 'confirmed':
      return {
        status: 'success' as const,
        message: 'Transaction added successfully!',
        reference: end.sale.transaction_id,
        sale: show(end.sale),
      }
    case 'pending':
      return {
        status: 'pending' as const,
        message: `${end.cause ?? `${counterpart} has not said for certain whether this was sold.`} The money is held, not spent; ${end.isContrary ? 'the server asks once more, then' : 'the server keeps asking, and after a day'} an Admin decides. Do not sell it again.`,
        reference: end.reference,
      }
    case 'manual':
      return {
        status: 'pending' as const,
        message: `${explainManual(counterpart, end.contradiction)} The money is held, not spent; an Admin decides. Do not sell it again.`,
        reference: end.reference,
      }
    case 'voided':
      throw new Refusal('refused', end.message, end.apiError === null ? {} : { apiError: end.apiError })
  }
}

const explainManual = (counterpart: string, contradiction: string | null): string =>
  contradiction === null
    ? 'The server could not find out whether this was sold.'
    : `${counterpart} has this sale, but not as it was ordered: ${contradiction}.`

/** What became of the sale that a reference names; somebody else's does not exist. */
export async function endOfReference(
  { db, vending }: Context,
  caller: Caller,
  product: ProductName,
  reference: string,
): Promise<SaleEnd> {
  const vend = await db
    .selectFrom('vend')
    .selectAll()
    .where('reference', '=', reference)
    .where('product', '=', product)
    .executeTakeFirst()
  const isTheirs = vend && (caller.type === 'Admin' || vend.user_id === caller.userId)
  if (!isTheirs) throw new Refusal('not_found', 'There is no such sale.')
  return vending.endOf(vend)
}
