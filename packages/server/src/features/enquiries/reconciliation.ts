// The days that were compared with the books of the other sides, their differences, and how an Admin settles them.
import {
  type Api,
  type Bututs,
  type Comparison,
  type Day,
  toDay,
  type WaitingBooking,
} from '@flexpower/contract'
import { sql } from 'kysely'
import { inTransaction, type Tx } from '../../db/db.ts'
import type { Schema } from '../../db/schema.ts'
import type { Call } from '../../http/handle.ts'
import { type ExplainRefusal, explainRefusals } from '../../identity/independent-admins.ts'
import { type Actor, recordAct } from '../../ledger/acts.ts'
import { Refusal, wrongField } from '../../refusal.ts'
import type { Context } from '../../runtime/context.ts'
import { isBookable, refuseWhileWaiting } from './booking.ts'
import { compareDay, readComparisons, whileComparing } from './compare-day.ts'
import { connectedSides } from './other-sides.ts'

type Calls = Api['enquiries']

const DIFFERENCES_SHOWN = 500

export async function reconciliation({ context, caller }: Call<Calls['reconciliation']>) {
  const [days, rows] = await Promise.all([
    readComparisons(context),
    context.db
      .selectFrom('difference')
      .leftJoin('users', 'users.id', 'difference.settled_by')
      .leftJoin('booking', (join) =>
        join.onRef('booking.difference_id', '=', 'difference.id').on('booking.state', '<>', 'declined'),
      )
      .leftJoin('users as asker', 'asker.id', 'booking.asked_by')
      .leftJoin('users as cashier', 'cashier.id', 'booking.cashier_id')
      .leftJoin('any_sale as sale', 'sale.id', 'booking.sale_id')
      .selectAll('difference')
      .select(['users.name', 'asker.name as asker_name', 'cashier.name as cashier_name'])
      .select([
        'booking.created_at',
        'booking.state',
        'booking.tendered',
        'booking.fee',
        'booking.fee_outside_bands',
        'booking.reason',
        'booking.asked_by',
      ])
      .select(['sale.product', 'sale.transaction_id'])
      // What is still to be settled comes first, whatever its age.
      .orderBy(sql`settled_at is not null`)
      .orderBy('day', 'desc')
      .orderBy('difference.id', 'desc')
      .limit(DIFFERENCES_SHOWN)
      .execute(),
  ])
  const explain = explainRefusals(context.db, { userId: caller.userId, at: context.clock.now() })
  return {
    days,
    differences: await Promise.all(
      rows.map(async (row) => ({
        ...row,
        otherSide: row.other_side,
        ourCost: row.our_cost,
        theirCost: row.their_cost,
        foundAt: row.found_at,
        settledAt: row.settled_at,
        settledBy: row.name,
        bookable: isBookable(row) && row.settled_at === null,
        waiting: await showWaiting(row, explain),
        booked:
          row.product === null || row.transaction_id === null
            ? null
            : { product: row.product, reference: row.transaction_id },
      })),
    ),
  }
}

interface BookingRow {
  created_at: Date | null
  state: Schema['booking']['state'] | null
  tendered: Bututs | null
  fee: Bututs | null
  fee_outside_bands: boolean | null
  reason: string | null
  asked_by: number | null
  asker_name: string | null
  cashier_name: string | null
}

async function showWaiting(row: BookingRow, explain: ExplainRefusal): Promise<WaitingBooking | null> {
  const { created_at: at, asked_by: askedBy, tendered, fee, reason } = row
  if (row.state !== 'waiting') return null
  // Every waiting booking has them; the join cannot say so.
  if (at === null || askedBy === null || tendered === null || fee === null || reason === null) return null
  const confirmRefusal = await explain({ askedBy, askedAt: at })
  return {
    at,
    askedBy: row.asker_name ?? '',
    cashierName: row.cashier_name,
    tendered,
    fee,
    isFeeOutsideBands: row.fee_outside_bands === true,
    reason,
    mayConfirm: confirmRefusal === null,
    confirmRefusal,
  }
}

export const compare = async (call: Call<Calls['compare']>) => compareSides(call, call.input.day)

/** Compares the day with every side that we order from, and records who asked for it. */
export async function compareSides(actor: Actor & { context: Context }, day: Day): Promise<Comparison[]> {
  const { context } = actor
  if (day > toDay(context.clock.now())) throw wrongField('day', 'This day has not started yet.')
  const tried = await whileComparing(context, async () => {
    const sides: PromiseSettledResult<Comparison>[] = []
    // One after the other, so that a side that cannot be asked does not stop the other one.
    for (const otherSide of connectedSides(context))
      sides.push(...(await Promise.allSettled([compareDay(context, otherSide, day)])))
    return sides
  })
  if (tried === null)
    throw new Refusal('conflict', 'A comparison is under way. Nothing was changed; look again in a minute.')
  const compared = tried.flatMap((side) => (side.status === 'fulfilled' ? [side.value] : []))
  await inTransaction(context.db, (tx) => recordComparisons(tx, actor, compared))
  const failed = tried.find((side) => side.status === 'rejected')
  if (failed) throw failed.reason
  return compared
}

async function recordComparisons(tx: Tx, actor: Actor, compared: readonly Comparison[]): Promise<void> {
  for (const { otherSide, day, ours, theirs, differences, settled } of compared)
    await recordAct(tx, actor, {
      action:
        otherSide === 'utility' ? 'compared a day with the utility' : 'compared a day with the aggregator',
      record: `comparison/${day}`,
      title: day,
      after: { ours, theirs, differences, settled },
    })
}

export async function settle(call: Call<Calls['settle']>) {
  const { context, input, caller } = call
  await inTransaction(context.db, async (tx) => {
    const difference = await tx
      .selectFrom('difference')
      .selectAll()
      .where('id', '=', input.id)
      .forUpdate()
      .executeTakeFirst()
    if (!difference) throw new Refusal('not_found', 'There is no such difference.')
    if (difference.settled_at !== null)
      throw new Refusal('conflict', 'This difference is settled already. Nothing was changed.')
    await refuseWhileWaiting(tx, input.id)
    await tx
      .updateTable('difference')
      .set({ settled_at: context.clock.now(), settled_by: caller.userId, note: input.note })
      .where('id', '=', input.id)
      .execute()
    await recordAct(tx, call, {
      action: 'settled a difference',
      record: `difference/${input.id}`,
      title: `${difference.kind}: ${difference.reference} of ${difference.day}`,
      before: { settled: false },
      after: { settled: true, note: input.note },
    })
  })
  return { message: 'The difference is settled.' }
}
