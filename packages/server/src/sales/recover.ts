// Open sales are their own queue. A sale that was sent and has no end is looked up again, after 5 s, 15 s, 60 s, 5 min,
// then hourly, by any number of processes, until it is confirmed or voided; at once if the process that sent it is
// gone. One without an end after a day, for whatever reason, is decided by an Admin. Nothing unknown is ever refunded
// on a guess; what contradicts the order goes to an Admin at once.
import type { ProductName } from '@flexpower/contract'
import { sql } from 'kysely'
import { after, DAY_MS, HOUR_MS, MINUTE_MS } from '../runtime/clock.ts'
import { type Db, inTransaction, statement } from '../db/db.ts'
import { PRESENCE_CLASS } from '../db/presence.ts'
import { accepted, type Evidence, type Outcome } from '../gateways/outcome.ts'
import { type Actor, recordAct } from '../ledger/acts.ts'
import type { HeldSale } from '../ledger/book.ts'
import { repeat } from '../runtime/repeat.ts'
import type { Delivery, Orderable } from './product.ts'
import { findSaleWithToken, whileRecordsAreLocked } from './sold-token.ts'
import { readOpenSale, type VendRow, type Vending, type VendingParts } from './vending.ts'

const WAITS_MS = [5_000, 15_000, MINUTE_MS, 5 * MINUTE_MS, HOUR_MS]
/** While a look-up is running, no other process starts one. */
const LEASE_MS = 2 * MINUTE_MS
/** Between the clocks of two server processes. */
const CLOCKS_DIFFER_MS = MINUTE_MS
const MOST_AT_ONCE = 50
/** The other side must say this many times, each a while apart, that it does not have the sale. */
const ABSENCES_TO_VOID = 3
/** At this age it is looked up a last time, and then given to an Admin. The audit knows this too. */
const UNDECIDABLE_AFTER_MS = DAY_MS
const LOOK_EVERY_MS = 1_000

export interface RecoveryParts extends VendingParts {
  vending: Vending
  products: Record<ProductName, Orderable>
  /**
   * The process that looks a sale up holds it from then on: if it dies, another looks it up at once. Null: nobody
   * watches.
   */
  presence: number | null
  /** How long the other side may take to book a late order: absences closer together count once. */
  absenceMs: number
}

// Named one by one: PostgreSQL ends a prepared statement whose columns change, as when a newer version adds one.
const claim = statement<VendRow>(
  'recover_claim',
  `with alive as materialized (
     select objid::bigint as sender from pg_locks
       where locktype = 'advisory' and classid = ${PRESENCE_CLASS} and objsubid = 2 and granted)
   update vend set ask_at = $2, asked = asked + 1, sender = $4
     where id in (
       select id from vend
         where state in ('sent', 'unknown')
           and (ask_at <= $1 or ask_at > $1 + ($3::interval[])[least(asked, ${WAITS_MS.length - 1}) + 1]
             or (sender is not null and sender not in (select sender from alive)))
         order by ask_at limit ${MOST_AT_ONCE} for update skip locked)
     returning id, reference, user_id, key, key_is_ours, product, subject, phone, tendered, fee, commission, charge_id, float_kind, quote,
       sender, state, reason, evidence, created_at, ask_at, asked, absent, absent_at, settled_at, repeatable_at, till_session_id,
       receipt_code`,
)

const postpone = statement(
  'recover_postpone',
  `with doubted as (
     update vend set state = 'unknown', ask_at = $3, evidence = coalesce($5, evidence) where id = $1 and state in ('sent', 'unknown')
       returning id, (select old.state from vend old where old.id = vend.id) as before)
   insert into vend_event (vend_id, at, state, note) select id, $2, 'unknown', $4 from doubted where before = 'sent'`,
)

/** An absence noted by a clock ahead of this one does not say how long ago it was: the time counts from now. */
const noteAbsence = statement<{ absent: number }>(
  'recover_absence',
  `update vend set
       absent = case when absent_at is null or absent_at <= $3 then absent + 1 else absent end,
       absent_at = case when absent_at is null or absent_at <= $3 or absent_at > $2 then $2 else absent_at end,
       evidence = null
     where id = $1 and state in ('sent', 'unknown')
     returning absent`,
)

const giveToAdmin = statement(
  'recover_manual',
  `with given as (
     update vend set state = 'manual', reason = $3, evidence = coalesce($4, evidence) where id = $1 and state in ('sent', 'unknown') returning id)
   insert into vend_event (vend_id, at, state, note) select id, $2, 'manual', $3 from given`,
)

/** Looks up everything that is due; returns how many sales. */
export async function recoverDue(parts: RecoveryParts): Promise<number> {
  const now = parts.clock.now()
  const claimed = [now, after(now, LEASE_MS), longestWaits(parts.absenceMs), parts.presence]
  const due = await claim(parts.db, claimed)
  await Promise.all(due.map((vend) => recoverOne(parts, vend)))
  return due.length
}

/**
 * By how often a sale was looked up: the longest time to the next look-up. A longer one was set by a clock that has
 * gone back since, and is due.
 */
const longestWaits = (absenceMs: number): string[] =>
  WAITS_MS.map((wait) => `${Math.max(wait, LEASE_MS, absenceMs) + CLOCKS_DIFFER_MS} milliseconds`)

