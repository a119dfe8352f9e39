// Signing in and out. Tokens are random and stored hashed; unknown user and wrong password give one answer in the same
// time; guessing is slowed down by counters in the database, which all server processes share.
import type { Api, UserType } from '@flexpower/contract'
import { after, DAY_MS, HOUR_MS, MINUTE_MS } from '../clock.ts'
import type { Caller, Context, Origin } from '../context.ts'
import { type Db, inTransaction, statement, type Tx } from '../db/db.ts'
import { createLanes } from '../db/lanes.ts'
import type { Handler } from '../http/handle.ts'
import { onUser, recordAct } from '../ledger/acts.ts'
import { tellOwner } from '../owner-letter.ts'
import { endPasswordLinks, hashToken, mailPasswordLink, newToken } from '../password-links.ts'
import { hashPassword, refuseCommonPassword, verifyPassword } from '../passwords.ts'
import { Refusal } from '../refusal.ts'
import { readSecondFactor, takeCode } from '../second-factor.ts'
import { endSessionsOf } from '../sessions.ts'
import { clearAttempts, countAttempt, type Limit } from '../throttle.ts'

const IDLE_MS = 12 * HOUR_MS
const REMEMBERED_IDLE_MS = 30 * DAY_MS
/** A session's last use is written at most this often: a read per call, not a write. */
const SEEN_EVERY_MS = MINUTE_MS
const PER_ACCOUNT: Limit = { most: 10, windowMs: 15 * MINUTE_MS }
const PER_ADDRESS: Limit = { most: 100, windowMs: 15 * MINUTE_MS }
const LINKS_PER_ADDRESS: Limit = { most: 20, windowMs: HOUR_MS }
const LINKS_PER_ACCOUNT: Limit = { most: 5, windowMs: HOUR_MS }

export const logIn: Handler<Api['session']['login']> = async ({ context, input, origin }) => {
  const account = `login account ${input.email.toLowerCase()}`
  const address = `login address ${origin.address}`
  // The address first: one that is blocked already must not go on locking other people's accounts.
  await countAttempt(context, address, PER_ADDRESS)
  await countAttempt(context, account, PER_ACCOUNT)
  const user = await context.db
    .selectFrom('users')
    .leftJoin('second_factor', (join) =>
      join.onRef('second_factor.user_id', '=', 'users.id').on('confirmed_at', 'is not', null),
    )
    .select(['id', 'name', 'location', 'type', 'password_hash', 'second_factor.user_id as proves'])
    .where('email', '=', input.email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const matches = await verifyPassword(user?.password_hash, input.password)
  if (!user || !matches) throw new Refusal('refused', 'The email or the password is not right.')
  if (user.proves !== null) await requireCode(context, user.id, input.code ?? '')
  await forgetAttempts(context.db, account, address)
  const token = await openSession(context, user.id, input.remember === true, origin)
  return {
    status: 'Ok',
    token,
    message: 'Login Successfully',
    user: { id: user.id, type: user.type, location: user.location, name: user.name },
  }
}

/** The screen asks for the code once it is told that one is wanted; wrong ones count as attempts like wrong passwords. */
async function requireCode(context: Context, userId: number, code: string): Promise<void> {
  const refuse = (message: string) => new Refusal('refused', message, { errors: { code: [message] } })
  if (code === '') throw refuse('Enter the six digits that your authenticator app shows.')
  if (!(await takeCode(context, context.db, userId, code)))
    throw refuse('This code is not right, or was used already. Wait for the next one.')
}

export const logOut: Handler<Api['session']['logout']> = async ({ context, caller }) => {
  await context.db
    .updateTable('session')
    .set({ ended_at: context.clock.now() })
    .where('id', '=', caller.sessionId)
    .where('ended_at', 'is', null)
    .execute()
  return { message: 'You are signed out.' }
}

/** The own password. Every session ends, this one too: the browser forgets its token and signs in with the new one. */
export const changePassword: Handler<Api['session']['changePassword']> = async ({
  context,
  input,
  caller,
  origin,
}) => {
  const subject = `password of ${caller.userId}`
  await countAttempt(context, subject, PER_ACCOUNT)
  const { password_hash: stored } = await context.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', caller.userId)
    .executeTakeFirstOrThrow()
  if (!(await verifyPassword(stored, input.current)))
    throw new Refusal('refused', 'The current password is not right. Nothing was changed.')
  refuseCommonPassword(input.next, 'newPwd')
  if (input.next === input.current)
    throw new Refusal('refused', 'The new password is the one you have. Nothing was changed.')
  const passwordHash = await hashPassword(input.next)
  await inTransaction(context.db, async (tx) => {
    await setPassword(tx, context, caller.userId, passwordHash)
    const deed = 'changed the own password'
    await recordAct(
      tx,
      { context, caller, origin },
      { deed, ...onUser({ id: caller.userId, name: caller.name }) },
    )
  })
  await context.db.deleteFrom('throttle').where('subject', '=', subject).execute()
  return { status: 'success', message: 'Password changed successfully!' }
}

const LINK_ON_ITS_WAY =
  'If there is an account with this email, a link to choose a new password is on its way. It works for 30 minutes.'

/**
 * Answers the same for known and unknown addresses, and in the same time: the letter is written after the answer has gone. A
 * crash in between costs a letter that nobody was promised.
 */
export const forgotPassword: Handler<Api['session']['forgotPassword']> = async ({
  context,
  input,
  origin,
}) => {
  await countAttempt(context, `link address ${origin.address}`, LINKS_PER_ADDRESS)
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

/** The new password of somebody who followed a link. The link is used up by the update that finds it: two at once do it once. */
export const resetPassword: Handler<Api['session']['resetPassword']> = async ({ context, input, origin }) => {
  refuseCommonPassword(input.password, 'password')
  const now = context.clock.now()
  const passwordHash = await hashPassword(input.password)
  await inTransaction(context.db, async (tx) => {
    const link = await tx
      .updateTable('password_link')
      .from('users')
      .set({ ended_at: now })
      .where('token_hash', '=', hashToken(input.token))
      .whereRef('users.id', '=', 'password_link.user_id')
      .where('users.deleted_at', 'is', null)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['users.id', 'users.name'])
      .executeTakeFirst()
    if (!link)
      throw new Refusal(
        'refused',
        'This link has been used, is too old, or was replaced by a newer one. Ask for another one.',
      )
    await setPassword(tx, context, link.id, passwordHash)
    const caller = { userId: link.id, name: link.name }
    const deed = 'chose a new password through a link'
    await recordAct(tx, { context, caller, origin }, { deed, ...onUser(link) })
  })
  return { success: true, message: 'Your password is changed. Sign in with the new one.' }
}

/** Whoever had the old password is out, older links are dead, and the owner is told, in case it was somebody else. */
async function setPassword(tx: Tx, context: Context, userId: number, passwordHash: string): Promise<void> {
  const now = context.clock.now()
  const owner = await tx
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .returning(['name', 'email'])
    .executeTakeFirstOrThrow()
  await endSessionsOf(tx, userId, now, null)
  await endPasswordLinks(tx, userId, now)
  await tellOwner(tx, context, owner, {
    subject: `Your ${context.config.site.productName} password was changed`,
    tell: (account, moment) =>
      `the password of ${account} was changed on ${moment}. You are signed out everywhere.`,
  })
}

async function openSession(
  { db, clock }: Context,
  userId: number,
  remembered: boolean,
  origin: Origin,
): Promise<string> {
  const token = newToken()
  const now = clock.now()
  await db
    .insertInto('session')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      remembered,
      address: origin.address,
      agent: origin.agent,
      created_at: now,
      seen_at: now,
      expires_at: after(now, remembered ? REMEMBERED_IDLE_MS : IDLE_MS),
    })
    .execute()
  return token
}

