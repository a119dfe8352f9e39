// Moves float without a sale: back to the bank, to another cashier, or as the correction of a load. One statement takes
// it only if it is there, gives it, and writes the transfer.
import type { Bututs } from '@flexpower/contract'
import type { Tx } from '../db/db.ts'
import { statementIn } from '../db/db.ts'
import type { FloatKind } from '../db/schema.ts'
import { accounts, floatAccount } from './accounts.ts'

export interface FloatMove {
  /** Of its row in `float_move`. */
  id: number
  kind: FloatKind
  /** Whose float it leaves and whose it reaches; null: the bank. */
  sourceId: number | null
  targetId: number | null
  amount: Bututs
}

const moveSql = `
with debited as (
  update float_balance set balance = balance - $5
    where user_id = $2 and kind = $4 and balance >= $5
    returning user_id
), allowed as (
  select where $2::bigint is null or exists (select from debited)
), credited as (
  insert into float_balance (user_id, kind, balance) select $3, $4, $5::bigint from allowed where $3::bigint is not null
    on conflict (user_id, kind) do update set balance = float_balance.balance + excluded.balance
)
insert into transfer (entry_id, leg, source, destination, amount) select $1, 6, $6, $7, $5 from allowed
  returning entry_id`

/** False: there is less in the float, and nothing was written. */
export async function moveFloat(tx: Tx, move: FloatMove): Promise<boolean> {
  const { id, kind, sourceId, targetId, amount } = move
  const account = (userId: number | null) => (userId === null ? accounts.bank : floatAccount(kind, userId))
  const written = await statementIn(tx, moveSql, [
    id,
    sourceId,
    targetId,
    kind,
    amount,
    account(sourceId),
    account(targetId),
  ])
  return written.length > 0
}
