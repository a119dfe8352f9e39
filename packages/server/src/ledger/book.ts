// The book of sales: every change of a sale's state, each in one statement that is its own durable transaction. A final
// state is reached at most once: one conditional UPDATE on the state decides every race, and the loser does nothing.
import assert from 'node:assert'
import { availableParallelism } from 'node:os'
import { type Bututs, type Day, toHour, type ProductName } from '@flexpower/contract'
import { isDatabaseAway } from '../db/away.ts'
import { column } from '../db/column.ts'
import { type Db, isUniqueViolation, statement, statementIn, type Tx } from '../db/db.ts'
import { createLanes } from '../db/lanes.ts'
import type { FloatKind } from '../db/schema.ts'
import { type Metrics, silent } from '../metrics/metrics.ts'
import { confirmSql, doubtSql, openSql, voidSql } from './book-sql.ts'

/** What is known before anything is sent to the other side. */
export interface Opening {
  /** The other side's name for it. */
  reference: string
  /** By which anybody can check its receipt. */
  receiptCode: string
  userId: number
  key: string
  keyIsOurs: boolean
  product: ProductName
  subject: string
  phone: string
  tendered: Bututs
  /** Null: on the house's account. */
  floatKind: FloatKind | null
  at: Date
  /** Price and quote; null: those of the verification. */
  terms: object | null
  /** An earlier verification no longer counts. */
  verifiedSince: Date
  /** When recovery may look it up, if no answer comes back. */
  askAt: Date
  /** Whether it joins the seller's open till session: if there is one, only if there is one, or never. */
  till: 'joined' | 'required' | 'none'
  /** The most that its seller may sell in a day; null or missing: no limit. */
  dayMost?: Bututs | null
}

/** A sale that is open: its money is held, and the other side may have the order. */
export interface HeldSale {
  id: number
  reference: string
  /** Null: opened before there were codes. */
  receiptCode: string | null
  userId: number
  product: ProductName
  subject: string
  phone: string
  tendered: Bututs
  fee: Bututs
  commission: Bututs
  quote: unknown
  createdAt: Date
}

export type Opened =
  | { kind: 'open'; sale: HeldSale }
  /** The seller has a sale with this key. */
  | { kind: 'known' }
  | { kind: 'unverified' }
  | { kind: 'paused'; sentence: string }
  | { kind: 'no till session' }
  | { kind: 'beyond limit' }
  | { kind: 'float too small' }

/** Who settled a sale if it was not the server itself, and from where. */
export interface Decider {
  userId: number
  address: string
  /** What the audit calls the subject: "meter". */
  subjectName: string
}

/** What a confirmed sale is shown and printed with. */
export interface Confirmation {
  id: number
  userId: number
  at: Date
  /** When the other side sold it, if that was long before; else it is `at`. */
  soldAt?: Date
  /** The day of the sale. */
  day: Day
  customerName: string
  tokens: string[]
  cashierName: string
  location: string
  details: unknown
  /** The account that receives the vend amount. */
  payee: string
  settledBy: Decider | null
  note: string | null
  /** The SMS to the customer: in the outbox if and only if the sale is confirmed by this. */
  sms?: string | null
}

export interface Voiding {
  id: number
  userId: number
  at: Date
  reason: string
  settledBy: Decider | null
}

export interface Book {
  /** Throws a unique violation for a subject with an open sale, or a reference or code in use. */
  open(opening: Opening): Promise<Opened>
  /** False if somebody else settled the sale first. */
  confirm(confirmation: Confirmation): Promise<boolean>
  /** False if somebody else settled the sale first. */
  void(voiding: Voiding): Promise<boolean>
  /** The outcome is unknown: recovery looks it up from `askAt` on. */
  doubt(doubt: { id: number; at: Date; askAt: Date; reason: string }): Promise<void>
}

/** Measured on two cores: one lane and full batches beat two and four, in rate, in processor time and in latency (B1, B3). */
const LANES = Math.max(1, Math.floor(availableParallelism() / 2))
const MOST_PER_BATCH = 32

interface OpenedRow {
  place: number
  is_known: boolean
  verified: boolean
  /** Why its product is not sold at the moment. */
  pause: string | null
  seated: boolean
  has_room: boolean
  id: number | null
  fee: Bututs
  commission: Bututs
  quote: unknown
}

