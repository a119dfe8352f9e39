// Loading float: money from the bank onto a cashier's account, under a slip reference that can be used once.
import type { Bututs } from '@flexpower/contract'
import type { Tx } from '../db/db.ts'
import type { FloatKind } from '../db/schema.ts'
import { accounts, floatAccount } from './accounts.ts'

export interface Load {
  userId: number
  kind: FloatKind
  amount: Bututs
  slipReference: string
  loadedBy: number
  at: Date
}

/** The float afterwards. Throws a unique violation (credit_kind_slip_key_key) for a slip that was loaded before. */
export async function loadCredit(
  tx: Tx,
  { userId, kind, amount, slipReference, loadedBy, at }: Load,
): Promise<Bututs> {
  const { balance } = await tx
    .insertInto('float_balance')
    .values({ user_id: userId, kind, balance: amount })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'kind'])
        .doUpdateSet((row) => ({ balance: row('float_balance.balance', '+', amount) })),
    )
    .returning('balance')
    .executeTakeFirstOrThrow()
  const { id } = await tx
    .insertInto('credit')
    .values({
      user_id: userId,
      kind,
      amount,
      slip_reference: slipReference,
      balance_after: balance,
      loaded_by: loadedBy,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (amount > 0)
    await tx
      .insertInto('transfer')
      .values({
        entry_id: id,
        leg: 0,
        source: accounts.bank,
        destination: floatAccount(kind, userId),
        amount,
      })
      .execute()
  return balance
}
