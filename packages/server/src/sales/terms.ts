// What a sale is priced with, and what its product needs again when it is sent. If the other side decides part of it,
// it is asked first, and its answer is valid for a quarter of an hour.
import type { Bututs, ProductName } from '@flexpower/contract'
import { type Clock, MINUTE_MS } from '../runtime/clock.ts'
import type { Db } from '../db/db.ts'
import type { SalePrice } from './pricing.ts'

export const VERIFIED_FOR_MS = 15 * MINUTE_MS

export interface Terms<Quote = unknown> extends SalePrice {
  /** What only this product has. */
  quote: Quote
}

/** Stores what the person was told, so that the sale is made on exactly these terms. */
export async function keepTerms(
  { db, clock }: { db: Db; clock: Clock },
  { userId }: { userId: number },
  product: ProductName,
  subject: string,
  tendered: Bututs,
  terms: Terms,
): Promise<void> {
  const kept = { quote: JSON.stringify(terms), verified_at: clock.now() }
  await db
    .insertInto('verification')
    .values({ user_id: userId, product, subject, tendered, ...kept })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'product', 'subject', 'tendered']).doUpdateSet(kept),
    )
    .execute()
}
