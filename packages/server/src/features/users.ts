// The people who sell and the people who manage.
import { type Api, bututs, type User } from '@flexpower/contract'
import type { Context } from '../context.ts'
import type { Handler } from '../http/handle.ts'
import { Refusal } from '../refusal.ts'

type Calls = Api['users']

/** A Cashier sees the own record; anybody else's does not exist for them. */
export const one: Handler<Calls['one']> = async ({ context, input, caller }) => {
  const user =
    caller.type === 'Admin' || input.userId === caller.userId ? await findUser(context, input.userId) : null
  if (!user) throw new Refusal('not_found', 'There is no such user.')
  return user
}

async function findUser({ db }: Context, id: number): Promise<User | null> {
  const row = await db
    .selectFrom('users')
    .leftJoin('float_balance as electricity', (join) =>
      join.onRef('electricity.user_id', '=', 'users.id').on('electricity.kind', '=', 'electricity'),
    )
    .leftJoin('float_balance as airtime', (join) =>
      join.onRef('airtime.user_id', '=', 'users.id').on('airtime.kind', '=', 'airtime'),
    )
    .select([
      'users.id',
      'name',
      'email',
      'address',
      'location',
      'type',
      'commission_percent',
      'may_take_postpaid',
      'created_at',
    ])
    .select(['electricity.balance as electricity_float', 'airtime.balance as airtime_float'])
    .where('users.id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  return {
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
  }
}
