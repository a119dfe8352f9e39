// Messages to be sent: written with their cause, in its transaction, and sent by send-due.ts; which of them are no
// longer worth sending; and delivery reports.
import type { Context } from '../runtime/context.ts'
import type { Db, Tx } from '../db/db.ts'
import { readDeliveryReport } from './sms-report.ts'
import { Refusal } from '../refusal.ts'

export type Channel = 'mail' | 'sms'

/** A file that goes with a mail. */
export interface MessageFile {
  name: string
  type: string
  content: Buffer
}

export interface QueuedMessage {
  channel: Channel
  recipient: string
  subject: string
  body: string
  /** Where a reply goes, if not to us. */
  replyTo?: string
  /** The link to choose a password in its text: without it the message is of no use. */
  passwordLink?: { id: number; expiresAt: Date }
  files?: readonly MessageFile[]
  /** The sale that it is about. */
  saleId?: number
}

/** Puts messages into the outbox, in the transaction of their cause. */
export async function queueMessages(tx: Tx, messages: QueuedMessage[], at: Date): Promise<void> {
  if (messages.length === 0) return
  const rows = await tx
    .insertInto('outbox')
    .values(
      messages.map((message) => ({
        channel: message.channel,
        recipient: message.recipient,
        subject: message.subject,
        body: message.body,
        reply_to: message.replyTo ?? null,
        password_link_id: message.passwordLink?.id ?? null,
        expires_at: message.passwordLink?.expiresAt ?? null,
        sale_id: message.saleId ?? null,
        created_at: at,
        send_at: at,
      })),
    )
    .returning('id')
    .execute()
  // An INSERT returns its rows in the order of its values.
  const files = messages.flatMap((message, index) =>
    (message.files ?? []).map((file, place) => ({ ...file, outbox_id: rows[index]?.id ?? 0, place })),
  )
  if (files.length > 0) await tx.insertInto('outbox_file').values(files).execute()
}

/** In their order. */
export const readFiles = (db: Db, messageId: number): Promise<MessageFile[]> =>
  db
    .selectFrom('outbox_file')
    .select(['name', 'type', 'content'])
    .where('outbox_id', '=', messageId)
    .orderBy('place')
    .execute()

const LINK_EXPIRED =
  'The link in it expired before it could be sent. Another one can be sent from the page of the user.'

/**
 * A link that no longer works would only be refused. A message whose link was used or replaced by a newer one is
 * withdrawn without notice; one whose link has expired is marked as failed.
 */
export async function giveUpExpired(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('outbox')
    .using('password_link')
    .whereRef('password_link.id', '=', 'password_link_id')
    .where('ended_at', 'is not', null)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .execute()
  await db
    .updateTable('outbox')
    .set({ failed_at: now, failure: LINK_EXPIRED })
    .where('expires_at', '<=', now)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .execute()
}

/** Reports come late and in any order: a delivered message stays delivered, and a final state never changes. */
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
