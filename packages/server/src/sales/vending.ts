// A sale, exactly once, for every product: hold the money, send the order outside any transaction, settle. Whatever
// goes wrong in between leaves the sale open with its money held, and recovery finds out what happened.
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type Bututs, toDay, formatGmd, isContradicted } from '@flexpower/contract'
import type { Selectable } from 'kysely'
import type { Logger } from 'pino'
import { after, type Clock } from '../runtime/clock.ts'
import { whileWaiting } from '../runtime/place.ts'
import { type Db, isUniqueViolation } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import type { Outcome } from '../gateways/outcome.ts'
import type { Book, Opened, HeldSale } from '../ledger/book.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { Refusal } from '../refusal.ts'
import { beyondLimit, NO_LIMITS, type SaleLimits } from './limits.ts'
import { sellingPaused } from './pauses.ts'
import type { Delivery, Orderable, SaleRow } from './product.ts'
import { createReceiptCode } from './reference.ts'
import {
  clockWasSet,
  explainOpening,
  floatTooSmall,
  noTillSession,
  openElsewhere,
  refuseRepetition,
  repetition,
} from './refusals.ts'
import { buildRow } from './sold-row.ts'
import { type Terms, VERIFIED_FOR_MS } from './terms.ts'

export type VendRow = Selectable<Schema['vend']>

export interface SaleRequest {
  seller: Seller & {
    userId: number
    sellsOnTheHouse: boolean
    needsTillSession?: boolean
    limits?: SaleLimits
  }
  /** Null: the client sent none, so a repetition is recognised by its content. */
  key: string | null
  product: Orderable
  subject: string
  phone: string
  tendered: Bututs
  /**
   * Its terms; or, if the other side decides part of them, how to get and store them: called if there are no fresh
   * ones.
   */
  terms: Terms | (() => Promise<void>)
}

/** The state of a sale. */
export type SaleEnd =
  | { kind: 'confirmed'; sale: SaleRow }
  | { kind: 'voided'; reference: string; message: string; apiError: string | null }
  /** With its cause if the other side gave one. */
  | { kind: 'pending'; reference: string; cause?: string; isContrary?: boolean }
  /** An Admin decides: its outcome stays unknown, or what was found contradicts the order. */
  | { kind: 'manual'; reference: string; contradiction: string | null }

export interface VendingParts {
  db: Db
  book: Book
  clock: Clock
  log: Logger
  /** A reference that no sale has had. */
  newReference: (at: Date) => string
  metrics?: Pick<Metrics, 'countSale'>
}

/** Longer than a gateway may take: until then the sender may still come back with the answer. */
const ANSWER_WITHIN_MS = 22_000
const FIRST_QUESTION_MS = 5_000
const JOIN_POLL_MS = 200

export interface Vending {
  sell(request: SaleRequest): Promise<SaleEnd>
  /**
   * Books what a gateway answered about an open sale; the loser of a race gets the winner's end. Without a seller it is
   * late.
   */
  settle(sale: HeldSale, product: Orderable, outcome: Outcome<Delivery>, seller?: Seller): Promise<SaleEnd>
  /** The end of a sale as it is stored now. */
  readEnd(vend: VendRow): Promise<SaleEnd>
}

/** Whose name is on the sale. */
export interface Seller {
  name: string
  location: string
  /** The request by which it is sold, for the log. */
  requestId?: string
}

export function createVending(parts: VendingParts): Vending {
  const desk: Desk = { ...parts, running: new Map() }
  return {
    sell: (request) => sell(desk, request),
    settle: (sale, product, outcome, seller) => settle(desk, sale, product, outcome, seller),
    readEnd: (vend) => findEnd(desk.db, vend),
  }
}

interface Desk extends VendingParts {
  /** Sales running in this process: a repeated request waits for the same end instead of querying the database. */
  running: Map<string, { body: string; end: Promise<SaleEnd> }>
}

async function sell(desk: Desk, request: SaleRequest): Promise<SaleEnd> {
  if (request.key === null) {
    await refuseRepetition(desk, request)
    return sellAnew(desk, request)
  }
  const body = JSON.stringify([
    request.product.name,
    request.subject,
    request.tendered,
    request.phone,
    request.terms,
  ])
  const name = `${request.seller.userId}|${request.key}`
  const same = desk.running.get(name)
  if (same) return same.body === body ? whileWaiting(() => same.end) : refuseOtherBody()
  const end = sellAnew(desk, request)
  desk.running.set(name, { body, end })
  try {
    return await end
  } finally {
    desk.running.delete(name)
  }
}

async function sellAnew(desk: Desk, request: SaleRequest): Promise<SaleEnd> {
  const opened = await open(desk, request)
  if ('kind' in opened) return opened
  const outcome = await request.product.send(opened)
  return settle(desk, opened, request.product, outcome, request.seller)
}

