// Sends the messages of the outbox, in any number of processes: each takes some that are due, so a slow or missing mail
// server delays only the messages themselves. A fault of our account at the provider is reported to Admins once, until
// something can be sent again.
import type { Selectable } from 'kysely'
import { type AlertMessage, lowerAlert, raiseAlert } from './alerts.ts'
import { after, type Clock, DAY_MS, HOUR_MS, MINUTE_MS } from '../runtime/clock.ts'
import type { Config } from '../config/config.ts'
import { type Db, inTransaction } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import type { MessageGateway } from './transports.ts'
import { unknown } from '../gateways/outcome.ts'
import { type Channel, giveUpExpired, readFiles } from './outbox.ts'
import { repeat } from '../runtime/repeat.ts'

const WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS]
const LONGEST_WAIT_MS = Math.max(...WAITS_MS) + MINUTE_MS
const GIVE_UP_AFTER_MS = DAY_MS
/** While one process sends a message, no other takes it; longer than any attempt can last. */
const LEASE_MS = 3 * MINUTE_MS
const AT_ONCE = 10
const LOOK_EVERY_MS = 1_000

export interface Sending {
  db: Db
  clock: Clock
  config: Config
  log: { warn(detail: object, text: string): void; error(detail: object, text: string): void }
  /** The transports that are configured. */
  ways: Partial<Record<Channel, MessageGateway>>
}

/** Sends what is due and gives up what should not be sent any more; returns how many messages were tried. */
export async function sendDue(parts: Sending): Promise<number> {
  const { db, clock, ways } = parts
  const channels = Object.keys(ways) as Channel[]
  if (channels.length === 0) return 0
  const now = clock.now()
  await giveUpExpired(db, now)
  const due = await db
    .updateTable('outbox')
    .set((row) => ({ send_at: after(now, LEASE_MS), attempts: row('attempts', '+', 1) }))
    .where('id', 'in', (select) =>
      select
        .selectFrom('outbox')
        .select('id')
        .where('channel', 'in', channels)
        .where('sent_at', 'is', null)
        .where('failed_at', 'is', null)
        // Or never tried yet, or delayed by more than any delay: by a clock that has been set back since.
        .where((message) =>
          message.or([
            message('send_at', '<=', now),
            message('attempts', '=', 0),
            message('send_at', '>', after(now, LONGEST_WAIT_MS)),
          ]),
        )
        .orderBy('send_at')
        .limit(AT_ONCE)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()
  await Promise.all(due.map((message) => sendOne(parts, message)))
  return due.length
}

async function sendOne(parts: Sending, message: Selectable<Schema['outbox']>): Promise<void> {
  const { db, clock, log, ways } = parts
  const files = message.channel === 'mail' ? await readFiles(db, message.id) : []
  const outcome = (await ways[message.channel]?.send({ ...message, files })) ?? unknown('no way to send it')
  const at = clock.now()
  const isTooOld = at.getTime() - message.created_at.getTime() >= GIVE_UP_AFTER_MS
  const reason =
    outcome.kind === 'accepted' ? null : outcome.kind === 'refused' ? outcome.message : outcome.reason
  const isOver = outcome.kind === 'refused' || (outcome.kind !== 'accepted' && isTooOld)
  if (reason !== null)
    log.warn({ message: message.id, channel: message.channel, reason }, 'a message was not sent')
  await inTransaction(db, async (tx) => {
    await tx
      .updateTable('outbox')
      .set({
        failure: reason,
        // Text and files are not kept after sending: they may contain a link, a token or our figures.
        ...(outcome.kind === 'accepted' && {
          sent_at: at,
          body: '',
          provider_id: outcome.value.providerId,
        }),
        ...(isOver && { failed_at: at }),
        ...(!isOver && reason !== null && { send_at: after(at, waitAfter(message.attempts)) }),
      })
      .where('id', '=', message.id)
      .execute()
    if (outcome.kind === 'accepted' && files.length > 0)
      await tx.deleteFrom('outbox_file').where('outbox_id', '=', message.id).execute()
    if (message.channel !== 'sms') return
    if (outcome.kind === 'accepted') await lowerAlert(tx, SMS_ACCOUNT, 0)
    if (outcome.kind === 'account fault') await raiseAlert(tx, parts, describeFault(outcome.reason))
  })
}

const SMS_ACCOUNT = 'sms account'

const describeFault = (reason: string): AlertMessage => ({
  subject: SMS_ACCOUNT,
  level: 2,
  title: 'SMS are not sent',
  text: `The SMS provider does not take messages from our account (${reason}). They wait, are tried again and are given up after a day.`,
  isSentBySms: false,
})

const waitAfter = (attempts: number): number => WAITS_MS[Math.min(attempts, WAITS_MS.length) - 1] ?? MINUTE_MS

export const startSending = (parts: Sending): (() => Promise<void>) =>
  repeat({
    pauseMs: () => LOOK_EVERY_MS,
    run: () => sendDue(parts),
    onFailure: (error) => parts.log.error({ err: error }, 'messages could not be sent'),
  })
