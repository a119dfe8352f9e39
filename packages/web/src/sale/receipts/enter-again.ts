// What is in the form when a sale is sold again.
import { ERASED, type SaleStory } from '@flexpower/contract'
import type { Entry, ProductFacts } from '../product.ts'

/** Null: it was sold to a phone number that was erased. A phone to notify that was erased is left out. */
export function enterAgain(
  { subject, phone, customerName }: Pick<SaleStory, 'subject' | 'phone' | 'customerName'>,
  { nameIsOf }: Pick<ProductFacts, 'nameIsOf'>,
): Entry | null {
  if (subject === ERASED) return null
  if (nameIsOf === 'operator') return { subject, amount: '', phone: '', operator: customerName }
  return { subject, amount: '', phone: phone === ERASED ? '' : phone }
}
