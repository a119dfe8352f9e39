// Whose float or drawer it is: a cashier's own, and for an Admin anybody's.
import type { Db } from '../db/db.ts'
import { Refusal } from '../refusal.ts'
import type { Caller } from '../runtime/context.ts'

/** Deleted users too: their statement stays. Another user does not exist for a cashier. */
export async function findOwner(db: Db, caller: Caller, userId: number) {
  const isSeen = caller.type === 'Admin' || caller.userId === userId
  const owner =
    isSeen &&
    (await db
      .selectFrom('users')
      .select(['id', 'name', 'sale_most', 'day_most'])
      .where('id', '=', userId)
      .executeTakeFirst())
  if (!owner) throw new Refusal('not_found', 'There is no such user.')
  return owner
}
