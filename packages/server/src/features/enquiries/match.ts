// Finds the order of ours behind each line of the other side's books: by our reference, which was sent with the order,
// or by their transaction, which we stored from their answer. A line that matches nothing is not in our books.
import {
  type AirtimeCost,
  type Bututs,
  type Day,
  ERASED,
  toDay,
  isReference,
  type Match,
} from '@flexpower/contract'
import { sql } from 'kysely'
import { after, DAY_MS, latestWithin } from '../../runtime/clock.ts'
import type { Db } from '../../db/db.ts'
import type { VendState } from '../../db/schema.ts'
import type { FoundBy } from '../../sales/product.ts'
import { wasSeenAs } from '../../sales/sold-token.ts'
import type { ComparedSide } from './other-sides.ts'

/** A line of the other side's books, as far as comparing needs it. */
export interface TheirLine {
  transaction: string
  /** Another name that they have for it; empty if they have none. */
  receipt: string
  /** The meter or phone that it was sold to; empty for a bill. */
  subject: string
  /** The customer's account at the utility; empty if there is none. */
  account: string
  amount: Bututs
  /** Midnight if the list has only the day. */
  at: Date
  /** What ties it to an order of ours; null if the list leaves it out. */
  references: string[] | null
  /** What it cost us; null if they do not say, or charge what was ordered. */
  cost: AirtimeCost | null
}

/** An order of ours, whatever its state. */
export interface OwnOrder {
  id: number
  userId: number
  cashierName: string
  reference: string
  subject: string
  tendered: Bututs
  vended: Bututs
  /** What the other side was asked to sell. */
  ordered: Bututs
  state: VendState
  sentAt: Date
  /** Numbers and receipts of the other side's records that may be it, if its own answer was lost. */
  seenAs: string[]
  /** Null until it is confirmed. */
  sale: { day: Day; tokens: string[]; names: string[]; paidAt: Date; cost: AirtimeCost | null } | null
}

export interface Matched<Listed extends TheirLine = TheirLine> {
  line: Listed
  match: Match
  /**
   * For a line that is not in our books: the order of ours that it was sold for, which we gave up or already have a
   * sale for.
   */
  order: OwnOrder | null
  /** If nothing on the list says which order it is: all those that it could be. */
  candidates: OwnOrder[]
}

/** An order may be in their queue for a long time. */
const QUEUE_MOST_MS = DAY_MS

/** Tokens are not compared here: the utility's lists leave them out. */
export async function matchLines<Listed extends TheirLine>(
  db: Db,
  side: ComparedSide,
  lines: readonly Listed[],
): Promise<Matched<Listed>[]> {
  const told = lines.flatMap(({ references }) => references ?? []).filter(isReference)
  const named = new Map((await ordersNamed(db, side, told)).map((order) => [order.reference, order]))
  const findNamed = ({ references, subject }: TheirLine): OwnOrder | null => {
    const order = references?.map((reference) => named.get(reference)).find((found) => found !== undefined)
    return order && isSoldTo(order, subject) ? order : null
  }
  const nameless = lines.filter((line) => findNamed(line) === null)
  const nearby =
    nameless.length === 0
      ? []
      : [...(await ordersSeen(db, side, nameless)), ...(await ordersOfSubjects(db, side, nameless))]
  const near = arrangeNearby(nearby)
  const taken = new Set<number>()
  const matched = lines
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map((line): Matched<Listed> => {
      const known = findNamed(line)
      const { order, candidates } = known ? { order: known, candidates: [] } : findNear(near, line, taken)
      const compared = order === null ? 'not in our books' : compare(order, line, taken)
      const match = compared === 'same' && candidates.length > 1 ? 'one of several' : compared
      return { line, match, order, candidates }
    })
  const places = new Map(lines.map((line, place) => [line, place]))
  return matched.toSorted((a, b) => (places.get(a.line) ?? 0) - (places.get(b.line) ?? 0))
}

/** A number that was erased here is still in their books; the reference tells that it is the same order. */
const isSoldTo = (order: OwnOrder, subject: string) =>
  subject === '' || subject === order.subject || order.subject === ERASED

