// Letters on their way: written with their cause, in its transaction, and sent from sending.ts.
import type { Tx } from './db/db.ts'

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