interface EndedRow {
  id: number
}

/** One of the statements below, wherever it runs. */
type Run<Row> = (values: unknown[]) => Promise<Row[]>

const openStatement = statement<OpenedRow>('book_open', openSql)
const confirmStatement = statement<EndedRow>('book_confirm', confirmSql)
const voidStatement = statement<{ id: number }>('book_void', voidSql)
const doubtStatement = statement<{ id: number }>('book_doubt', doubtSql)

/** `sender`: this process's presence, so that others notice when it is gone; null if nobody watches. */
export function createBook(
  db: Db,
  sender: number | null,
  metrics: Pick<Metrics, 'observeBatch'> = silent,
): Book {
  const batched = <Item extends { userId: number }, Result>(
    name: 'open' | 'confirm' | 'void',
    run: (items: Item[]) => Promise<Result[]>,
    isPassing: (error: unknown) => boolean,
  ) =>
    createLanes({
      run: (items: Item[]) => {
        metrics.observeBatch(name, items.length)
        return again(() => run(items), isPassing)
      },
      findOwner: ({ userId }: Item) => userId,
      lanes: LANES,
      mostPerBatch: MOST_PER_BATCH,
    })
  return {
    open: batched(
      'open',
      (openings) => openAll((values) => openStatement(db, values), sender, openings),
      isPassingForAnOpening,
    ),
    confirm: batched(
      'confirm',
      (confirmations) => confirmAll((values) => confirmStatement(db, values), confirmations),
      isPassingForAnEnd,
    ),
    void: batched('void', (voidings) => voidAll(db, voidings), isPassingForAnEnd),
    doubt: async ({ id, at, askAt, reason }) => {
      await doubtStatement(db, [id, at, askAt, reason])
    },
  }
}

/**
 * A sale that the other side is known to have made: opened and confirmed in the caller's transaction, by the same
 * statements as any other sale. Unless it is `open`, nothing was written.
 */
export async function bookSale(
  tx: Tx,
  opening: Opening,
  confirmationFor: (sale: HeldSale) => Confirmation,
): Promise<Opened> {
  const [opened] = await openAll((values) => statementIn(tx, openSql, values), null, [opening])
  if (opened?.kind !== 'open') return opened ?? { kind: 'unverified' }
  const [isConfirmed] = await confirmAll(
    (values) => statementIn(tx, confirmSql, values),
    [confirmationFor(opened.sale)],
  )
  assert(isConfirmed, 'nobody else can end a sale that is not committed')
  return opened
}

const DEADLOCK = '40P01'
const TRIES_MOST = 6
const FIRST_PAUSE_MS = 100
/**
 * After this the sale is shown as pending, and recovery writes its end: a database that waits for its standby refuses
 * connections for long.
 */
const TRY_FOR_MS = 12_000

/**
 * One seller's confirmation and next sale to the same meter may deadlock; PostgreSQL then ends one of them. It has
 * written nothing, so it is simply repeated.
 */
const isDeadlock = (error: unknown) => (error as { code?: string }).code === DEADLOCK

/**
 * If a connection is lost in a COMMIT, it is unknown whether the end was written. Writing it again is harmless: the
 * sale has one end, and the second writer sees that and reads it. An opening is not repeated, because it would conflict
 * with itself.
 */
const isPassingForAnEnd = (error: unknown) => isDeadlock(error) || isDatabaseAway(error)

/** The same key was written at this moment, by another server. That has ended: the next try finds its sale. */
const isPassingForAnOpening = (error: unknown) =>
  isDeadlock(error) || isUniqueViolation(error, 'vend_user_id_key_key')

/** For callers that write sales in their own transaction. */
export const repeatAfterDeadlock = <Result>(run: () => Promise<Result>): Promise<Result> =>
  again(run, isDeadlock)

async function again<Result>(
  run: () => Promise<Result>,
  isPassing: (error: unknown) => boolean,
): Promise<Result> {
  const giveUpAt = performance.now() + TRY_FOR_MS
  for (let tries = 1; ; tries += 1)
    try {
      return await run()
    } catch (error) {
      if (!isPassing(error) || tries >= TRIES_MOST || performance.now() > giveUpAt) throw error
      if (isDatabaseAway(error))
        await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** (tries - 1)))
    }
}