/** An order is for one sale: a second line for it is one that we do not have. */
function compare(order: OwnOrder, line: TheirLine, taken: Set<number>): Match {
  if (order.state === 'voided' || taken.has(order.id)) return 'not in our books'
  // A sale that an Admin confirmed by hand does not have their transaction.
  if (isNamed(order) && !isSameSale(order, line)) return 'not in our books'
  taken.add(order.id)
  if (order.sale === null) return 'still open here'
  return line.amount === order.ordered ? 'same' : 'amount differs'
}

/** By what a line may find them. A day has tens of thousands of lines: looking through all orders for each takes minutes. */
interface Nearby {
  bySubject: Map<string, OwnOrder[]>
  bySeenName: Map<string, OwnOrder[]>
}

function arrangeNearby(orders: readonly OwnOrder[]): Nearby {
  const near: Nearby = { bySubject: new Map(), bySeenName: new Map() }
  const add = (to: Map<string, OwnOrder[]>, name: string, order: OwnOrder) => {
    const there = to.get(name)
    if (there) there.push(order)
    else to.set(name, [order])
  }
  for (const order of orders) {
    add(near.bySubject, order.subject, order)
    for (const name of order.seenAs) add(near.bySeenName, name, order)
  }
  return near
}

/** If the list does not have our reference: by their transaction, or an order without one for the same money. */
function findNear(
  { bySubject, bySeenName }: Nearby,
  line: TheirLine,
  taken: ReadonlySet<number>,
): Pick<Matched, 'order' | 'candidates'> {
  const ofSubject = bySubject.get(nameCustomer(line)) ?? []
  const same =
    ofSubject.find((order) => isSameSale(order, line)) ??
    [line.transaction, line.receipt]
      .flatMap((name) => bySeenName.get(name) ?? [])
      .find((order) => !taken.has(order.id) && isSeen(order, line))
  if (same || line.references !== null) return { order: same ?? null, candidates: [] }
  const couldBe = (order: OwnOrder) =>
    order.state !== 'voided' &&
    !isNamed(order) &&
    order.ordered === line.amount &&
    Math.abs(line.at.getTime() - order.sentAt.getTime()) <= QUEUE_MOST_MS
  const candidates = ofSubject.filter(couldBe)
  return { order: candidates.find(({ id }) => !taken.has(id)) ?? null, candidates }
}

/** A bill has no meter, and its order is for the account. */
const nameCustomer = ({ subject, account }: TheirLine): string => subject || account

const isNamed = ({ sale }: OwnOrder): boolean => sale !== null && sale.names.length > 0

const isSameSale = ({ sale }: OwnOrder, line: TheirLine): boolean =>
  sale !== null && isAmong(sale.names, line)

/** Not of one that was given up: the Admin who did so had seen the evidence. */
const isSeen = (order: OwnOrder, line: TheirLine): boolean =>
  order.state !== 'voided' && !isNamed(order) && isAmong(order.seenAs, line)

const isAmong = (names: readonly string[], { transaction, receipt }: TheirLine): boolean =>
  names.some((name) => name === transaction || name === receipt)

const ordersNamed = async (db: Db, side: ComparedSide, references: readonly string[]): Promise<OwnOrder[]> =>
  references.length === 0
    ? []
    : readOrders(side, orders(db, side).where(sql<boolean>`vend.reference = any(${references}::text[])`))

/** Whatever customer the line names: a number in a different spelling is for an Admin to look at. */
const ordersSeen = (db: Db, side: ComparedSide, lines: readonly TheirLine[]): Promise<OwnOrder[]> => {
  const names = lines.flatMap(({ transaction, receipt }) => [transaction, receipt]).filter(isName)
  return readOrders(side, orders(db, side).where(wasSeenAs(names)))
}

