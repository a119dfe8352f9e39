// Mails to the owner of an account about a sign-in that may not be theirs: from a network or a browser that was never
// used with the account, after several failed tries, or by somebody who knows the password but not the code.
import { formatDay, formatTime } from '@flexpower/contract'
import { DAY_MS, HOUR_MS } from '../runtime/clock.ts'
import type { Context, Origin } from '../runtime/context.ts'
import { type Db, inTransaction } from '../db/db.ts'
import { type News, tellOwner } from '../mail/account-mail.ts'
import { writeNotices } from '../notices/notices.ts'
import { countUp } from './throttle.ts'

/** This many tries before a success, or wrong codes after the right password, are worth a mail. */
const SUSPICIOUS_TRIES = 5
/** Repeated attempts must not be able to fill a mailbox. */
const MAILS_A_DAY = 3
/** No account has been used from more places than these. */
const SESSIONS_MOST = 1000

interface Owner {
  id: number
  name: string
  email: string
}

/** What is unusual about a sign-in that is about to succeed; null if nothing is. `tries` includes this one. */
export async function findUnusual(
  db: Db,
  userId: number,
  { address, agent }: Origin,
  tries: number,
): Promise<string | null> {
  if (tries > SUSPICIOUS_TRIES) return `after ${tries - 1} tries that failed`
  const known = await db
    .selectFrom('session')
    .select(['address', 'agent'])
    .distinct()
    .where('user_id', '=', userId)
    .limit(SESSIONS_MOST)
    .execute()
  // The very first sign-in is the owner's own.
  if (known.length === 0) return null
  if (!known.some((each) => maskAddress(each.address) === maskAddress(address)))
    return 'from a network that it was not used from before'
  if (!known.some((each) => maskVersions(each.agent) === maskVersions(agent)))
    return 'with a browser that it was not used with before'
  return null
}

/** The network: phones get a new address in it every day. */
function maskAddress(address: string): string {
  const parts = address.split('.')
  return parts.length === 4 ? parts.slice(0, 3).join('.') : address.split(':').slice(0, 3).join(':')
}

/** The browser without its version, which changes every month. */
const maskVersions = (agent: string): string => agent.replaceAll(/[\d._]+/g, '')

export const tellOfSignIn = (context: Context, owner: Owner, origin: Origin, unusual: string): void =>
  context.later(() =>
    tell(context, owner, origin, 'New sign-in', {
      subject: `New sign-in: ${context.config.site.productName}`,
      tell: (account, moment) =>
        `somebody signed in to ${account} on ${moment}, ${unusual}. The address was ${origin.address}. If it was you, there is nothing to do. Your Account lists every browser that is signed in and can sign it out.`,
    }),
  )

/** After the right password. The mail is written after the answer was sent. */
export const countWrongCode = (context: Context, owner: Owner, origin: Origin): void =>
  context.later(async () => {
    const { attempts } = await countUp(context, `wrong codes of ${owner.id}`, HOUR_MS)
    if (attempts !== SUSPICIOUS_TRIES) return
    await tell(context, owner, origin, 'Somebody knows your password', {
      subject: `Somebody knows your password: ${context.config.site.productName}`,
      tell: (account, moment) =>
        `somebody entered the right password of ${account} and ${attempts} wrong codes, the last on ${moment}. The address was ${origin.address}. The sign-in was refused. If it was not you, change your password.`,
    })
  })

/** By mail, and in the inbox. */
async function tell(
  context: Context,
  owner: Owner,
  { requestId }: Origin,
  title: string,
  news: News,
): Promise<void> {
  const { attempts } = await countUp(context, `sign-in mails to ${owner.id}`, DAY_MS)
  const now = context.clock.now()
  const text = news.tell('your account', `${formatDay(now)} at ${formatTime(now)}`)
  await inTransaction(context.db, async (tx) => {
    if (attempts <= MAILS_A_DAY) await tellOwner(tx, context, owner, news)
    await writeNotices(tx, context, [
      {
        userId: owner.id,
        kind: 'sign-in',
        record: `sign-in/${requestId}`,
        title,
        text: text.charAt(0).toUpperCase() + text.slice(1),
      },
    ])
  })
}
