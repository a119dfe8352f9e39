// Links with which a person chooses a password: 256 random bits, stored hashed, good once and for half an hour, and only the
// newest one of each person.
import { createHash, randomBytes } from 'node:crypto'
import { after, MINUTE_MS } from './clock.ts'
import type { Config } from './config.ts'
import type { Tx } from './db/db.ts'
import { post } from './outbox.ts'

const LIFE_MS = 30 * MINUTE_MS

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export const newToken = (): string => randomBytes(32).toString('base64url')

interface Recipient {
  id: number
  name: string
  email: string
}

const letters = {
  reset: (product: string) => ({
    subject: `Choose a new ${product} password`,
    why: `Somebody asked for a new password for your ${product} account.`,
    otherwise: 'If it was not you, do nothing: your password stays as it is.',
  }),
  welcome: (product: string) => ({
    subject: `Welcome to ${product}: choose your password`,
    why: `Your ${product} account is ready.`,
    otherwise: 'If the link has died, use "Forgot Password" on the login page to get another one.',
  }),
}

/** Ends the person's older links and puts a mail with a new one into the outbox. */
export async function mailPasswordLink(
  tx: Tx,
  { site, publicUrl }: Pick<Config, 'site' | 'publicUrl'>,
  recipient: Recipient,
  letter: keyof typeof letters,
  now: Date,
): Promise<void> {
  const token = newToken()
  await endPasswordLinks(tx, recipient.id, now)
  await tx
    .insertInto('password_link')
    .values({
      token_hash: hashToken(token),
      user_id: recipient.id,
      created_at: now,
      expires_at: after(now, LIFE_MS),
    })
    .execute()
  const { subject, why, otherwise } = letters[letter](site.productName)
  const link = new URL(`/password/reset/${token}`, publicUrl).href
  const body = [
    `Hello ${recipient.name},`,
    why,
    `Choose a password here, within ${LIFE_MS / MINUTE_MS} minutes:`,
    link,
    otherwise,
    site.companyName,
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
