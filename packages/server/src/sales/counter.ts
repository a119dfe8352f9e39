// What is done at the counter, the same for every product: verify, sell, say how a sale ended, list.
import type { Bututs, ProductName } from '@flexpower/contract'
import type { Caller, Context, Origin } from '../runtime/context.ts'
import { hasTakingSession } from '../ledger/till.ts'
import { Refusal } from '../refusal.ts'
import { salesList } from './list.ts'
import { NO_LIMITS, refuseBeyondLimit } from './limits.ts'
import { refuseWhilePaused } from './pauses.ts'
import type { Product } from './product.ts'
import { noTillSession } from './refusals.ts'
import { keepTerms, type Terms } from './terms.ts'
import type { SaleEnd } from './vending.ts'

interface AtCounter {
  context: Context
  caller: Caller
  origin: Origin
}

/** Asks the other side, prices the sale, and stores both for a quarter of an hour. */
export async function verifySale(
  { context, caller }: Pick<AtCounter, 'context' | 'caller'>,
  { name, verify }: Pick<Product, 'name' | 'verify'>,
  subject: string,
  tendered: Bututs,
): Promise<Terms> {
  if (!verify) throw new Error(`nobody has to be asked before ${name} is sold`)
  // Told before the customer pays; the book decides when the sale is opened.
  await refuseWhilePaused(context.db, name)
  const { limits } = findDuties(context, caller)
  if (await lacksTillSession(context, caller)) throw noTillSession()
  await refuseBeyondLimit(context, { ...caller, limits }, tendered)
  const terms = await verify(caller, subject, tendered)
  await keepTerms(context, caller, name, subject, tendered, terms)
  return terms
}

/** Selling needs a till session, and the caller has none that takes sales. */
export const lacksTillSession = async (context: Context, caller: Caller): Promise<boolean> =>
  findDuties(context, caller).needsTillSession && !(await hasTakingSession(context.db, caller.userId))

/** `terms` if the order itself has them; else those of the verification are used. */
export async function sellProduct<Name extends ProductName>(
  call: AtCounter,
  product: Product<Name>,
  order: { subject: string; phone: string; tendered: Bututs; terms?: Terms },
) {
  const { context, caller, origin } = call
  const verify = async () => void (await verifySale(call, product, order.subject, order.tendered))
  const end = await context.vending.sell({
    terms: verify,
    ...order,
    seller: { ...caller, ...findDuties(context, caller), requestId: origin.requestId },
    key: origin.idempotencyKey,
    product,
  })
  origin.note({ reference: end.kind === 'confirmed' ? end.sale.transaction_id : end.reference })
  return describeEnd(product, end)
}

/** An Admin sells on the house's account, without a till session and without limits. */
const findDuties = ({ config: { till } }: Context, { type, limits }: Caller) =>
  type === 'Admin'
    ? { sellsOnTheHouse: true, needsTillSession: false, limits: NO_LIMITS }
    : { sellsOnTheHouse: false, needsTillSession: till.isRequired, limits }

/** The state of the sale with this reference; another user's sale does not exist. */
export async function readStatus<Name extends ProductName>(
  { context: { db, vending }, caller }: Pick<AtCounter, 'context' | 'caller'>,
  product: Product<Name>,
  reference: string,
) {
  const vend = await db
    .selectFrom('vend')
    .selectAll()
    .where('reference', '=', reference)
    .where('product', '=', product.name)
    .executeTakeFirst()
  const isTheirs = vend && (caller.type === 'Admin' || vend.user_id === caller.userId)
  if (!isTheirs) throw new Refusal('not_found', 'There is no such sale.')
  return describeEnd(product, await vending.readEnd(vend))
}

/** All sales for an Admin, else the caller's own. */
export const listSales = <Name extends ProductName>(
  { context, caller }: Pick<AtCounter, 'context' | 'caller'>,
  { name, listed }: Product<Name>,
) => salesList(context, { ...listed, product: name, userId: caller.type === 'Admin' ? null : caller.userId })

/** What the user sees: sold, still open, or why not. */
function describeEnd<Name extends ProductName>({ counterpart, show }: Product<Name>, end: SaleEnd) {
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
