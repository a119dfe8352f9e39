// Alerts to Admins, each sent once: by mail, by SMS to the configured number, and on the dashboard until the cause is
// gone. The row in the database ensures that it is sent once, across restarts and processes.
import type { Context } from '../runtime/context.ts'
import type { Tx } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { type QueuedMessage, queueMessages } from './outbox.ts'

export interface AlertMessage extends Omit<Schema['alert'], 'raised_at'> {
  /** What to do, for the mail: the dashboard has links instead. */
  advice: string
  /** False if SMS is what does not work. */
  isSentBySms: boolean
}

/** At a level that was raised before, only the text is replaced: nobody gets it again. */
export async function raiseAlert(
  tx: Tx,
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  { advice, isSentBySms, ...alert }: AlertMessage,
): Promise<void> {
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
  const { productName } = config.site
  await mailAdmins(
    tx,
    { subject: `${productName}: ${alert.title}`, text: `${alert.text}\n\n${advice}\n` },
    now,
  )
  if (config.alertPhone === null || !isSentBySms) return
  const sms: QueuedMessage = {
    channel: 'sms',
    recipient: config.alertPhone,
    subject: '',
    body: `${productName}: ${alert.title}. ${alert.text}`,
  }
  await queueMessages(tx, [sms], now)
}

/** The cause is gone, or only a weaker one is left. */
export async function lowerAlert(tx: Tx, subject: string, level: 0 | 1): Promise<void> {
  if (level === 0) await tx.deleteFrom('alert').where('subject', '=', subject).execute()
  else await tx.updateTable('alert').set({ level }).where('subject', '=', subject).execute()
}

export async function mailAdmins(
  tx: Tx,
  { subject, text }: { subject: string; text: string },
  at: Date,
): Promise<void> {
  const admins = await tx
    .selectFrom('users')
    .select(['name', 'email'])
    .where('type', '=', 'Admin')
    .where('deleted_at', 'is', null)
    .execute()
  const mails = admins.map(({ name, email }) => ({
    channel: 'mail' as const,
    recipient: email,
    subject,
    body: `Hello ${name},\n\n${text}`,
  }))
  await queueMessages(tx, mails, at)
}