interface SessionRow {
  place: number
  id: number
  user_id: number
  seen_at: Date
  remembered: boolean
  name: string
  location: string
  commission_percent: number
  type: UserType
  may_take_postpaid: boolean
}

// Asked with every call, hence prepared and for many at once.
const findSessions = statement<SessionRow>(
  'find_sessions',
  `select given.place::int, s.id, s.user_id, s.seen_at, s.remembered, u.name, u.location, u.commission_percent, u.type,
       u.may_take_postpaid
     from unnest($1::bytea[]) with ordinality as given (token_hash, place)
       join session s using (token_hash) join users u on u.id = s.user_id
     where s.ended_at is null and s.expires_at > $2 and u.deleted_at is null`,
)

const MOST_SESSIONS_AT_ONCE = 64

/** Tells who a token belongs to, if its session is still alive; using it keeps it alive. */
export function createAuthenticate(context: Context): (token: string) => Promise<Caller | null> {
  const { db, clock } = context
  const find = createLanes({
    run: async (hashes: Buffer[]) => {
      const rows = await findSessions(db, [hashes, clock.now()])
      const byPlace = new Map(rows.map((row) => [row.place, row]))
      return hashes.map((_, index) => byPlace.get(index + 1) ?? null)
    },
    lanes: 1,
    mostPerBatch: MOST_SESSIONS_AT_ONCE,
  })
  return async (token) => {
    const session = await find(hashToken(token))
    if (!session) return null
    await keepAlive(context, session)
    return {
      userId: session.user_id,
      name: session.name,
      location: session.location,
      commissionPercent: session.commission_percent,
      type: session.type,
      mayTakePostpaid: session.may_take_postpaid,
      sessionId: session.id,
      mustSetUp: session.type === 'Admin' && (await lacksSecondFactor(context, session.user_id)),
    }
  }
}

async function keepAlive({ db, clock }: Context, { id, seen_at, remembered }: SessionRow): Promise<void> {
  const now = clock.now()
  if (now.getTime() - seen_at.getTime() < SEEN_EVERY_MS) return
  await db
    .updateTable('session')
    .set({ seen_at: now, expires_at: after(now, remembered ? REMEMBERED_IDLE_MS : IDLE_MS) })
    .where('id', '=', id)
    .execute()
}

async function lacksSecondFactor({ config, db }: Context, userId: number): Promise<boolean> {
  if (!config.adminsNeedSecondFactor) return false
  const factor = await readSecondFactor(db, userId)
  return factor === null || factor.confirmedAt === null
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

/** Counters whose window is over and sessions long ended: nobody asks for them any more. */
export async function forgetOld({ db, clock }: Context): Promise<void> {
  const now = clock.now()
  await db.deleteFrom('throttle').where('window_ends_at', '<', now).execute()
  await db.deleteFrom('session').where('expires_at', '<', after(now, -KEEP_ENDED_SESSIONS_MS)).execute()
}
