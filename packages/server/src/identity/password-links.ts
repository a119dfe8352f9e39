// Links with which a user chooses a password: 256 random bits, stored hashed, valid once and for half an hour, and only
// the newest one of each user.
import { hash, randomBytes } from 'node:crypto'
import { after, MINUTE_MS } from '../runtime/clock.ts'
import type { Config } from '../config/config.ts'
import type { Tx } from '../db/db.ts'
import { queueMessages } from '../mail/outbox.ts'

const LIFE_MS = 30 * MINUTE_MS

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

export const newToken = (): string => randomBytes(32).toString('base64url')

interface Recipient {
  id: number
  email: string
}

const RESET_PATH = '/password/reset/'

const templates = {
  reset: (product: string) => ({
    subject: `Choose a new ${product} password`,
    why: `Somebody asked for a new password for your ${product} account.`,
    otherwise: 'If it was not you, do nothing: your password stays as it is.',
  }),
  welcome: (product: string) => ({
    subject: `Welcome to ${product}: choose your password`,
    why: `Your ${product} account is ready.`,
    otherwise: 'If the link no longer works, use "Forgot password" on the login page to get another one.',
  }),
}

interface PasswordLink {
  id: number
  /** The address that the user follows. */
  url: string
  expiresAt: Date
}

/** Ends the user's older links. */
export async function newPasswordLink(
  tx: Tx,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  userId: number,
  now: Date,
): Promise<PasswordLink> {
  const token = newToken()
  const expiresAt = after(now, LIFE_MS)
  await endPasswordLinks(tx, userId, now)
  const { id } = await tx
    .insertInto('password_link')
    .values({ token_hash: hashToken(token), user_id: userId, created_at: now, expires_at: expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, url: new URL(`${RESET_PATH}${token}`, publicUrl).href, expiresAt }
}

/**
 * Puts a mail with a new link into the outbox. It does not greet by name: an applicant chose that name, and the address
 * may be somebody else's until one of our links has been followed from it.
 */
export async function mailPasswordLink(
  tx: Tx,
  config: Pick<Config, 'site' | 'publicUrl'>,
  recipient: Recipient,
  template: keyof typeof templates,
  now: Date,
): Promise<void> {
  const link = await newPasswordLink(tx, config, recipient.id, now)
  const { subject, why, otherwise } = templates[template](config.site.productName)
  const body = [
    'Hello,',
    why,
    `Choose a password here, within ${LIFE_MS / MINUTE_MS} minutes:`,
    link.url,
    otherwise,
    config.site.companyName,
  ].join('\n\n')
  await queueMessages(
    tx,
    [{ channel: 'mail', recipient: recipient.email, subject, body, passwordLink: link }],
    now,
  )
}

export async function endPasswordLinks(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx
    .updateTable('password_link')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
}