/**
 * Looks the sale up once. If it is still open, it is looked up again; once it is a day old, an Admin decides, whatever
 * the cause.
 */
async function recoverOne(parts: RecoveryParts, vend: VendRow): Promise<void> {
  const left = await tryToEnd(parts, vend).catch((error: unknown): StillOpen => {
    parts.log.error({ err: error, reference: vend.reference }, 'a sale could not be asked for')
    return { reason: 'the server failed while it asked; its log says why' }
  })
  if (left === null) return
  const now = parts.clock.now()
  const decideAt = after(vend.created_at, UNDECIDABLE_AFTER_MS)
  if (left.isForAdmin || now >= decideAt) return handOver(parts, vend, left)
  const wait = left.waitMs ?? WAITS_MS[Math.min(vend.asked, WAITS_MS.length - 1)] ?? HOUR_MS
  const askAt = after(now, wait)
  const next = askAt < decideAt ? askAt : decideAt
  await postpone(parts.db, [vend.id, now, next, left.reason, storeEvidence(left)])
}

/** A look-up without an answer keeps the earlier evidence. */
const storeEvidence = ({ evidence }: StillOpen): string | null => (evidence ? JSON.stringify(evidence) : null)

/** Why a sale has no end yet, and the evidence that may be the sale. */
interface StillOpen {
  reason: string
  evidence?: Evidence
  /** Asking again would not help. */
  isForAdmin?: boolean
  /** The time to the next look-up, if the usual one is not right. */
  waitMs?: number
}

/** Null: the sale has ended. */
async function tryToEnd(parts: RecoveryParts, vend: VendRow): Promise<StillOpen | null> {
  const product = parts.products[vend.product]
  const sale = readOpenSale(vend)
  const found = await product.find(sale)
  // A refused look-up says nothing about the sale; a refusal that was found is how the sale ended.
  if (found.kind === 'refused') return { reason: found.message }
  if (found.kind === 'unknown') return found
  if (found.value === null) return noteAbsent(parts, vend, product)
  if ('kind' in found.value && found.value.kind === 'contradiction')
    return { ...found.value, isForAdmin: true }
  if ('kind' in found.value) return settle(parts, product, sale, found.value)
  const delivery = found.value
  return whileRecordsAreLocked(parts.db, async (tx) => {
    const other = await findSaleWithToken(tx, delivery.tokens, vend.id)
    if (other !== null)
      return { reason: `${product.counterpart} names a token that was sold as ${other}`, isForAdmin: true }
    return settle(parts, product, sale, accepted(delivery))
  })
}

async function settle(
  { vending }: RecoveryParts,
  product: Orderable,
  sale: HeldSale,
  outcome: Outcome<Delivery>,
): Promise<StillOpen | null> {
  const end = await vending.settle(sale, product, outcome)
  return end.kind === 'pending' ? { reason: 'what happened to it is known, but could not be stored' } : null
}

async function noteAbsent(
  parts: RecoveryParts,
  vend: VendRow,
  product: Orderable,
): Promise<StillOpen | null> {
  const now = parts.clock.now()
  const [row] = await noteAbsence(parts.db, [vend.id, now, after(now, -parts.absenceMs)])
  if (!row) return null
  if (row.absent < ABSENCES_TO_VOID)
    return { reason: `${product.counterpart} does not have the sale`, waitMs: parts.absenceMs }
  const reason = `${product.counterpart} never received the sale; nothing was sold. The money is back where it came from.`
  const won = await parts.book.void({ id: vend.id, userId: vend.user_id, at: now, reason, settledBy: null })
  if (won) parts.metrics?.countSale(vend.product, 'refused')
  return null
}

async function handOver({ db, log, clock }: RecoveryParts, vend: VendRow, left: StillOpen): Promise<void> {
  const { reason, evidence } = left
  log.error({ reference: vend.reference, reason, evidence }, 'an Admin must decide a sale')
  await giveToAdmin(db, [vend.id, clock.now(), reason, storeEvidence(left)])
}

/**
 * Makes every sale whose outcome is unknown due, so that the servers look it up within a second; returns how many. Those
 * that were just sent are left alone: whoever sent them may still get the answer.
 */
export const hurryRecovery = (actor: Actor & { context: { db: Db } }): Promise<number> =>
  inTransaction(actor.context.db, async (tx) => {
    const due = await tx
      .updateTable('vend')
      .set(({ ref }) => ({ ask_at: ref('created_at') }))
      .where('state', '=', 'unknown')
      .returning('id')
      .execute()
    await recordAct(tx, actor, {
      action: 'had open sales looked up',
      record: 'sales',
      title: 'Open sales',
      after: { sales: due.length },
    })
    return due.length
  })

/** How many server processes are running, on all machines. */
export async function countServers(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct objid)::int as count from pg_locks
      where locktype = 'advisory' and classid = ${PRESENCE_CLASS} and objsubid = 2 and granted
        and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows[0]?.count ?? 0
}

/** Checks once a second until it is stopped. */
export const startRecovery = (parts: RecoveryParts): (() => Promise<void>) =>
  repeat({
    pauseMs: () => LOOK_EVERY_MS,
    run: () => recoverDue(parts),
    onFailure: (error) => parts.log.error({ err: error }, 'recovery could not look'),
  })
