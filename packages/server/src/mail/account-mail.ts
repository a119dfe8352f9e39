// Messages to the owner of an account whenever its sign-in was changed, in case it was somebody else.
import { formatDay, formatTime } from '@flexpower/contract'
import type { Context } from '../runtime/context.ts'
import type { Tx } from '../db/db.ts'
import { queueMessages } from './outbox.ts'

export interface News {
  subject: string
  /** What happened, built from the account and the moment: 'your FlexPower account', '16 Nov 2026 at 08:30'. */
  tell: (account: string, moment: string) => string
}

export async function tellOwner(
  tx: Tx,
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  { name, email }: { name: string; email: string },
  { subject, tell }: News,
): Promise<void> {
  const now = clock.now()
  const { productName, companyName, supportEmail, phones } = config.site
  const body = [
    `Hello ${name},`,
    tell(`your ${productName} account`, `${formatDay(now)} at ${formatTime(now)}`),
    `If this was not you, call ${phones[0]} or write to ${supportEmail} immediately.`,
    companyName,
  ].join('\n\n')
  await queueMessages(tx, [{ channel: 'mail', recipient: email, subject, body }], now)
}
