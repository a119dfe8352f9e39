// What became of an order whose answer was lost: asked by our reference, and where the utility does not know that, by its
// own list of what the customer bought or paid. "It does not have it" takes both; any doubt is unknown and asked again later.
import type { Bututs } from '@flexpower/contract'
import { accepted, type Outcome, type Unknown, unknown } from './outcome.ts'
import type { Purchase } from './utility.ts'

export interface Lookup<T> {
  byReference(): Promise<Outcome<T>>
  byTransaction(transaction: string): Promise<Outcome<T>>
  listed(from: Date, to: Date): Promise<Outcome<Purchase[]>>
  /** Whether a line of the list may be about the customer of the order. */
  concerns(purchase: Purchase): boolean
}

/** Their clock and ours may differ, and an order may lie in a queue of theirs for long. */
const BEFORE_MS = 10 * 60_000
const AFTER_MS = 24 * 60 * 60_000

export async function findSale<T>(
  lookup: Lookup<T>,
  order: { reference: string; amount: Bututs },
  sentAt: Date,
): Promise<Outcome<T | null>> {
  const known = await lookup.byReference()
  // Here a refusal is only a refusal to tell: it must not be taken for one of the sale.
  if (known.kind !== 'refused') return known
  const from = new Date(sentAt.getTime() - BEFORE_MS)
  const to = new Date(sentAt.getTime() + AFTER_MS)
  const listed = await lookup.listed(from, to)
  if (listed.kind !== 'accepted') return undecided(listed)
  const candidates = listed.value.filter(
    (purchase) => purchase.amount === order.amount && lookup.concerns(purchase),
  )
  const ours = candidates.filter(({ references }) => references?.includes(order.reference))
  if (ours.length > 1) return unknown('the utility lists two sales with our reference')
  const [found] = ours
  if (found === undefined)
    return candidates.some(({ references }) => references === null)
      ? unknown('the utility lists a sale of this amount, and nothing says whose it is')
      : accepted(null)
  const told = await lookup.byTransaction(found.utilityTransaction)
  return told.kind === 'accepted' ? told : undecided(told)
}

const undecided = (outcome: Exclude<Outcome<unknown>, { kind: 'accepted' }>): Unknown =>
  outcome.kind === 'unknown' ? outcome : unknown(`the utility refused to tell (${outcome.code})`)