/** The open sale; or its state, if the key is known already. */
async function open(desk: Desk, request: SaleRequest): Promise<HeldSale | SaleEnd> {
  const { seller, tendered } = request
  for (let isSecondTry = false; ; isSecondTry = true) {
    const opened = await openUnderNewReference(desk, request).catch(async (error: unknown) => {
      if (isUniqueViolation(error, 'vend_one_open')) throw await openElsewhere(desk.db, request)
      if (isUniqueViolation(error, 'vend_not_repeated')) throw await repetition(desk, request)
      throw explainOpening(error, request)
    })
    if (opened.kind === 'open') return opened.sale
    if (opened.kind === 'known') return joinSale(desk, request)
    // A sale that was made already also ends up here: its float or its limit is used up because it was sold.
    if (request.key === null) await refuseRepetition(desk, request)
    if (opened.kind === 'paused') throw sellingPaused(opened.sentence)
    if (opened.kind === 'no till session') throw noTillSession()
    if (opened.kind === 'beyond limit') throw await beyondLimit(desk, seller, tendered)
    if (opened.kind === 'float too small') throw await floatTooSmall(desk.db, request)
    if (typeof request.terms !== 'function') throw new Error('terms that were given need no verification')
    // Verified just now and still too old: the clock was set meanwhile.
    if (isSecondTry) throw clockWasSet()
    await request.terms()
  }
}

const TAKEN_BY_CHANCE = ['vend_reference_key', 'vend_receipt_code_key']
/** Two sales may get the same reference or code by chance: the second gets another. */
async function openUnderNewReference(desk: Desk, request: SaleRequest): Promise<Opened> {
  const { perSale } = request.seller.limits ?? NO_LIMITS
  if (perSale !== null && request.tendered > perSale)
    return { kind: (await isKnown(desk.db, request)) ? 'known' : 'beyond limit' }
  for (;;) {
    const at = desk.clock.now()
    const opening = { ...buildOpening(request, at), reference: desk.newReference(at) }
    const opened = await desk.book.open(opening).catch((error: unknown) => {
      if (!TAKEN_BY_CHANCE.some((name) => isUniqueViolation(error, name))) throw error
    })
    if (opened) return opened
  }
}

const isKnown = async (db: Db, { seller, key }: SaleRequest): Promise<boolean> =>
  (await db
    .selectFrom('vend')
    .select('id')
    .where('user_id', '=', seller.userId)
    .where('key', '=', key ?? '')
    .executeTakeFirst()) !== undefined

/** The same key again: the same sale, whatever its state; waits a while for one that is still open. */
async function joinSale({ db, clock }: Desk, request: SaleRequest): Promise<SaleEnd> {
  const giveUpAt = after(clock.now(), ANSWER_WITHIN_MS)
  for (let polls = 0; ; polls += 1) {
    const vend = await db
      .selectFrom('vend')
      .selectAll()
      .where('user_id', '=', request.seller.userId)
      .where('key', '=', request.key ?? '')
      .executeTakeFirstOrThrow()
    const isSame =
      vend.product === request.product.name &&
      vend.subject === request.subject &&
      vend.tendered === request.tendered &&
      vend.phone === request.phone &&
      hasSameQuote(vend, request)
    if (!isSame) return refuseOtherBody()
    const isWorthWaiting =
      vend.state === 'sent' && clock.now() < giveUpAt && polls * JOIN_POLL_MS < ANSWER_WITHIN_MS
    if (!isWorthWaiting) return findEnd(db, vend)
    await whileWaiting(() => new Promise((resolve) => setTimeout(resolve, JOIN_POLL_MS)))
  }
}

/** A verification is valid only for what was verified; terms that came with the request have to be the same. */
const hasSameQuote = (vend: VendRow, { terms }: SaleRequest): boolean =>
  typeof terms === 'function' || isDeepStrictEqual((vend.quote as Terms).quote, terms.quote)

async function settle(
  desk: Desk,
  sale: HeldSale,
  product: Orderable,
  outcome: Outcome<Delivery>,
  seller?: Seller,
): Promise<SaleEnd> {
  const { reference } = sale
  const named = { reference, ...(seller?.requestId && { requestId: seller.requestId }) }
  try {
    switch (outcome.kind) {
      case 'accepted':
        return await confirm(desk, sale, product, outcome.value, seller)
      case 'refused':
        desk.log.info(
          { ...named, code: outcome.code, detail: outcome.detail },
          'sale refused by the other side',
        )
        return await cancel(
          desk,
          sale,
          `${product.counterpart} refused the sale: ${outcome.message}`,
          outcome.message,
        )
      case 'unknown':
        if (!outcome.sent) return await cancel(desk, sale, unreachable(product), null)
        desk.log.warn({ ...named, reason: outcome.reason }, 'outcome of a sale unknown')
        await desk.book.doubt({
          id: sale.id,
          at: desk.clock.now(),
          askAt: after(desk.clock.now(), FIRST_QUESTION_MS),
          reason: outcome.reason,
        })
        desk.metrics?.countSale(sale.product, 'undecided')
        return {
          kind: 'pending',
          reference,
          ...(outcome.message && { cause: outcome.message }),
          ...(outcome.isContrary && { isContrary: true }),
        }
    }
  } catch (error) {
    // The books could not be written. The sale is still open with its money held; recovery looks it up.
    desk.log.error({ err: error, ...named }, 'a sale could not be settled, recovery will')
    return { kind: 'pending', reference }
  }
}