function ordersOfSubjects(db: Db, side: ComparedSide, lines: readonly TheirLine[]): Promise<OwnOrder[]> {
  const subjects = [...new Set(lines.map(nameCustomer))]
  const times = lines.map(({ at }) => at.getTime())
  const latest = lines.map(({ at }) => latestWithin(at).getTime())
  return readOrders(
    side,
    orders(db, side)
      .where(sql<boolean>`vend.subject = any(${subjects}::text[])`)
      .where('vend.created_at', '>=', new Date(Math.min(...times) - QUEUE_MOST_MS))
      .where('vend.created_at', '<=', new Date(Math.max(...latest) + side.clocksDifferMs))
      .orderBy('vend.id'),
  )
}

/** What we confirmed on that day and the other side must have. */
export const readSales = (db: Db, side: ComparedSide, day: Day): Promise<OwnOrder[]> =>
  readOrders(
    side,
    orders(db, side).where('sale.product', 'in', side.sold).where('sale.day', '=', day).orderBy('sale.id'),
  )

/** What was given up in that time although it had been sent before: nobody has looked for it since. */
export const voidedLate = (db: Db, side: ComparedSide, from: Date, to: Date): Promise<OwnOrder[]> =>
  readOrders(
    side,
    orders(db, side)
      .where('vend.state', '=', 'voided')
      .where('vend.settled_at', '>=', from)
      .where('vend.settled_at', '<', to)
      .where('vend.created_at', '<', from),
  )

const orders = (db: Db, { sold }: ComparedSide) =>
  db
    .selectFrom('vend')
    .leftJoin('any_sale as sale', 'sale.id', 'vend.id')
    .innerJoin('users', 'users.id', 'vend.user_id')
    .where('vend.product', 'in', sold)
    .select([
      'vend.id',
      'vend.reference',
      'vend.product',
      'vend.user_id',
      'vend.subject',
      'vend.state',
      'vend.created_at',
      'vend.tendered',
      'vend.fee',
      'vend.evidence',
      'users.name',
      'sale.vended',
      'sale.cashier_name',
      'sale.day',
      'sale.tokens',
      'sale.details',
    ])

type OrderQuery = ReturnType<typeof orders>
type OrderRow = Awaited<ReturnType<OrderQuery['executeTakeFirstOrThrow']>>

const readOrders = async (side: ComparedSide, query: OrderQuery): Promise<OwnOrder[]> =>
  (await query.execute()).map((row) => readOrder(side, row))

function readOrder(side: ComparedSide, row: OrderRow): OwnOrder {
  const details = row.details as FoundBy | null
  const amounts = {
    tendered: row.tendered,
    vended: row.vended ?? ((row.tendered - row.fee) as Bututs),
  }
  return {
    id: row.id,
    userId: row.user_id,
    cashierName: row.cashier_name ?? row.name,
    reference: row.reference,
    subject: row.subject,
    ...amounts,
    ordered: amounts[side.products[row.product].ordered],
    state: row.state,
    sentAt: row.created_at,
    seenAs: (row.evidence?.seen ?? [])
      .flatMap(({ transaction, receipt }) => [transaction, receipt])
      .filter(isName),
    sale:
      row.day === null
        ? null
        : {
            day: row.day,
            tokens: row.tokens ?? [],
            names: [details?.utilityTransaction, details?.receipt, details?.transaction].filter(isName),
            paidAt: new Date(details?.paidAt ?? row.created_at),
            cost: details?.cost ?? null,
          },
  }
}

const isName = (name: string | undefined): name is string => (name ?? '') !== ''

/** The days on whose lists the other side may have the order. */
export function daysAround({ clocksDifferMs }: ComparedSide, order: OwnOrder): Day[] {
  const times = [order.sentAt, ...(order.sale ? [order.sale.paidAt] : [])].map((at) => at.getTime())
  const isDated = isNamed(order)
  const from = new Date(Math.min(...times) - clocksDifferMs)
  const to = new Date(Math.max(...times) + (isDated ? clocksDifferMs : QUEUE_MOST_MS))
  const days: Day[] = []
  for (let at = from; toDay(at) <= toDay(to); at = after(at, DAY_MS)) days.push(toDay(at))
  return days
}
