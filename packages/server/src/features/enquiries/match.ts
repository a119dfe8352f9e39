// Finds the order of ours behind each line of the utility's books: by our reference, which went out with the order, or by
// the utility's transaction, which we kept of its answer. What stands on its books and matches nothing is not in ours.
import { type Bututs, type Day, dayOf, type Match, type Product } from '@flexpower/contract'
import { sql } from 'kysely'
import { after, DAY_MS, MINUTE_MS } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import type { VendState } from '../../db/schema.ts'
import type { Purchase } from '../../gateways/utility.ts'
import { idOfReference, referenceOf } from '../../sales/reference.ts'

/** What we order from the utility; the rest never reaches it. */
const UTILITY_PRODUCTS: Product[] = ['electricity', 'postpaid']

/** An order of ours, whatever has become of it. */
export interface OwnOrder {
  id: number
  userId: number
  cashierName: string
  reference: string
  meter: string
  tendered: Bututs
  vended: Bututs
  state: VendState
  sentAt: Date
  /** Null until it is confirmed. */
  sale: { day: Day; tokens: string[]; utilityTransaction: string; paidAt: Date } | null
}

export interface Matched {
  purchase: Purchase
  match: Match
  /** For what is not in our books: the order of ours that it was sold for, although we gave it up or have its one sale. */
  order: OwnOrder | null
}

/** Their clock and ours may differ, and an order may lie in a queue of theirs for long. */
const CLOCKS_DIFFER_MS = 60 * MINUTE_MS
const QUEUE_MOST_MS = DAY_MS

/** Tokens are not compared here: the utility's lists leave them out. */
export async function matchPurchases(db: Db, purchases: readonly Purchase[]): Promise<Matched[]> {
  const ids = purchases.flatMap(({ references }) => (references ?? []).map(idOfReference))
  const named = new Map(
    (
      await ordersById(
        db,
        ids.filter((id) => id !== null),
      )
    ).map((order) => [order.reference, order]),
  )
  const orderNamedBy = ({ references, meter }: Purchase): OwnOrder | null => {
    const order = references?.map((reference) => named.get(reference)).find((found) => found !== undefined)
    return order && isOf(order, meter) ? order : null
  }
  const nameless = purchases.filter((purchase) => orderNamedBy(purchase) === null)
  const nearby = nameless.length === 0 ? [] : await ordersOfMeters(db, nameless)
  const taken = new Set<number>()
  const matched = purchases
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map((purchase): Matched => {
      const order = orderNamedBy(purchase) ?? orderNear(nearby, purchase, taken)
      const match = order === null ? 'not in our books' : compare(order, purchase, taken)
      return { purchase, match, order }
    })
  const places = new Map(purchases.map((purchase, place) => [purchase, place]))
  return matched.toSorted((a, b) => (places.get(a.purchase) ?? 0) - (places.get(b.purchase) ?? 0))
}

const isOf = (order: OwnOrder, meter: string) => meter === '' || meter === order.meter

/** An order is for one sale: a second line for it is one that we do not have. */
function compare(order: OwnOrder, { amount, utilityTransaction }: Purchase, taken: Set<number>): Match {
  if (order.state === 'voided' || taken.has(order.id)) return 'not in our books'
  // What an Admin confirmed by hand does not know the utility's transaction.
  const isOther =
    (order.sale?.utilityTransaction ?? '') !== '' && order.sale?.utilityTransaction !== utilityTransaction
  if (isOther) return 'not in our books'
  taken.add(order.id)
  if (order.sale === null) return 'still open here'
  return amount === order.vended ? 'same' : 'amount differs'
}

/** Where the utility does not tell our reference: its transaction says it, or an order without one for the same money. */
function orderNear(
  orders: readonly OwnOrder[],
  { utilityTransaction, meter, amount, at, references }: Purchase,
  taken: ReadonlySet<number>,
): OwnOrder | null {
  const ofMeter = orders.filter((order) => order.meter === meter)
  const same = ofMeter.find(({ sale }) => sale !== null && sale.utilityTransaction === utilityTransaction)
  if (same || references !== null) return same ?? null
  const couldBe = ({ id, vended, sentAt, sale, state }: OwnOrder) =>
    !taken.has(id) &&
    state !== 'voided' &&
    (sale?.utilityTransaction ?? '') === '' &&
    vended === amount &&
    Math.abs(at.getTime() - sentAt.getTime()) <= QUEUE_MOST_MS
  return ofMeter.find(couldBe) ?? null
}

