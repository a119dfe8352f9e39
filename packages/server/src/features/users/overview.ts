// One user as an Admin sees them: their day, where they are signed in, and the ways to help them or to stop them.
import { type Api, bututs, type Bututs, toDay, PRODUCTS } from '@flexpower/contract'
import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '../../db/db.ts'
import type { Call, Handlers } from '../../http/handle.ts'
import { REMOVED_FACTOR, SENT_LINK } from '../../identity/independent-admins.ts'
import { type Actor, onUser, recordAct } from '../../ledger/acts.ts'
import { tellOwner } from '../../mail/account-mail.ts'
import { requireOwnPassword } from '../../identity/confirm-password.ts'
import { mailPasswordLink } from '../../identity/password-links.ts'
import { Refusal } from '../../refusal.ts'
import { readSecondFactor, removeSecondFactor as remove } from '../../identity/second-factor.ts'
import { endUserSessions, listSessions } from '../../identity/sessions.ts'
import { findUser, lockUser } from './user-rows.ts'

type Calls = Api['users']

export const userOverview = { overview, endSessions, removeSecondFactor, sendResetLink } satisfies Partial<
  Handlers['users']
>

async function overview({ context: { db, clock }, input, caller }: Call<Calls['overview']>) {
  const now = clock.now()
  const user = await findUser(db, input.id)
  const [today, last, open, sessions, factor] = await Promise.all([
    db
      .selectFrom('sale_day')
      .select('product')
      // A cashier who moved today has sums for each location.
      .select(({ fn }) => [
        fn.sum<number>('sales').as('sales'),
        fn.sum<Bututs>('tendered').as('tendered'),
        fn.sum<Bututs>('commissions').as('commissions'),
      ])
      .where('user_id', '=', user.id)
      .where('day', '=', toDay(now))
      .groupBy('product')
      .execute(),
    readLastSale(db, user.id),
    db
      .selectFrom('vend')
      .select(({ fn }) => fn.countAll<number>().as('sales'))
      .where('user_id', '=', user.id)
      .where('state', 'in', ['sent', 'unknown', 'manual'])
      .executeTakeFirstOrThrow(),
    listSessions(db, user.id, caller.sessionId, now),
    readSecondFactor(db, user.id),
  ])
  // Cash power figures count electricity only, here as on the user's own counter.
  const electricity = today.find(({ product }) => product === 'electricity')
  const others = today.filter(({ product }) => product !== 'electricity')
  return {
    user,
    salesToday: electricity?.sales ?? 0,
    soldToday: electricity?.tendered ?? bututs(0),
    otherSalesToday: others.reduce((sum, { sales }) => sum + sales, 0),
    otherSoldToday: bututs(others.reduce((sum, { tendered }) => sum + tendered, 0)),
    commissionToday: electricity?.commissions ?? bututs(0),
    lastSaleAt: last,
    openSales: open.sales,
    sessions,
    hasSecondFactor: factor !== null && factor.confirmedAt !== null,
  }
}

/** Product by product, as the index has them. */
async function readLastSale(db: Db, userId: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(newest.at) as at from unnest(${[...PRODUCTS]}::text[]) as each (product), lateral (
      select at from any_sale where user_id = ${userId} and product = each.product order by at desc limit 1) newest`.execute(
    db,
  )
  return rows[0]?.at ?? null
}

async function endSessions(call: Call<Calls['endSessions']>) {
  const { context, input, caller } = call
  const ended = await inTransaction(context.db, async (tx) => {
    const user = await lockUser(tx, input.id)
    return endAndRecord(tx, call, user, caller.sessionId, input.session)
  })
  return { message: ended === 1 ? 'One session was ended.' : `${ended} sessions were ended.` }
}

/** Ends one session of a user, or all but the caller's own; returns how many. */
export async function endAndRecord(
  tx: Tx,
  actor: Actor,
  user: { id: number; name: string },
  except: number | null,
  only?: number,
): Promise<number> {
  const count = await endUserSessions(tx, user.id, actor.context.clock.now(), except, only)
  if (count > 0)
    await recordAct(tx, actor, {
      action: 'ended sessions of a user',
      ...onUser(user),
      after: { sessions: count },
    })
  return count
}

/**
 * For a user who lost the phone and the codes. Their password is still needed, and they get a message, in case they
 * lost neither.
 */
async function removeSecondFactor(call: Call<Calls['removeSecondFactor']>) {
  const { context, input, caller } = call
  // Somebody at an unattended browser must not be able to let themselves in.
  if (input.id === caller.userId)
    throw new Refusal('refused', 'Yours is turned off under Your Account, with your password and a code.')
  await requireOwnPassword(context, caller, input.password)
  const user = await inTransaction(context.db, async (tx) => {
    const locked = await lockUser(tx, input.id)
    if (!(await remove(tx, locked.id)))
      throw new Refusal('conflict', `${locked.name} has no two-step sign-in. Nothing was changed.`)
    await recordAct(tx, call, { action: REMOVED_FACTOR, ...onUser(locked) })
    await tellOwner(tx, context, locked, {
      subject: `Two-step sign-in is off: ${context.config.site.productName}`,
      tell: (account, moment) =>
        `${caller.name} turned off two-step sign-in for ${account} on ${moment}. Your password alone signs you in; you can turn it on again under Your Account.`,
    })
    return locked
  })
  return { message: `${user.name} signs in with the password alone now.` }
}

async function sendResetLink(call: Call<Calls['sendResetLink']>) {
  const { context, input, caller } = call
  await requireOwnPassword(context, caller, input.password)
  const email = await inTransaction(context.db, async (tx) => {
    const user = await lockUser(tx, input.id)
    await mailPasswordLink(tx, context.config, user, 'reset', context.clock.now())
    await recordAct(tx, call, {
      action: SENT_LINK,
      ...onUser(user),
      after: { email: user.email },
    })
    return user.email
  })
  return { message: `A link to choose a new password is on its way to ${email}.` }
}
