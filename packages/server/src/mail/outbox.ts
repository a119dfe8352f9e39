// Letters on their way: written with their cause, in its transaction, and sent from send-due.ts; and what is reported about them
// afterwards.
import type { Context } from '../runtime/context.ts'
import type { Tx } from '../db/db.ts'
import { readDeliveryReport } from './sms-report.ts'
import { Refusal } from '../refusal.ts'

export type Channel = 'mail' | 'sms'

export interface Letter {
  channel: Channel
  recipient: string
  subject: string
  body: string
  /** Where an answer goes, if not to us. */
  replyTo?: string
}

/** Puts letters into the outbox, in the transaction of what they tell. */
export async function post(tx: Tx, letters: Letter[], at: Date): Promise<void> {
  if (letters.length === 0) return
  await tx
    .insertInto('outbox')
    .values(
      letters.map(({ replyTo, ...letter }) => ({
        ...letter,
        reply_to: replyTo ?? null,
        created_at: at,
        send_at: at,
      })),
    )
    .execute()
}

/** Reports come late and in any order: what has arrived stays so, and an end is never taken back. */
export async function takeDeliveryReport(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  body: unknown,
): Promise<void> {
  const report = readDeliveryReport(body)
  if (report === null)
    throw new Refusal('invalid', 'The report must have an id and a status. Nothing was changed.')
  const { providerId, delivery, reason } = report
  await db
    .updateTable('outbox')
    .set({ delivery, delivery_reason: reason, reported_at: clock.now() })
    .where('provider_id', '=', providerId)
    .where((row) =>
      row.or([
        row('delivery', 'is', null),
        row('delivery', '=', 'under way'),
        row.and([row('delivery', '=', 'failed'), row.val(delivery === 'delivered')]),
      ]),
    )
    .execute()
}
