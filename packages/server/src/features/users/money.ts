// Money that a user still has: an open shift, a sale without a result, float. Nobody is deleted or made an Admin with it;
// a user who is deleted can have the float taken back in the same transaction, so that both happen or neither.
import { bututs, floatNames, formatGmd } from '@flexpower/contract'
import type { Tx } from '../../db/db.ts'
import type { Call } from '../../http/handle.ts'
import { needsSecondAdmin } from '../../identity/second-admin.ts'
import { onUser, recordAct } from '../../ledger/acts.ts'
import { moveFloat, weighMove, writeMove } from '../../ledger/float-moves.ts'
import { findOpenSession } from '../../ledger/till.ts'
import { Refusal } from '../../refusal.ts'
import type { Caller } from '../../runtime/context.ts'
import type { UserRow } from './user-rows.ts'

type Deleting = Pick<Call, 'context' | 'origin'> & { caller: Caller }

export async function refuseWithMoney(tx: Tx, user: UserRow, become: string): Promise<void> {
  await refuseUnfinished(tx, user, become)
  const left = bututs((user.electricity_float ?? 0) + (user.airtime_float ?? 0))
  if (left > 0)
    throw new Refusal(
      'refused',
      `${user.name} still has ${formatGmd(left)} of float. It must be sold or taken back before the user can be ${become}. Nothing was changed.`,
    )
}

async function refuseUnfinished(tx: Tx, user: UserRow, become: string): Promise<void> {
  if (await findOpenSession(tx, user.id))
    throw new Refusal(
      'refused',
      `${user.name} has an open shift. Close it first, then the user can be ${become}. Nothing was changed.`,
    )
  const open = await tx
    .selectFrom('vend')
    .select('id')
    .where('user_id', '=', user.id)
    .where('state', 'in', ['sent', 'unknown', 'manual'])
    .limit(1)
    .executeTakeFirst()
  if (open)
    throw new Refusal(
      'refused',
      `${user.name} has a sale whose result is not known yet and cannot be ${become} before it is. Nothing was changed.`,
    )
}

const REASON = 'The user is deleted'

/**
 * The floats are locked before open sales are looked for: a commission that is posted later belongs to a sale that is
 * still seen as open here.
 */
export async function takeAllFloat(tx: Tx, call: Deleting, user: UserRow): Promise<void> {
  const floats = await tx
    .selectFrom('float_balance')
    .select(['kind', 'balance as amount'])
    .where('user_id', '=', user.id)
    .where('balance', '>', bututs(0))
    .orderBy('kind', 'desc')
    .forUpdate()
    .execute()
  await refuseUnfinished(tx, user, 'deleted')
  for (const float of floats) await takeFloat(tx, call, user, float)
}

async function takeFloat(
  tx: Tx,
  call: Deleting,
  user: UserRow,
  { kind, amount }: Pick<Parameters<typeof moveFloat>[1], 'kind' | 'amount'>,
): Promise<void> {
  const { context, caller } = call
  const [by, now] = [caller.userId, context.clock.now()]
  const move = { kind, amount, sourceId: user.id, targetId: null }
  if (needsSecondAdmin(context.config, { amount: await weighMove(tx, move, { by, now }) }))
    throw new Refusal(
      'refused',
      `A second Admin must confirm that ${formatGmd(amount)} of ${floatNames[kind]} is taken back. Take it back on the float's page of ${user.name} first, and delete the user after it is confirmed. Nothing was changed.`,
    )
  const id = await writeMove(tx, { ...move, reason: REASON, by, at: now, needsTwo: false })
  if (!(await moveFloat(tx, { ...move, id }))) throw new Error('a locked float has what was read')
  await recordAct(tx, call, {
    action: 'took float back',
    ...onUser(user),
    after: { amount: formatGmd(amount), type: kind, from: user.name, reason: REASON },
  })
}
