// An Admin books a sale that the other side has and we do not. The other side is asked each time what it is worth. It
// is written once, by the statements that write every sale, in the transaction that settles its difference.
import { type Api, type Bututs, toDay, findReferences, formatGmd } from '@flexpower/contract'
import { sql } from 'kysely'
import { type Db, inTransaction, isUniqueViolation, type Tx } from '../../db/db.ts'
import type { Call, Handlers } from '../../http/handle.ts'
import { requireSecondAdmin } from '../../identity/independent-admins.ts'
import { recordAct } from '../../ledger/acts.ts'
import { bookSale, repeatAfterDeadlock } from '../../ledger/book.ts'
import { Refusal } from '../../refusal.ts'
import { findTendered } from '../../sales/pricing.ts'
import type { RecordedSale } from '../../sales/product.ts'
import { createReceiptCode } from '../../sales/reference.ts'
import { waitsForAdmin } from '../../sales/refusals.ts'
import { findSaleOnRecord, lockRecords } from '../../sales/sold-token.ts'
import { needsSecondAdmin } from '../../identity/second-admin.ts'
import {
  type BookingPrice,
  type Cashier,
  priceBooking,
  readBands,
  readCashier,
  readFloatEffect,
  refuseSmallFloat,
} from './booking-price.ts'
import { type DifferenceRow, readTheirSale } from './their-sale.ts'

type Calls = Api['bookings']

export const bookings: Handlers['bookings'] = { show, book, confirm, decline }

type Asked = Pick<Call, 'context' | 'origin' | 'caller'>

const writeBooking = <Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  repeatAfterDeadlock(() => inTransaction(db, work))

/** What an Admin decided about it. */
interface Wish {
  /** Null: on the house's account. */
  cashierId: number | null
  tendered: Bututs
  reason: string
  askedBy: number
}

/** The resulting amounts, while the difference is locked. */
interface Terms extends BookingPrice {
  difference: DifferenceRow
  theirs: RecordedSale
  wish: Wish
  cashier: Cashier | null
}

export const isBookable = ({ kind }: Pick<DifferenceRow, 'kind'>) => kind === 'not in our books'

async function show({ context, input }: Call<Calls['show']>) {
  const { db, config } = context
  const difference = requireOpen(
    await db.selectFrom('difference').selectAll().where('id', '=', input.id).executeTakeFirst(),
  )
  const theirs = await readTheirSale(context, difference)
  const bands = await readBands(db)
  const cashier = typeof input.cashier === 'number' ? await readCashier(db, input.cashier) : null
  const isTenderedFixed = theirs.fixed !== null
  const tendered = theirs.fixed?.tendered ?? input.tendered ?? findTendered(theirs.amount, bands)
  const priced = tendered === null ? null : priceBooking(context, theirs, tendered, bands, cashier)
  const price = priced?.price ?? null
  const isFeeOutsideBands = priced?.isFeeOutsideBands ?? false
  return {
    theirs: {
      ...theirs,
      transactionId: theirs.transaction,
      customerName: theirs.name,
      tokens: theirs.delivery.tokens,
    },
    reference: await findReference(db, theirs),
    tendered,
    isTenderedFixed,
    fee: price?.fee ?? null,
    isFeeOutsideBands,
    commission: price?.commission ?? null,
    float: price && tendered && cashier && (await readFloatEffect(context, theirs, tendered, price, cashier)),
    suggestedCashier: await findOrderer(db, theirs),
    needsSecondAdmin: tendered !== null && needsSecondAdmin(config, { amount: tendered, isFeeOutsideBands }),
  }
}

