// The users: those who sell and those who manage. Nobody is ever removed: a deleted user can do nothing, and their
// sales stay theirs.
import type { Api } from '@flexpower/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Caller, Context } from '../../runtime/context.ts'
import { inTransaction, type Tx } from '../../db/db.ts'
import type { Schema } from '../../db/schema.ts'
import type { Call, Handlers } from '../../http/handle.ts'
import { onUser, recordAct } from '../../ledger/acts.ts'
import { repeatAfterDeadlock } from '../../ledger/book.ts'
import { shownGmd, shownLines } from '../../lists/shown-text.ts'
import { tableList } from '../../lists/table-list.ts'
import { type News, tellOwner } from '../../mail/account-mail.ts'
import { requireOwnPassword } from '../../identity/confirm-password.ts'
import { endPasswordLinks } from '../../identity/password-links.ts'
import { hashNewPassword } from '../../identity/passwords.ts'
import { Refusal, wrongField } from '../../refusal.ts'
import { endUserSessions } from '../../identity/sessions.ts'
import { refuseWithMoney, takeAllFloat } from './money.ts'
import {
  findUser,
  insertUser,
  lockUser,
  noSuchUser,
  shownUser,
  snapshot,
  takingTheAddress,
  usersWithFloats,
} from './user-rows.ts'

type Calls = Api['users']

export const userRecords = { list, one, add, update, remove, agents, cashiers } satisfies Partial<
  Handlers['users']
>

async function list({ context: { db } }: Call<Calls['list']>) {
  return tableList({
    query: usersWithFloats(db).where('deleted_at', 'is', null),
    place: sql`users.id`,
    at: sql`users.created_at`,
    text: shownLines(
      ...['name', 'email', 'address', 'location', 'type'].map((column) => sql.ref(`users.${column}`)),
      // An Admin sells on the house's account and holds no float.
      sql`case users.type when 'Admin' then 'House account' else ${shownGmd(sql`coalesce(electricity.balance, 0)`)} end`,
    ),
    show: shownUser,
  })
}

/** A Cashier sees their own record; other records do not exist for them. */
async function one({ context, input, caller }: Call<Calls['one']>) {
  if (caller.type !== 'Admin' && input.userId !== caller.userId) throw noSuchUser()
  return findUser(context.db, input.userId)
}

async function add(call: Call<Calls['add']>) {
  const { context, input, caller } = call
  if (input.type === 'Admin') await requireProof(context, caller, input.yourPassword, 'create an Admin')
  const passwordHash = await hashNewPassword(input.password, 'password')
  await takingTheAddress(context.db, async (tx) => {
    const id = await insertUser(tx, input, passwordHash, context.clock.now())
    await recordAct(tx, call, {
      action: 'added a user',
      ...onUser({ id, ...input }),
      after: snapshot(input),
    })
  })
  return { message: 'User created successfully' }
}

async function update(call: Call<Calls['update']>) {
  const { context, input, caller } = call
  const { password } = input
  // Somebody at an unattended browser must not be able to take over the account.
  if (password !== undefined && input.id === caller.userId)
    throw wrongField(
      'password',
      'Your password is changed under Change Password, where the current one is asked for. Nothing was saved.',
    )
  const isProven = await proveChange(context, caller, input)
  const passwordHash = password === undefined ? null : await hashNewPassword(password, 'password')
  await takingTheAddress(context.db, async (tx) => {
    const now = context.clock.now()
    const before = await lockUser(tx, input.id)
    const isMoved = isOtherAddress(input.email, before.email)
    const isPromoted = input.type === 'Admin' && before.type !== 'Admin'
    const isNewer = input.seenVersion !== undefined && input.seenVersion !== before.version
    // Without the password both were the same a moment ago: somebody else has changed them since.
    if (isNewer || ((isMoved || isPromoted) && !isProven))
      throw new Refusal(
        'conflict',
        `Somebody changed ${before.name} while you were editing. Your changes are not saved. Load the newer state, then save again.`,
      )
    if (before.type === 'Admin' && input.type !== 'Admin') await refuseLastAdmin(tx)
    // An Admin sells on the house's account: a float would be out of reach.
    if (isPromoted) await refuseWithMoney(tx, before, 'made an Admin')
    await tx
      .updateTable('users')
      .set({
        name: input.name,
        email: input.email,
        address: input.address,
        location: input.location,
        type: input.type,
        commission_percent: input.commissionPercent,
        may_take_postpaid: input.mayTakePostpaid,
        ...(passwordHash && { password_hash: passwordHash }),
        version: before.version + 1,
      })
      .where('id', '=', input.id)
      .execute()
    // Everyone who knew the old password is signed out, and a link sent to the old address is dead.
    if (passwordHash) await endUserSessions(tx, input.id, now, null)
    if (passwordHash || isMoved) await endPasswordLinks(tx, input.id, now)
    if (passwordHash) await tellOwner(tx, context, before, passwordSetBy(caller))
    if (isMoved) await tellOwner(tx, context, before, movedBy(caller, input.email))
    const after = { ...snapshot(input), ...(passwordHash && { password: 'set again' }) }
    await recordAct(tx, call, {
      action: 'changed a user',
      ...onUser(before),
      before: snapshot(shownUser(before)),
      after,
    })
  })
  return { message: 'User updated successfully' }
}

