// Makes an Admin from the server's machine: the first one of an installation, or one who has lost every other way in.
// Nobody is signed in, so the audit names the operator.
import { emailLine, limits } from '@flexpower/contract'
import type { Context } from '../../runtime/context.ts'
import { inTransaction } from '../../db/db.ts'
import { cleanText } from '../../clean-text.ts'
import { type Actor, onUser, recordAct } from '../../ledger/acts.ts'
import { tellOwner } from '../../mail/account-mail.ts'
import { newPasswordLink, newToken } from '../../identity/password-links.ts'
import { hashPassword } from '../../identity/passwords.ts'
import { Refusal } from '../../refusal.ts'
import { removeSecondFactor } from '../../identity/second-factor.ts'
import { insertUser, snapshot } from './user-rows.ts'

/**
 * Returns the link with which they choose a password. An existing Admin gets a new link, and two-step sign-in is turned
 * off.
 */
export async function letAdminIn(
  actor: Actor & { context: Pick<Context, 'db' | 'config' | 'clock'> },
  { email, name }: { email: string; name: string },
): Promise<string> {
  const { context } = actor
  if (!emailLine('').safeParse(email).success)
    throw new Refusal(
      'invalid',
      'Name the e-mail address: npm run admin -- let-in awa@example.gm "Awa Sanneh"',
    )
  const passwordHash = await hashPassword(newToken())
  const now = context.clock.now()
  return inTransaction(context.db, async (tx) => {
    const known = await tx
      .selectFrom('users')
      .select(['id', 'name', 'type'])
      .where('email', '=', email)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (known && known.type !== 'Admin')
      throw new Refusal('conflict', `${known.name} is a Cashier and stays one. Nothing was changed.`)
    const user = {
      name: known?.name ?? (cleanText(name, limits.lineMost) || 'Admin'),
      email,
      address: '',
      location: '',
      type: 'Admin' as const,
      commissionPercent: 0,
      mayTakePostpaid: false,
    }
    const id = known?.id ?? (await insertUser(tx, user, passwordHash, now))
    await removeSecondFactor(tx, id)
    if (known)
      await tellOwner(tx, context, user, {
        subject: 'A new way into your account was opened',
        tell: (account, moment) =>
          `an operator of the server made a link to choose a new password for ${account} on ${moment}. Two-step sign-in is off.`,
      })
    await recordAct(tx, actor, {
      action: 'let an Admin in from the machine',
      ...onUser({ id, ...user }),
      ...(!known && { after: snapshot(user) }),
    })
    return (await newPasswordLink(tx, context.config, id, now)).url
  })
}