const ordersById = async (db: Db, ids: readonly number[]): Promise<OwnOrder[]> =>
  ids.length === 0
    ? []
    : (await orders(db).where(sql<boolean>`vend.id = any(${ids}::bigint[])`).execute()).map(orderOf)

async function ordersOfMeters(db: Db, purchases: readonly Purchase[]): Promise<OwnOrder[]> {
  const meters = [...new Set(purchases.map(({ meter }) => meter))]
  const times = purchases.map(({ at }) => at.getTime())
  const rows = await orders(db)
    .where(sql<boolean>`vend.subject = any(${meters}::text[])`)
    .where('vend.created_at', '>=', new Date(Math.min(...times) - QUEUE_MOST_MS))
    .where('vend.created_at', '<=', new Date(Math.max(...times) + CLOCKS_DIFFER_MS))
    .orderBy('vend.id')
    .execute()
  return rows.map(orderOf)
}

/** What we confirmed on that day and the utility must have. */
export async function salesOf(db: Db, day: Day): Promise<OwnOrder[]> {
  const rows = await orders(db)
    .where('sale.product', 'in', UTILITY_PRODUCTS)
    .where('sale.day', '=', day)
    // The demo's past is invented, and the utility knows nothing of it.
    .where(sql<boolean>`sale.details ->> 'invented' is null`)
    .orderBy('sale.id')
    .execute()
  return rows.map(orderOf)
}

/** What was given up in that time although it had been sent before: nobody has looked for it since. */
export async function voidedLate(db: Db, from: Date, to: Date): Promise<OwnOrder[]> {
  const rows = await orders(db)
    .where('vend.state', '=', 'voided')
    .where('vend.settled_at', '>=', from)
    .where('vend.settled_at', '<', to)
    .where('vend.created_at', '<', from)
    .execute()
  return rows.map(orderOf)
}

const orders = (db: Db) =>
  db
    .selectFrom('vend')
    .leftJoin('any_sale as sale', 'sale.id', 'vend.id')
    .innerJoin('users', 'users.id', 'vend.user_id')
    .where('vend.product', 'in', UTILITY_PRODUCTS)
    .select([
      'vend.id',
      'vend.user_id',
      'vend.subject',
      'vend.state',
      'vend.created_at',
      'vend.tendered',
      'vend.fee',
      'users.name',
      'sale.vended',
      'sale.cashier_name',
      'sale.day',
      'sale.tokens',
      'sale.details',
    ])

type OrderRow = Awaited<ReturnType<ReturnType<typeof orders>['executeTakeFirstOrThrow']>>

function orderOf(row: OrderRow): OwnOrder {
  const details = row.details as { utilityTransaction?: string; paidAt?: string } | null
  return {
    id: row.id,
    userId: row.user_id,
    cashierName: row.cashier_name ?? row.name,
    reference: referenceOf(row.id, row.created_at),
    meter: row.subject,
    tendered: row.tendered,
    vended: row.vended ?? ((row.tendered - row.fee) as Bututs),
    state: row.state,
    sentAt: row.created_at,
    sale:
      row.day === null
        ? null
        : {
            day: row.day,
            tokens: row.tokens ?? [],
            utilityTransaction: details?.utilityTransaction ?? '',
            paidAt: new Date(details?.paidAt ?? row.created_at),
          },
  }
}

/** The days on whose lists the utility may have the order. */
export function daysAround(order: OwnOrder): Day[] {
  const times = [order.sentAt, ...(order.sale ? [order.sale.paidAt] : [])].map((at) => at.getTime())
  const isDated = (order.sale?.utilityTransaction ?? '') !== ''
  const from = new Date(Math.min(...times) - CLOCKS_DIFFER_MS)
  const to = new Date(Math.max(...times) + (isDated ? CLOCKS_DIFFER_MS : QUEUE_MOST_MS))
  const days: Day[] = []
  for (let at = from; dayOf(at) <= dayOf(to); at = after(at, DAY_MS)) days.push(dayOf(at))
  return days
}
