// How much a cashier may sell at once and in a day: set by an Admin, off by default.
import { type Api, type Bututs, formatGmd } from '@flexpower/contract'
import { inTransaction } from '../../db/db.ts'
import type { Call, Handlers } from '../../http/handle.ts'
import { onUser, recordAct } from '../../ledger/acts.ts'
import { Refusal } from '../../refusal.ts'
import { readLeftToday } from '../../sales/limits.ts'
import { findOwner } from '../../identity/owner.ts'

type Calls = Api['floats']

export const limitCalls = { limits, setLimits } satisfies Partial<Handlers['floats']>

async function limits({ context, input, caller }: Call<Calls['limits']>) {
  const { id, sale_most: perSale, day_most: perDay } = await findOwner(context.db, caller, input.userId)
  return { perSale, perDay, leftToday: perDay === null ? null : await readLeftToday(context, id, perDay) }
}

async function setLimits(call: Call<Calls['setLimits']>) {
  const { context, input } = call
  const { perSale, perDay } = input
  return inTransaction(context.db, async (tx) => {
    const before = await tx
      .selectFrom('users')
      .select(['id', 'name', 'sale_most', 'day_most'])
      .where('id', '=', input.userId)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw new Refusal('not_found', 'There is no such user.')
    await tx
      .updateTable('users')
      .set({ sale_most: perSale, day_most: perDay })
      .where('id', '=', before.id)
      .execute()
    await recordAct(tx, call, {
      action: 'set the limits of a user',
      ...onUser(before),
      before: describe(before.sale_most, before.day_most),
      after: describe(perSale, perDay),
    })
    return { message: `The limits of ${before.name} are saved. They apply from the next sale.` }
  })
}

const describe = (perSale: Bututs | null, perDay: Bututs | null) => ({
  most_per_sale: perSale === null ? 'no limit' : formatGmd(perSale),
  most_per_day: perDay === null ? 'no limit' : formatGmd(perDay),
})
