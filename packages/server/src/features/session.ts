// Signing in and out, and the caller's password. An unknown user and a wrong password get the same answer in the same
// time. Guessing is slowed down by counters in the database, which all server processes share.
import type { Answer, Api } from '@flexpower/contract'
import { sql } from 'kysely'
import { after, DAY_MS, HOUR_MS, MINUTE_MS } from '../runtime/clock.ts'
import type { Context, Origin } from '../runtime/context.ts'
import { type Db, inTransaction, type Tx } from '../db/db.ts'
import type { Call, Handlers } from '../http/handle.ts'
import { readNetwork } from '../identity/network.ts'
import { onUser, recordAct } from '../ledger/acts.ts'
import { tellOwner } from '../mail/account-mail.ts'
import { matchOwnPassword } from '../identity/confirm-password.ts'
import { endPasswordLinks, hashToken, mailPasswordLink } from '../identity/password-links.ts'
import { hashNewPassword, verifyPassword } from '../identity/passwords.ts'
import { Refusal } from '../refusal.ts'
import { takeCode } from '../identity/second-factor.ts'
import { endUserSessions, openSession } from '../identity/sessions.ts'
import { countWrongCode, findUnusual, tellOfSignIn } from '../identity/suspicious-sign-in.ts'
import { clearAttempts, countAttempt, GUESSES, type Limit } from '../identity/throttle.ts'

export const session: Handlers['session'] = {
  login: logIn,
  logout: logOut,
  changePassword,
  forgotPassword,
  resetPassword,
}

const PER_ADDRESS: Limit = { most: 100, windowMs: 15 * MINUTE_MS }
const LINKS_PER_ADDRESS: Limit = { most: 20, windowMs: HOUR_MS }
const LINKS_PER_ACCOUNT: Limit = { most: 5, windowMs: HOUR_MS }