const isOtherAddress = (email: string, other: string) => email.toLowerCase() !== other.toLowerCase()

/**
 * An unattended browser alone must not change how anybody signs in, nor make an Admin: the caller's password is needed.
 * Returns whether it was needed and right. Checked before the record is locked, because hashing is slow.
 */
async function proveChange(
  context: Context,
  caller: Caller,
  input: Call<Calls['update']>['input'],
): Promise<boolean> {
  const before = await findUser(context.db, input.id)
  const isPromoted = input.type === 'Admin' && before.type !== 'Admin'
  if (input.password === undefined && !isOtherAddress(input.email, before.email) && !isPromoted) return false
  const purpose = isPromoted ? 'make somebody an Admin' : 'change how somebody signs in'
  await requireProof(context, caller, input.yourPassword, purpose)
  return true
}

async function requireProof(
  context: Context,
  caller: Caller,
  password: string | undefined,
  purpose: string,
): Promise<void> {
  if (password === undefined)
    throw wrongField('yourPassword', `Enter your password to ${purpose}. Nothing was saved.`)
  await requireOwnPassword(context, caller, password, 'yourPassword')
}

const passwordSetBy = ({ name }: Caller): News => ({
  subject: 'Your password was changed',
  tell: (account, moment) =>
    `${name} set a new password for ${account} on ${moment}. You are signed out everywhere. Ask ${name} for it, and choose a new one after you sign in.`,
})

/** Sent to the old address: the reader of the new one knows already. */
const movedBy = ({ name }: Caller, email: string): News => ({
  subject: 'Your email address was changed',
  tell: (account, moment) =>
    `${name} changed the email address of ${account} to ${email} on ${moment}. Sign in with that one; links to choose a new password go there.`,
})

/** With the float, if the caller says so: nothing of it is taken unless the user is deleted too. */
async function remove(call: Call<Calls['remove']>) {
  const { context, input, caller } = call
  if (input.id === caller.userId)
    throw new Refusal('refused', 'You cannot delete yourself. Another Admin can do it.')
  // A sale of this user at the same moment may deadlock with it.
  await repeatAfterDeadlock(() => inTransaction(context.db, (tx) => removeIn(tx, call)))
  return { message: 'User deleted successfully.' }
}

async function removeIn(tx: Tx, call: Call<Calls['remove']>): Promise<void> {
  const { context, input } = call
  const now = context.clock.now()
  const user = await lockUser(tx, input.id)
  if (user.type === 'Admin') await refuseLastAdmin(tx)
  if (input.takesFloatBack === true) await takeAllFloat(tx, call, user)
  else await refuseWithMoney(tx, user, 'deleted')
  await tx
    .updateTable('users')
    .set({ deleted_at: now, version: user.version + 1 })
    .where('id', '=', user.id)
    .execute()
  await endUserSessions(tx, user.id, now, null)
  await endPasswordLinks(tx, user.id, now)
  await recordAct(tx, call, {
    action: 'deleted a user',
    ...onUser(user),
    before: snapshot(shownUser(user)),
  })
}

async function agents({ context: { db } }: Call<Calls['agents']>) {
  return cashierNames(db.selectFrom('users').where('deleted_at', 'is', null))
}

/** Whose sales can be asked for. Deleted users too, after the others, because their sales are still there. */
async function cashiers({ context: { db } }: Call<Calls['cashiers']>) {
  return cashierNames(db.selectFrom('users'))
}

/** The complete list is by name, because a person is chosen from it. */
function cashierNames(people: SelectQueryBuilder<Schema, 'users', object>) {
  const query = people.where('type', '=', 'Cashier').select(['users.id', toldApart.as('name')])
  return {
    ...tableList({
      query,
      place: sql`users.id`,
      at: sql`users.created_at`,
      text: toldApart,
      show: ({ id, name }) => ({ id, name }),
    }),
    batches: async function* batches() {
      yield await query
        .orderBy(sql`deleted_at is not null`)
        .orderBy('users.name')
        .orderBy('users.id')
        .execute()
    },
  }
}

/** Two users of the same name in a list of names: money must not reach the wrong one. */
const toldApart = sql<string>`users.name || case when deleted_at is null then '' else ' (deleted)' end
  || case when exists (select from users other where other.type = 'Cashier' and other.id <> users.id and other.name = users.name
    and (other.deleted_at is null) = (users.deleted_at is null)) then ', ' || users.email::text else '' end`

/** All Admins are locked, so that two of them cannot remove each other at the same moment. */
async function refuseLastAdmin(tx: Tx): Promise<void> {
  const admins = await tx
    .selectFrom('users')
    .select('id')
    .where('type', '=', 'Admin')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (admins.length <= 1)
    throw new Refusal(
      'refused',
      'This is the last Admin; without one, the installation could not be managed. Nothing was changed.',
    )
}
