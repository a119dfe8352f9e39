// What booking a sale of the other side costs, and who pays: the fee by what the customer paid, the commission, the
// float.
import { type Bututs, bututs, floatNames, formatGmd } from '@flexpower/contract'
import type { Context } from '../../runtime/context.ts'
import type { Db, Tx } from '../../db/db.ts'
import { wrongField } from '../../refusal.ts'
import { type Band, takePercent, type SalePrice, priceSale } from '../../sales/pricing.ts'
import type { RecordedSale } from '../../sales/product.ts'

export interface Cashier {
  id: number
  name: string
  location: string
  commissionPercent: number
}

/** Locks the cashier until the transaction ends: a user who is being deleted pays for nothing. */
export async function readCashier(db: Db | Tx, id: number): Promise<Cashier> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'name', 'location', 'type', 'commission_percent', 'deleted_at'])
    .where('id', '=', id)
    .$if(db.isTransaction, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!user) throw atCashier('There is no such cashier. Nothing was booked.')
  if (user.deleted_at !== null)
    throw atCashier(
      `${user.name} is deleted and has no float. Nothing was booked; book it on the house’s account.`,
    )
  if (user.type !== 'Cashier')
    throw atCashier(
      `${user.name} is an Admin and has no float. Nothing was booked; book it on the house’s account.`,
    )
  return { ...user, commissionPercent: user.commission_percent }
}

const atCashier = (message: string) => wrongField('cashier', message)

export const readBands = (db: Db | Tx): Promise<Band[]> =>
  db
    .selectFrom('charge')
    .select(['id', 'start_amount as start', 'end_amount as end', 'kind', 'fee'])
    .where('active', '=', true)
    .where('deleted_at', 'is', null)
    .execute()

export interface BookingPrice {
  price: SalePrice
  /** The fee was chosen with the amount, and no current fee band gives it for this amount. */
  isFeeOutsideBands: boolean
}

/** The fee is what the customer paid beyond what the other side received, whatever band applied then. */
export function priceBooking(
  { products }: Context,
  { product, amount, fixed }: RecordedSale,
  tendered: Bututs,
  bands: readonly Band[],
  cashier: Pick<Cashier, 'commissionPercent'> | null,
): BookingPrice {
  const name = products[product].counterpart
  if (fixed !== null && tendered !== fixed.tendered)
    throw wrongField(
      'tendered',
      `The customer paid ${formatGmd(fixed.tendered)}: that follows from what they have. Nothing was booked.`,
    )
  if (fixed === null && tendered < amount)
    throw wrongField(
      'tendered',
      `${name} received ${formatGmd(amount)}: the customer cannot have paid less. Nothing was booked.`,
    )
  const fee = fixed?.fee ?? bututs(tendered - amount)
  const vended = bututs(tendered - fee)
  if (fixed !== null)
    return { price: { fee, vended, commission: bututs(0), chargeId: null }, isFeeOutsideBands: false }
  const byBands = priceSale(tendered, bands, 0)
  const isFeeOutsideBands = byBands?.fee !== fee
  return {
    price: {
      fee,
      vended,
      commission: cashier ? takePercent(fee, cashier.commissionPercent) : bututs(0),
      chargeId: isFeeOutsideBands ? null : byBands.chargeId,
    },
    isFeeOutsideBands,
  }
}

async function readFloat(
  { db, products }: Context,
  { product }: RecordedSale,
  userId: number,
): Promise<Bututs> {
  const row = await db
    .selectFrom('float_balance')
    .select('balance')
    .where('user_id', '=', userId)
    .where('kind', '=', products[product].floatKind)
    .executeTakeFirst()
  return row?.balance ?? bututs(0)
}

export async function readFloatEffect(
  context: Context,
  theirs: RecordedSale,
  tendered: Bututs,
  { commission }: SalePrice,
  { id, name }: Cashier,
) {
  const before = await readFloat(context, theirs, id)
  // The commission comes afterwards: the float has to cover the whole amount first.
  const after = before < tendered ? before - tendered : before - tendered + commission
  return { name, before, after: after as Bututs }
}

export async function refuseSmallFloat(
  context: Context,
  theirs: RecordedSale,
  tendered: Bututs,
  cashier: Cashier | null,
): Promise<never> {
  if (!cashier) throw new Error('the house has no float that could be too small')
  const balance = formatGmd(await readFloat(context, theirs, cashier.id))
  const kind = floatNames[context.products[theirs.product].floatKind]
  throw atCashier(
    `The ${kind} of ${cashier.name}, ${balance}, does not cover ${formatGmd(tendered)}. Nothing was booked; load credit first, or book it on the house’s account.`,
  )
}