async function logIn({
  context,
  input,
  origin,
}: Call<Api['session']['login']>): Promise<Answer<Api['session']['login']>> {
  const address = `login address ${readNetwork(origin.address)}`
  // The address first: a blocked one must not lock other people's accounts too.
  await countSignIn(context, address, PER_ADDRESS)
  const account = await attemptsAt(context, input.email, origin)
  const tries = await countSignIn(context, account, GUESSES)
  const user = await context.db
    .selectFrom('users')
    .leftJoin('second_factor', (join) =>
      join.onRef('second_factor.user_id', '=', 'users.id').on('confirmed_at', 'is not', null),
    )
    .select(['id', 'name', 'email', 'location', 'type', 'password_hash', 'second_factor.user_id as proves'])
    .where('email', '=', input.email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const matches = await verifyPassword(user?.password_hash, input.password)
  const at = { user: user?.id ?? null, address: origin.address, requestId: origin.requestId }
  if (!user || !matches) {
    context.log.info({ ...at, wrong: 'password' }, 'sign-in refused')
    context.metrics.countRefusedLogin('password')
    throw new Refusal('refused', 'The email or the password is not right.')
  }
  if (user.proves !== null)
    await requireCode(context, user.id, input.code ?? '', () => {
      context.log.info({ ...at, wrong: 'code' }, 'sign-in refused')
      context.metrics.countRefusedLogin('code')
      countWrongCode(context, user, origin)
    })
  const unusual = await findUnusual(context.db, user.id, origin, tries)
  await forgetAttempts(context.db, account, address)
  const token = await openSession(context, user.id, input.remember === true, origin)
  context.log.info({ ...at, unusual }, 'signed in')
  if (unusual !== null) tellOfSignIn(context, user, origin, unusual)
  return {
    status: 'Ok',
    token,
    message: 'Login Successfully',
    user: { id: user.id, type: user.type, location: user.location, name: user.name },
  }
}

async function countSignIn(context: Context, name: string, limit: Limit): Promise<number> {
  try {
    return await countAttempt(context, name, limit)
  } catch (error) {
    if (error instanceof Refusal) context.metrics.countRefusedLogin('throttled')
    throw error
  }
}

/**
 * What counts the attempts at an account. Addresses from which its owner has signed in before are counted separately:
 * strangers who use up their attempts lock out only strangers.
 */
async function attemptsAt({ db }: Context, email: string, { address }: Origin): Promise<string> {
  const known = await db
    .selectFrom('session')
    .innerJoin('users', 'users.id', 'session.user_id')
    .select('session.id')
    .where('email', '=', email)
    .where('session.address', '=', address)
    .limit(1)
    .executeTakeFirst()
  return `login account ${known ? `from ${address} ` : ''}${email.toLowerCase()}`
}

/** The screen asks for the code once it learns that one is needed. Wrong codes count as attempts, like wrong passwords. */
async function requireCode(
  context: Context,
  userId: number,
  code: string,
  onWrong: () => void,
): Promise<void> {
  const refuse = (message: string) => new Refusal('refused', message, { errors: { code: [message] } })
  if (code === '') throw refuse('Enter the six digits that your authenticator app shows.')
  if (await takeCode(context, context.db, userId, code)) return
  onWrong()
  throw refuse('This code is not right, or was used already. Wait for the next one.')
}

async function logOut({ context, caller }: Call<Api['session']['logout']>) {
  await context.db
    .updateTable('session')
    .set({ ended_at: context.clock.now() })
    .where('id', '=', caller.sessionId)
    .where('ended_at', 'is', null)
    .execute()
  return { message: 'You are signed out.' }
}

const wrongCurrent = () => new Refusal('refused', 'The current password is not right. Nothing was changed.')

/**
 * The caller's own password. Every session ends, this one too unless the caller asks to stay. Of several changes at
 * once the update decides: it finds the hash that was checked, or another change was faster and the given password is
 * no longer the current one.
 */
async function changePassword({
  context,
  input,
  caller,
  origin,
}: Call<Api['session']['changePassword']>): Promise<Answer<Api['session']['changePassword']>> {
  const checked = await matchOwnPassword(context, caller, input.current)
  if (checked === null) throw wrongCurrent()
  if (input.next === input.current)
    throw new Refusal('refused', 'The new password is the one you have. Nothing was changed.')
  const passwordHash = await hashNewPassword(input.next, 'next')
  await inTransaction(context.db, async (tx) => {
    const stays = input.stay === true ? caller.sessionId : null
    if (!(await setPassword(tx, context, { userId: caller.userId, passwordHash, checked, stays })))
      throw wrongCurrent()
    const action = 'changed their password'
    await recordAct(
      tx,
      { context, caller, origin },
      { action, ...onUser({ id: caller.userId, name: caller.name }) },
    )
  })
  return { status: 'success', message: 'Password changed successfully!' }
}

const LINK_ON_ITS_WAY =
  'If there is an account with this email, a link to choose a new password is on its way. It works for 30 minutes.'

/**
 * Gives the same answer for known and unknown addresses, in the same time: the message is written after the answer. A
 * crash in between loses only a message that was not promised.
 */
async function forgotPassword({
  context,
  input,
  origin,
}: Call<Api['session']['forgotPassword']>): Promise<Answer<Api['session']['forgotPassword']>> {
  await countAttempt(context, `link address ${readNetwork(origin.address)}`, LINKS_PER_ADDRESS)
  await countAttempt(context, `link account ${input.email.toLowerCase()}`, LINKS_PER_ACCOUNT)
  context.later(async () => {
    const user = await context.db
      .selectFrom('users')
      .select(['id', 'email'])
      .where('email', '=', input.email)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (user)
      await inTransaction(context.db, (tx) =>
        mailPasswordLink(tx, context.config, user, 'reset', context.clock.now()),
      )
  })
  return { success: true, message: LINK_ON_ITS_WAY }
}

/**
 * The new password of a user who followed a link. An unknown token costs no hash and counts against its address; a
 * valid one does not, so nobody can shut out others at the same address. The update that finds the link uses it up, so
 * two at once succeed once.
 */
async function resetPassword({
  context,
  input,
  origin,
}: Call<Api['session']['resetPassword']>): Promise<Answer<Api['session']['resetPassword']>> {
  const found = await findLink(context, input.token)
  if (!found) {
    await countAttempt(context, `new password address ${readNetwork(origin.address)}`, PER_ADDRESS)
    throw deadLink()
  }
  const attempts = `new password of ${found.id}`
  await countAttempt(context, attempts, GUESSES)
  const passwordHash = await hashNewPassword(input.password, 'password')
  const email = await inTransaction(context.db, async (tx) => {
    const link = await endLink(tx, context.clock.now(), input.token)
    await setPassword(tx, context, { userId: link.id, passwordHash })
    const caller = { userId: link.id, name: link.name }
    const action = 'chose a new password through a link'
    await recordAct(tx, { context, caller, origin }, { action, ...onUser(link) })
    return link.email
  })
  await clearAttempts(context, attempts)
  // Anyone who reads the owner's mail may sign in now, however many guesses there were before.
  await clearAttempts(context, await attemptsAt(context, email, origin))
  return { success: true, message: 'Your password is changed. Sign in with the new one.' }
}

const deadLink = () =>
  new Refusal(
    'refused',
    'This link has been used, is too old, or was replaced by a newer one. Ask for another one.',
  )

/** Whose link this is, if it still works. */
const findLink = ({ db, clock }: Context, token: string): Promise<{ id: number } | undefined> =>
  db
    .selectFrom('password_link')
    .innerJoin('users', 'users.id', 'password_link.user_id')
    .select('users.id')
    .where('token_hash', '=', hashToken(token))
    .where('users.deleted_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()

async function endLink(tx: Tx, now: Date, token: string) {
  const link = await tx
    .updateTable('password_link')
    .from('users')
    .set({ ended_at: now })
    .where('token_hash', '=', hashToken(token))
    .whereRef('users.id', '=', 'password_link.user_id')
    .where('users.deleted_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['users.id', 'users.name', 'users.email'])
    .executeTakeFirst()
  if (!link) throw deadLink()
  return link
}

interface NewPassword {
  userId: number
  passwordHash: string
  /** The hash that must still be there. */
  checked?: string
  /** The session that stays open. */
  stays?: number | null
}

/**
 * Everyone who had the old password is signed out, older links are dead, and the owner gets a message, in case it was
 * somebody else. Returns false, and changes nothing, if the password is no longer the checked one.
 */
async function setPassword(
  tx: Tx,
  context: Context,
  { userId, passwordHash, checked, stays = null }: NewPassword,
): Promise<boolean> {
  const now = context.clock.now()
  const owner = await tx
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .$if(checked !== undefined, (query) => query.where('password_hash', '=', checked ?? ''))
    .returning(['name', 'email'])
    .executeTakeFirst()
  if (!owner) return false
  await endUserSessions(tx, userId, now, stays)
  await endPasswordLinks(tx, userId, now)
  await tellOwner(tx, context, owner, {
    subject: `Your ${context.config.site.productName} password was changed`,
    tell: (account, moment) =>
      `the password of ${account} was changed on ${moment}. ${stays === null ? 'You are signed out everywhere.' : 'Every other browser is signed out.'}`,
  })
  return true
}

/** A success clears the account's counter and takes its own attempt off the address's: an office shares one address. */
async function forgetAttempts(db: Db, account: string, address: string): Promise<void> {
  await clearAttempts({ db }, account)
  await db
    .updateTable('throttle')
    .set((row) => ({ attempts: row('attempts', '-', 1) }))
    .where('subject', '=', address)
    .where('attempts', '>', 0)
    .execute()
}

const KEEP_ENDED_SESSIONS_MS = 90 * DAY_MS
/** After their cause was gone. */
const KEEP_NOTICES_MS = 90 * DAY_MS

/**
 * Deletes what is no longer needed: expired counters, sessions that ended long ago, prices that nobody can sell at any
 * more.
 */
export async function forgetOld({ db, clock }: Context): Promise<void> {
  const now = clock.now()
  await db.deleteFrom('throttle').where('window_ends_at', '<', now).execute()
  await db.deleteFrom('session').where('expires_at', '<', after(now, -KEEP_ENDED_SESSIONS_MS)).execute()
  await db.deleteFrom('notice').where('over_at', '<', after(now, -KEEP_NOTICES_MS)).execute()
  // By the clock that wrote it.
  await sql`delete from live_event where at < now() - interval '15 minutes'`.execute(db)
  await db.deleteFrom('verification').where('verified_at', '<', after(now, -DAY_MS)).execute()
}
