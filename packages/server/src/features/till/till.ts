// A cashier's own till session: open, cash that moves, refunds, the day so far.
import { randomUUID } from 'node:crypto'
import { type Api, type Bututs, bututs, formatDay, formatGmd, formatTime, toDay } from '@flexpower/contract'
import type { Context } from '../../runtime/context.ts'
import { inTransaction, isUniqueViolation, type Tx } from '../../db/db.ts'
import type { Call, Handlers } from '../../http/handle.ts'
import { recordAct } from '../../ledger/acts.ts'
import {
  findOpenSession,
  moveCash,
  openSession,
  payRefund,
  type TillMovement,
  type TillSession,
} from '../../ledger/till.ts'
import { readOpenTills, readOwedRefunds } from '../../ledger/till-figures.ts'
import { Refusal } from '../../refusal.ts'
import { close, closeFor } from './close.ts'
import { list, one } from './sessions.ts'
import { mayExpect, showDoubtful, showSession } from './show-session.ts'
import { wall } from './wall.ts'

type Calls = Api['till']

export const till: Omit<Handlers['till'], 'compare'> = {
  current,
  today,
  open,
  move,
  refund,
  close,
  list,
  one,
  closeFor,
  wall,
}

async function current({ context, caller }: Call<Calls['current']>) {
  const { db, config } = context
  const session = await findOpenSession(db, caller.userId)
  return {
    session: session && (await showSession(context, caller, session.id)),
    refunds: (await readOwedRefunds(db, caller.userId)).map(showDoubtful),
    isRequired: config.till.isRequired && caller.type !== 'Admin',
    denominations: config.till.denominations,
  }
}

async function today({ context: { db, clock, config }, caller }: Call<Calls['today']>) {
  const products = await db
    .selectFrom('sale_day')
    .select(['product'])
    .select(({ fn }) => [
      fn.sum<number>('sales').as('sales'),
      fn.sum<Bututs>('tendered').as('tendered'),
      fn.sum<Bututs>('commissions').as('commission'),
    ])
    .where('user_id', '=', caller.userId)
    .where('day', '=', toDay(clock.now()))
    .groupBy('product')
    .orderBy('product')
    .execute()
  const tills = mayExpect(config, caller) ? await readOpenTills(db, caller.userId) : []
  return { products, expected: tills[0]?.expected ?? null }
}

async function open(call: Call<Calls['open']>) {
  const { context, input, caller } = call
  const session = await inTransaction(context.db, async (tx) => {
    const opened = await openSession(tx, {
      userId: caller.userId,
      opening: input.opening,
      at: context.clock.now(),
    })
    if (!opened) throw new Refusal('forbidden', 'Your account was deleted. No shift was opened.')
    await recordAct(tx, call, {
      action: 'opened a shift',
      ...onSession(opened, caller.name),
      after: { opening: formatGmd(opened.opening) },
    })
    return opened
  }).catch(async (error: unknown) => {
    if (isUniqueViolation(error, 'till_session_open')) throw await openAlready(context, caller.userId)
    throw error
  })
  return showSession(context, caller, session.id)
}

async function openAlready({ db }: Context, userId: number): Promise<Refusal> {
  const session = await findOpenSession(db, userId)
  const since = session
    ? ` since ${formatDay(session.opened_at)}, ${formatTime(session.opened_at)}, with ${formatGmd(session.opening)}`
    : ''
  return new Refusal('conflict', `Your shift is open already${since}. Nothing was changed.`)
}

const movementActions = {
  in: 'put cash into the drawer',
  out: 'took cash out of the drawer',
  drop: 'moved cash from the drawer to the safe',
  refund: 'paid a customer back',
} as const

async function move(call: Call<Calls['move']>) {
  const { context, input, caller, origin } = call
  const key = origin.idempotencyKey ?? randomUUID()
  const sessionId = await inTransaction(context.db, async (tx) => {
    const at = context.clock.now()
    const moved = await moveCash(tx, { ...input, userId: caller.userId, at, key })
    if (!moved) return (await findRepeated(tx, call, key)).session_id
    await recordMovement(tx, call, moved)
    return moved.session_id
  })
  return showSession(context, caller, sessionId)
}

/** The same key again is the same movement; without one, no session takes it. */
async function findRepeated(tx: Tx, { input, caller }: Call<Calls['move']>, key: string) {
  const session = await requireTaking(tx, caller.userId)
  const earlier = await tx
    .selectFrom('till_movement')
    .selectAll()
    .where('session_id', '=', session.id)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (earlier.kind !== input.kind || earlier.amount !== input.amount || earlier.reason !== input.reason)
    throw new Refusal(
      'invalid',
      'This entry was recorded with other details before. Nothing more was recorded; enter a new one.',
    )
  return earlier
}

/** The caller's session, if it takes movements. */
async function requireTaking(tx: Tx, userId: number): Promise<TillSession> {
  const session = await findOpenSession(tx, userId)
  if (!session) throw new Refusal('refused', 'You have no open shift. Nothing was recorded; open it first.')
  if (session.counted_at !== null)
    throw new Refusal(
      'refused',
      'Your drawer is counted already. Nothing was recorded; close the shift first.',
    )
  return session
}

async function refund(call: Call<Calls['refund']>) {
  const { context, input, caller } = call
  const sessionId = await inTransaction(context.db, async (tx) => {
    const at = context.clock.now()
    const paid = await payRefund(tx, {
      userId: caller.userId,
      saleId: input.sale,
      reason: 'Sale voided after the shift was counted',
      at,
    })
    if (!paid) {
      await requireTaking(tx, caller.userId)
      throw await explainNoRefund(tx, input.sale, caller.userId)
    }
    await recordMovement(tx, call, paid)
    return paid.session_id
  })
  return showSession(context, caller, sessionId)
}

async function explainNoRefund(tx: Tx, saleId: number, userId: number): Promise<Refusal> {
  const paid = await tx
    .selectFrom('till_movement')
    .select('at')
    .where('vend_id', '=', saleId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return paid
    ? new Refusal(
        'conflict',
        `This sale was recorded as paid back on ${formatDay(paid.at)} at ${formatTime(paid.at)}. Nothing more was recorded; do not pay it again.`,
      )
    : new Refusal(
        'refused',
        'No money is owed for this sale. Nothing was recorded; do not pay anything back.',
      )
}

async function recordMovement(
  tx: Tx,
  call: Pick<Call<Calls['move']>, 'context' | 'caller' | 'origin'>,
  moved: TillMovement,
): Promise<void> {
  const session = await findOpenSession(tx, moved.user_id)
  if (!session) throw new Error('the session of a movement is open until the movement is written')
  await recordAct(tx, call, {
    action: movementActions[moved.kind],
    ...onSession(session, call.caller.name),
    after: { amount: formatGmd(bututs(moved.amount)), reason: moved.reason },
  })
}

/** What the audit calls a session: whose, and since when. */
export const onSession = ({ id, opened_at: at }: TillSession, cashierName: string) => ({
  record: `till/${id}`,
  title: `${cashierName}, ${formatDay(at)} ${formatTime(at)}`,
})