async function book(call: Call<Calls['book']>) {
  const { context, input, caller } = call
  const { id, cashier: cashierId, tendered, reason } = input
  const found = await context.db.selectFrom('difference').selectAll().where('id', '=', id).executeTakeFirst()
  const theirs = await readTheirSale(context, requireOpen(found))
  const wish = { cashierId, tendered, reason, askedBy: caller.userId }
  return writeBooking(context.db, async (tx) => {
    const terms = await readTerms(tx, call, id, theirs, wish)
    if (needsSecondAdmin(context.config, { amount: tendered, isFeeOutsideBands: terms.isFeeOutsideBands }))
      return askSecondAdmin(tx, call, terms)
    const { saleId, reference, message } = await bookDifference(tx, call, terms)
    await insertBooking(tx, call, terms, { needs_two: false, state: 'booked', sale_id: saleId })
    return { message, state: 'booked' as const, reference }
  })
}

async function confirm(call: Call<Calls['confirm']>) {
  const { context, input, caller } = call
  const { db } = context
  const found = await db.selectFrom('difference').selectAll().where('id', '=', input.id).executeTakeFirst()
  const theirs = await readTheirSale(context, requireOpen(found))
  return writeBooking(db, async (tx) => {
    const booking = await lockWaiting(tx, input.id)
    const { cashier_id: cashierId, tendered, reason, asked_by: askedBy, created_at: askedAt } = booking
    const confirming = { userId: caller.userId, at: context.clock.now() }
    await requireSecondAdmin(tx, confirming, { askedBy, askedAt })
    const terms = await readTerms(tx, call, input.id, theirs, { cashierId, tendered, reason, askedBy })
    if (terms.price.fee !== booking.fee)
      throw new Refusal(
        'conflict',
        `The fee is ${formatGmd(terms.price.fee)} now; ${formatGmd(booking.fee)} was asked for. Nothing was booked; decline this booking and book the sale again.`,
      )
    const booked = await bookDifference(tx, call, terms)
    await decideBooking(tx, call, booking.id, { state: 'booked', sale_id: booked.saleId })
    return booked
  })
}

async function decline(call: Call<Calls['decline']>) {
  const { context, input } = call
  return inTransaction(context.db, async (tx) => {
    const booking = await lockWaiting(tx, input.id)
    await decideBooking(tx, call, booking.id, { state: 'declined' })
    await recordAct(tx, call, {
      action: 'declined to book a sale',
      record: `difference/${input.id}`,
      title: formatGmd(booking.tendered),
      after: { amount: formatGmd(booking.tendered), reason: input.reason ?? '' },
    })
    return { message: 'The booking was declined. Nothing has moved.' }
  })
}

