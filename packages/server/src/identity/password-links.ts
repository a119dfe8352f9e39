// Links with which a person chooses a password: 256 random bits, stored hashed, good once and for half an hour, and only the
// newest one of each person.
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { after, MINUTE_MS } from '../runtime/clock.ts'
import type { Config } from '../config.ts'
import type { Db, Tx } from '../db/db.ts'
import { post } from '../mail/outbox.ts'

const LIFE_MS = 30 * MINUTE_MS

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export const newToken = (): string => randomBytes(32).toString('base64url')

interface Recipient {
  id: number
  email: string
}

const RESET_PATH = '/password/reset/'
const DEAD_LINK =
  'The link in it died before it could be sent. Another one can be sent from the page of the user.'

const letters = {
  reset: (product: string) => ({
    subject: `Choose a new ${product} password`,
    why: `Somebody asked for a new password for your ${product} account.`,
    otherwise: 'If it was not you, do nothing: your password stays as it is.',
  }),
  welcome: (product: string) => ({
    subject: `Welcome to ${product}: choose your password`,
    why: `Your ${product} account is ready.`,
    otherwise: 'If the link has died, use "Forgot password" on the login page to get another one.',
  }),
}

/** Ends the person's older links and answers the address of a new one. */
export async function newPasswordLink(
  tx: Tx,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  userId: number,
  now: Date,
): Promise<string> {
  const token = newToken()
  await endPasswordLinks(tx, userId, now)
  await tx
    .insertInto('password_link')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      created_at: now,
      expires_at: after(now, LIFE_MS),
    })
    .execute()
  return new URL(`${RESET_PATH}${token}`, publicUrl).href
}

/**
 * Puts a mail with a new link into the outbox. It does not greet by name: whoever applied to
 * become an agent chose that name, and the address may be somebody else's until a link of ours has been followed from it.
 */
export async function mailPasswordLink(
  tx: Tx,
  config: Pick<Config, 'site' | 'publicUrl'>,
  recipient: Recipient,
  letter: keyof typeof letters,
  now: Date,
): Promise<void> {
  const link = await newPasswordLink(tx, config, recipient.id, now)
  const { subject, why, otherwise } = letters[letter](config.site.productName)
  const body = [
    'Hello,',
    why,
    `Choose a password here, within ${LIFE_MS / MINUTE_MS} minutes:`,
    link,
    otherwise,
    config.site.companyName,
  ].join('\n\n')
  await post(tx, [{ channel: 'mail', recipient: recipient.email, subject, body }], now)
}

export async function endPasswordLinks(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx
    .updateTable('password_link')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
}

/**
 * Letters that still wait with a link that has died meanwhile: whoever followed it would only be refused. One that was used or
 * replaced by a newer one is withdrawn, and nobody misses it; one that is too old is given up. Only letters to the link's owner
 * count: a visitor may quote a dead link in a message to us.
 */
export async function giveUpDeadLinks(db: Db, now: Date): Promise<void> {
  await sql`delete from outbox using password_link, users where ${waitsWithLink} and ended_at is not null`.execute(
    db,
  )
  await sql`update outbox set failed_at = ${now}, failure = ${DEAD_LINK} from password_link, users
    where ${waitsWithLink} and expires_at <= ${now}`.execute(db)
}

const waitsWithLink = sql`
  users.id = password_link.user_id and sent_at is null and failed_at is null and channel = 'mail' and recipient = users.email
  and token_hash = sha256(convert_to(substring(body from ${`${RESET_PATH}([A-Za-z0-9_-]+)`}), 'UTF8'))`