async function confirm(
  { db, book, clock, metrics }: Desk,
  sale: HeldSale,
  product: Orderable,
  delivery: Delivery,
  waiting: Seller | undefined,
): Promise<SaleEnd> {
  const now = clock.now()
  const seller = waiting ?? (await readSeller(db, sale.userId))
  const shown = {
    id: sale.id,
    at: now,
    day: toDay(now),
    customerName: delivery.customerName,
    tokens: delivery.tokens,
    cashierName: seller.name,
    location: seller.location,
    details: delivery.details,
  }
  const isConfirmed = await book.confirm({
    ...shown,
    userId: sale.userId,
    payee: product.payee,
    settledBy: null,
    note: null,
    sms: waiting ? null : (product.lateSms?.(sale, delivery) ?? null),
  })
  if (!isConfirmed) return findEnd(db, await readVend(db, sale.id))
  metrics?.countSale(sale.product, 'sold')
  return { kind: 'confirmed', sale: buildRow(sale, shown) }
}

async function cancel(
  { db, book, clock, metrics }: Desk,
  sale: HeldSale,
  message: string,
  apiError: string | null,
): Promise<SaleEnd> {
  const reason = `${message} ${formatGmd(sale.tendered)} is back where it came from.`
  const won = await book.void({
    id: sale.id,
    userId: sale.userId,
    at: clock.now(),
    reason,
    settledBy: null,
  })
  if (!won) return findEnd(db, await readVend(db, sale.id))
  metrics?.countSale(sale.product, 'refused')
  return { kind: 'voided', reference: sale.reference, message: reason, apiError }
}

async function findEnd(db: Db, vend: VendRow): Promise<SaleEnd> {
  const { reference } = vend
  if (vend.state === 'voided')
    return { kind: 'voided', reference, message: vend.reason ?? '', apiError: null }
  if (vend.state === 'manual')
    return {
      kind: 'manual',
      reference,
      contradiction: vend.evidence && isContradicted(vend.evidence) ? vend.reason : null,
    }
  if (vend.state !== 'confirmed') return { kind: 'pending', reference }
  const sale = await db.selectFrom('any_sale').selectAll().where('id', '=', vend.id).executeTakeFirstOrThrow()
  return { kind: 'confirmed', sale }
}

function buildOpening({ seller, key, product, subject, phone, tendered, terms }: SaleRequest, at: Date) {
  return {
    at,
    userId: seller.userId,
    key: key ?? randomUUID(),
    keyIsOurs: key === null,
    receiptCode: createReceiptCode(),
    product: product.name,
    subject,
    phone,
    tendered,
    floatKind: seller.sellsOnTheHouse ? null : product.floatKind,
    terms: typeof terms === 'function' ? null : terms,
    verifiedSince: after(at, -VERIFIED_FOR_MS),
    askAt: after(at, ANSWER_WITHIN_MS),
    till: seller.needsTillSession ? ('required' as const) : ('joined' as const),
    dayMost: seller.limits?.perDay ?? null,
  }
}

const unreachable = (product: Orderable) =>
  `${product.counterpart} cannot be reached at the moment; nothing was sold. Try again in a minute.`

const refuseOtherBody = (): never => {
  throw new Refusal('invalid', 'This sale was started with other details. Nothing was sold; open a new sale.')
}

const readVend = (db: Db, id: number): Promise<VendRow> =>
  db.selectFrom('vend').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** An open sale, read back from its row. */
export const readOpenSale = (vend: VendRow): HeldSale => ({
  id: vend.id,
  reference: vend.reference,
  receiptCode: vend.receipt_code,
  userId: vend.user_id,
  product: vend.product,
  subject: vend.subject,
  phone: vend.phone,
  tendered: vend.tendered,
  fee: vend.fee,
  commission: vend.commission,
  quote: vend.quote,
  createdAt: vend.created_at,
})

const readSeller = (db: Db, userId: number): Promise<Seller> =>
  db.selectFrom('users').select(['name', 'location']).where('id', '=', userId).executeTakeFirstOrThrow()
