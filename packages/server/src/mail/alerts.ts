// Alerts to Admins, each raised once: on the dashboard until the cause is gone, by SMS to the configured number, and as a
// notice to every Admin. The row in the database ensures that it is sent once, across restarts and processes.
import type { Context } from '../runtime/context.ts'
import type { Tx } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { tellOfCauses } from '../notices/notices.ts'
import { type QueuedMessage, queueMessages } from './outbox.ts'

export interface AlertMessage extends Omit<Schema['alert'], 'raised_at'> {
  /** False if SMS is what does not work. */
  isSentBySms: boolean
}

/** At a level that was raised before, only the text is replaced: nobody gets it again. */
export async function raiseAlert(
  tx: Tx,
  parts: Pick<Context, 'clock' | 'config'>,
  { isSentBySms, ...alert }: AlertMessage,
): Promise<void> {
  const { clock, config } = parts
  const now = clock.now()
  const row = { ...alert, raised_at: now }
  const raised = await tx
    .insertInto('alert')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet(row).whereRef('alert.level', '<', 'excluded.level'),
    )
    .returning('subject')
    .executeTakeFirst()
  if (raised === undefined) {
    const { title, text } = alert
    await tx.updateTable('alert').set({ title, text }).where('subject', '=', alert.subject).execute()
    return
  }
  await tellOfCauses(tx, parts, ['balance low', 'sms stopped', 'backup failed'])
  if (config.alertPhone === null || !isSentBySms) return
  const sms: QueuedMessage = {
    channel: 'sms',
    recipient: config.alertPhone,
    subject: '',
    body: `${config.site.productName}: ${alert.title}. ${alert.text}`,
  }
  await queueMessages(tx, [sms], now)
}

/** The cause is gone, or only a weaker one is left. */
export async function lowerAlert(tx: Tx, subject: string, level: 0 | 1): Promise<void> {
  if (level === 0) await tx.deleteFrom('alert').where('subject', '=', subject).execute()
  else await tx.updateTable('alert').set({ level }).where('subject', '=', subject).execute()
}