async function openAll(run: Run<OpenedRow>, sender: number | null, openings: Opening[]): Promise<Opened[]> {
  const rows = await run([
    column.int8(openings, ({ userId }) => userId),
    column.text(openings, ({ key }) => key),
    column.bool(openings, ({ keyIsOurs }) => keyIsOurs),
    column.text(openings, ({ product }) => product),
    column.text(openings, ({ subject }) => subject),
    column.text(openings, ({ phone }) => phone),
    column.int8(openings, ({ tendered }) => tendered),
    column.text(openings, ({ floatKind }) => floatKind),
    column.instant(openings, ({ at }) => at),
    column.instant(openings, ({ verifiedSince }) => verifiedSince),
    column.instant(openings, ({ askAt }) => askAt),
    sender,
    column.json(openings, ({ terms }) => terms && JSON.stringify(terms)),
    column.text(openings, ({ reference }) => reference),
    column.text(openings, ({ till }) => till),
    column.int8(openings, ({ dayMost }) => dayMost ?? null),
    column.text(openings, ({ receiptCode }) => receiptCode),
  ])
  const byPlace = new Map(rows.map((row) => [row.place, row]))
  return openings.map((opening, index) => {
    const row = byPlace.get(index + 1)
    if (row?.is_known) return { kind: 'known' }
    if (!row?.verified) return { kind: 'unverified' }
    if (row.pause !== null) return { kind: 'paused', sentence: row.pause }
    if (!row.seated) return { kind: 'no till session' }
    if (!row.has_room) return { kind: 'beyond limit' }
    if (row.id === null) return { kind: 'float too small' }
    const { reference, receiptCode, userId, product, subject, phone, tendered, at } = opening
    const { id, fee, commission, quote } = row
    return {
      kind: 'open',
      sale: {
        id,
        reference,
        receiptCode,
        userId,
        product,
        subject,
        phone,
        tendered,
        fee,
        commission,
        quote,
        createdAt: at,
      },
    }
  })
}

async function confirmAll(run: Run<EndedRow>, confirmations: Confirmation[]): Promise<boolean[]> {
  const rows = await run([
    column.int8(confirmations, ({ id }) => id),
    column.instant(confirmations, ({ at }) => at),
    column.day(confirmations, ({ day }) => day),
    column.text(confirmations, ({ customerName }) => customerName),
    column.text(confirmations, ({ tokens }) => tokens.join(',')),
    column.text(confirmations, ({ cashierName }) => cashierName),
    column.text(confirmations, ({ location }) => location),
    column.json(confirmations, ({ details }) => JSON.stringify(details)),
    column.text(confirmations, ({ payee }) => payee),
    column.int8(confirmations, ({ settledBy }) => settledBy?.userId ?? null),
    column.text(confirmations, ({ note }) => note),
    column.int4(confirmations, ({ at, soldAt = at }) => toHour(soldAt)),
    column.text(confirmations, ({ settledBy }) => settledBy?.address ?? null),
    column.text(confirmations, ({ sms }) => sms ?? null),
    column.instant(confirmations, ({ at, soldAt = at }) => soldAt),
    column.text(confirmations, ({ settledBy }) => settledBy?.subjectName ?? null),
  ])
  const won = new Set(rows.map(({ id }) => id))
  return confirmations.map(({ id }) => won.has(id))
}

async function voidAll(db: Db, voidings: Voiding[]): Promise<boolean[]> {
  const rows = await voidStatement(db, [
    column.int8(voidings, ({ id }) => id),
    column.instant(voidings, ({ at }) => at),
    column.text(voidings, ({ reason }) => reason),
    column.int8(voidings, ({ settledBy }) => settledBy?.userId ?? null),
    column.text(voidings, ({ settledBy }) => settledBy?.address ?? null),
    column.text(voidings, ({ settledBy }) => settledBy?.subjectName ?? null),
  ])
  const won = new Set(rows.map(({ id }) => id))
  return voidings.map(({ id }) => won.has(id))
}
