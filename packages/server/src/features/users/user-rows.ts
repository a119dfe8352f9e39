// A user in the database: read, locked, written, and described for the audit.
import { bututs, type User } from '@flexpower/contract'
import { type Db, inTransaction, isUniqueViolation, type Tx } from '../../db/db.ts'
import { Refusal, wrongField } from '../../refusal.ts'

type Entered = Pick<
  User,
  'name' | 'email' | 'address' | 'location' | 'type' | 'commissionPercent' | 'mayTakePostpaid'
>

export const usersWithFloats = (db: Db | Tx) =>
  db
    .selectFrom('users')
    .leftJoin('float_balance as electricity', (join) =>
      join.onRef('electricity.user_id', '=', 'users.id').on('electricity.kind', '=', 'electricity'),
    )
    .leftJoin('float_balance as airtime', (join) =>
      join.onRef('airtime.user_id', '=', 'users.id').on('airtime.kind', '=', 'airtime'),
    )
    .selectAll('users')
    .select(['electricity.balance as electricity_float', 'airtime.balance as airtime_float'])

export type UserRow = Awaited<ReturnType<ReturnType<typeof usersWithFloats>['executeTakeFirstOrThrow']>>

export const shownUser = (row: UserRow): User => ({
  id: row.id,
  name: row.name,
  email: row.email,
  address: row.address,
  location: row.location,
  type: row.type,
  contractType: 'Commission',
  commissionPercent: row.commission_percent,
  mayTakePostpaid: row.may_take_postpaid,
  electricityFloat: row.electricity_float ?? bututs(0),
  airtimeFloat: row.airtime_float ?? bututs(0),
  createdAt: row.created_at,
  version: row.version,
})

export const noSuchUser = () => new Refusal('not_found', 'There is no such user.')

export async function findUser(db: Db, id: number): Promise<User> {
  const row = await usersWithFloats(db)
    .where('users.id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw noSuchUser()
  return shownUser(row)
}

/** The record, locked until the transaction ends. */
export async function lockUser(tx: Tx, id: number): Promise<UserRow> {
  // First the lock, then the floats: read together, the floats would be those from before the wait.
  await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
  const row = await usersWithFloats(tx)
    .where('users.id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw noSuchUser()
  return row
}

export async function insertUser(tx: Tx, user: Entered, passwordHash: string, now: Date): Promise<number> {
  const { id } = await tx
    .insertInto('users')
    .values({
      name: user.name,
      email: user.email,
      password_hash: passwordHash,
      address: user.address,
      location: user.location,
      type: user.type,
      commission_percent: user.commissionPercent,
      may_take_postpaid: user.mayTakePostpaid,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Runs the work in a transaction; an e-mail address that somebody else has is refused at its field. */
export async function takingTheAddress<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  try {
    return await inTransaction(db, work)
  } catch (error) {
    if (!isUniqueViolation(error, 'users_email')) throw error
    const message = 'Another user has this email already.'
    throw wrongField('email', message)
  }
}

/** As a person reads it. */
export const snapshot = (user: Entered) => ({
  name: user.name,
  email: user.email,
  address: user.address,
  location: user.location,
  user_type: user.type,
  commission: `${user.commissionPercent / 100} %`,
  post_paid: user.mayTakePostpaid ? 'allowed' : 'not allowed',
})