/** A difference whose sale is being booked can be settled by that booking only. */
export async function refuseWhileWaiting(tx: Tx, differenceId: number): Promise<void> {
  const waiting = await tx
    .selectFrom('booking')
    .select('id')
    .where('difference_id', '=', differenceId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (waiting)
    throw new Refusal(
      'conflict',
      'A booking of this sale waits for a second Admin. Nothing was changed; decline the booking first.',
    )
}

function requireOpen(difference: DifferenceRow | undefined): DifferenceRow {
  if (!difference) throw new Refusal('not_found', 'There is no such difference.')
  if (!isBookable(difference))
    throw new Refusal(
      'refused',
      'Only a sale that is not in our books can be booked. Settle this difference with a note.',
    )
  if (difference.settled_at !== null)
    throw new Refusal('conflict', 'This difference is settled already. Nothing was booked.')
  return difference
}

async function readTerms(tx: Tx, { context }: Asked, id: number, theirs: RecordedSale, wish: Wish) {
  const difference = await lockDifference(tx, id)
  const cashier = wish.cashierId === null ? null : await readCashier(tx, wish.cashierId)
  const priced = priceBooking(context, theirs, wish.tendered, await readBands(tx), cashier)
  return { difference, theirs, wish, cashier, ...priced } satisfies Terms
}

async function askSecondAdmin(tx: Tx, call: Asked, terms: Terms) {
  const { difference, wish, price, isFeeOutsideBands } = terms
  await insertBooking(tx, call, terms, { needs_two: true, state: 'waiting', sale_id: null })
  await recordAct(tx, call, {
    action: 'asked to book a sale',
    ...onDifference(difference),
    after: describeTerms(terms),
  })
  const why = isFeeOutsideBands
    ? `No fee band gives a fee of ${formatGmd(price.fee)} for this amount. A second Admin must confirm it.`
    : `A second Admin must confirm ${formatGmd(wish.tendered)}.`
  return { message: `${why} Nothing has moved yet.`, state: 'waiting' as const, reference: null }
}

/** All or nothing: the sale with its transfers, the settled difference, the audit entry. */
async function bookDifference(tx: Tx, call: Asked, terms: Terms) {
  const { context, caller, origin } = call
  const { difference, theirs, wish, cashier, price } = terms
  const now = context.clock.now()
  await refuseKnown(tx, theirs)
  // Asked before the statement that fails: after it, this transaction answers nothing.
  const isForAdmin = await waitsForAdmin(tx, theirs.product, theirs.subject)
  const seller = cashier ?? (await readSeller(tx, wish.askedBy))
  const product = context.products[theirs.product]
  const reference = (await findReference(tx, theirs)) ?? context.newReference(theirs.at)
  const opened = await bookSale(
    tx,
    {
      reference,
      receiptCode: createReceiptCode(),
      userId: seller.id,
      key: `difference/${difference.id}`,
      keyIsOurs: false,
      product: theirs.product,
      subject: theirs.subject,
      phone: theirs.phone,
      tendered: wish.tendered,
      floatKind: cashier && product.floatKind,
      at: theirs.at,
      terms: { ...price, quote: theirs.quote },
      verifiedSince: now,
      askAt: now,
      // Its cash was taken long ago, in a session that was counted since, or in none.
      till: 'none',
    },
    (sale) => ({
      id: sale.id,
      userId: seller.id,
      at: now,
      soldAt: theirs.at,
      day: toDay(theirs.at),
      ...theirs.delivery,
      cashierName: seller.name,
      location: seller.location,
      payee: product.payee,
      settledBy: {
        userId: caller.userId,
        address: origin.address,
        subjectName: product.subjectName,
      },
      note: wish.reason,
    }),
  ).catch((error: unknown) => {
    if (isUniqueViolation(error, 'vend_one_open')) throw stillOpen(product.subjectName, theirs, isForAdmin)
    throw error
  })
  if (opened.kind === 'known') throw new Refusal('conflict', 'It has a sale already. Nothing was booked.')
  if (opened.kind !== 'open') return refuseSmallFloat(context, theirs, wish.tendered, cashier)
  await settleAsBooked(tx, call, terms, reference)
  const payer = cashier ? `from the float of ${cashier.name}` : 'from the house’s account'
  return {
    saleId: opened.sale.id,
    reference,
    message: `The sale is booked as ${reference}. ${formatGmd(wish.tendered)} was taken ${payer}.`,
  }
}

async function settleAsBooked(tx: Tx, call: Asked, terms: Terms, reference: string): Promise<void> {
  const { difference, wish, cashier, price } = terms
  await tx
    .updateTable('difference')
    .set({
      settled_at: call.context.clock.now(),
      settled_by: call.caller.userId,
      note: `Booked as ${reference}, ${cashier?.name ?? 'on the house’s account'}: ${wish.reason}`,
    })
    .where('id', '=', difference.id)
    .execute()
  await recordAct(tx, call, {
    action: 'booked a sale',
    ...onDifference(difference),
    before: { settled: false },
    after: {
      settled: true,
      sale: reference,
      ...describeTerms(terms),
      commission: formatGmd(price.commission),
    },
  })
}

const onDifference = ({ id, kind, reference, day }: DifferenceRow) => ({
  record: `difference/${id}`,
  title: `${kind}: ${reference} of ${day}`,
})

const describeTerms = ({ wish, cashier, price, isFeeOutsideBands }: Terms) => ({
  amount: formatGmd(wish.tendered),
  cashier: cashier?.name ?? 'on the house’s account',
  reason: wish.reason,
  fee: `${formatGmd(price.fee)}${isFeeOutsideBands ? ', which no fee band gives' : ''}`,
})

/** Bookings are rare: one at a time, so that no other booking can write what this one has just looked for. */
async function lockDifference(tx: Tx, id: number): Promise<DifferenceRow> {
  await lockRecords(tx)
  return requireOpen(
    await tx.selectFrom('difference').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  )
}

/** A token gives its units once, and a number of theirs is one sale: what is in our books is not booked again. */
async function refuseKnown(tx: Tx, { subject, transaction, delivery }: RecordedSale): Promise<void> {
  const known = await findSaleOnRecord(tx, { subject, names: [transaction], tokens: delivery.tokens })
  if (known !== null)
    throw new Refusal(
      'refused',
      `This was sold here already, as sale ${known}. Nothing was booked; settle the difference with a note.`,
    )
}

/** The reference that it had in our lost books; null: none, or it is in use. */
async function findReference(db: Db | Tx, { remarks }: RecordedSale): Promise<string | null> {
  const references = findReferences(remarks)
  const used = await db
    .selectFrom('vend')
    .select('reference')
    .where(sql<boolean>`reference = any(${references}::text[])`)
    .execute()
  return references.find((each) => !used.some(({ reference }) => reference === each)) ?? null
}

/** Who ordered it, if an order that we gave up has its reference and its cashier still exists. */
async function findOrderer(db: Db, { remarks }: RecordedSale): Promise<number | null> {
  const order = await db
    .selectFrom('vend')
    .innerJoin('users', 'users.id', 'vend.user_id')
    .select('users.id')
    .where(sql<boolean>`reference = any(${findReferences(remarks)}::text[])`)
    .where('users.type', '=', 'Cashier')
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
  return order?.id ?? null
}

const stillOpen = (subjectName: string, { subject }: RecordedSale, isForAdmin: boolean) =>
  new Refusal(
    'refused',
    isForAdmin
      ? `A sale for ${subjectName} ${subject} may be this one and waits for an Admin to decide it. Nothing was booked; decide it first, then compare the day again.`
      : `A sale for ${subjectName} ${subject} is still open here and may be this one. Nothing was booked; wait until it has ended, then compare the day again.`,
  )

const readSeller = (tx: Tx, id: number) =>
  tx.selectFrom('users').select(['id', 'name', 'location']).where('id', '=', id).executeTakeFirstOrThrow()

/** The unique index decides whether it is the first. */
async function insertBooking(
  tx: Tx,
  { context, caller }: Asked,
  { difference, wish, price, isFeeOutsideBands }: Terms,
  state: { needs_two: boolean; state: 'waiting' | 'booked'; sale_id: number | null },
): Promise<void> {
  const now = context.clock.now()
  const isDecided = state.state === 'booked'
  await tx
    .insertInto('booking')
    .values({
      difference_id: difference.id,
      cashier_id: wish.cashierId,
      tendered: wish.tendered,
      fee: price.fee,
      fee_outside_bands: isFeeOutsideBands,
      reason: wish.reason,
      asked_by: wish.askedBy,
      created_at: now,
      ...state,
      decided_by: isDecided ? caller.userId : null,
      decided_at: isDecided ? now : null,
    })
    .execute()
    .catch((error: unknown) => {
      if (isUniqueViolation(error, 'booking_once'))
        throw new Refusal(
          'conflict',
          'A booking of this sale waits for a second Admin already. Nothing was booked again.',
        )
      throw error
    })
}

async function lockWaiting(tx: Tx, differenceId: number) {
  await lockDifference(tx, differenceId)
  const booking = await tx
    .selectFrom('booking')
    .selectAll()
    .where('difference_id', '=', differenceId)
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst()
  if (!booking) throw new Refusal('conflict', 'No booking of this sale is waiting. Nothing was changed.')
  return booking
}

async function decideBooking(
  tx: Tx,
  { context, caller }: Asked,
  id: number,
  state: { state: 'booked' | 'declined'; sale_id?: number },
): Promise<void> {
  await tx
    .updateTable('booking')
    .set({ ...state, decided_by: caller.userId, decided_at: context.clock.now() })
    .where('id', '=', id)
    .execute()
}
