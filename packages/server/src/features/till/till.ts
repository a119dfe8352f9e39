// A cashier's own till session: open, cash that moves, refunds, the day so far.
import { randomUUID } from 'node:crypto'
import { type Api, type Bututs, bututs, formatDay, formatGmd, formatTime, toDay } from '@flexpower/contract'
import type { Caller, Context } from '../../runtime/context.ts'
import { inTransaction, type Tx } from '../../db/db.ts'
import type { Call, Handlers } from '../../http/handle.ts'
import { recordAct } from '../../ledger/acts.ts'
import {
  findOpenSession,
  lockBeforeOpening,
  moveCash,
  openSession,
  payRefund,
  readLeft,
  type TillMovement,
  type TillSession,
} from '../../ledger/till.ts'
import { readOpenTills, readOwedRefunds, sumInSessions } from '../../ledger/till-figures.ts'
import { Refusal, wrongField } from '../../refusal.ts'
import { startOfDay } from '../../runtime/clock.ts'
import { close, closeFor } from './close.ts'
import { list, one } from './sessions.ts'
import { statement, statementFile, sums } from './statement.ts'
import { isCountingBlind, isLarge, mayExpect, onSession, showDoubtful, showSession } from './show-session.ts'
import { countPrint, mailSlip, slipFile } from './slip.ts'
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
  slipFile,
  countPrint,
  mailSlip,
  wall,
  statement,
  statementFile,
  sums,
}

async function current({ context, caller }: Call<Calls['current']>) {
  const { db, config } = context
  const session = await findOpenSession(db, caller.userId)
  return {
    session: session && (await showSession(context, caller, session.id)),
    refunds: (await readOwedRefunds(db, caller.userId)).map(showDoubtful),
    isRequired: config.till.isRequired && caller.type !== 'Admin',
    leftBefore: await readLeft(db, caller.userId),
    denominations: config.till.denominations,
  }
}

async function today({ context, caller }: Call<Calls['today']>) {
  const { db, clock, config } = context
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
  const inShifts = await sumInSessions(db, [caller.userId], startOfDay(toDay(clock.now())))
  const sold = products.reduce((sum, { tendered }) => sum + tendered, 0)
  const outside = bututs(sold - (inShifts.get(caller.userId) ?? 0))
  // With the opening and what was moved, the sales would add up to it.
  const isBlind = await isCountingBlind(context, caller, caller.userId)
  return {
    products: products.map((row) => ({ ...row, tendered: isBlind ? null : row.tendered })),
    expected: tills[0]?.expected ?? null,
    outside,
  }
}

async function open(call: Call<Calls['open']>) {
  const { context, input, caller } = call
  const session = await inTransaction(context.db, async (tx) => {
    const before = await lockBeforeOpening(tx, caller.userId)
    if (before) throw openAlready(before)
    const leftBefore = await readLeft(tx, caller.userId)
    const isSame = leftBefore === null || leftBefore === input.opening
    if (!isSame) askAboutOpening(context, leftBefore, input)
    const opened = await openSession(tx, {
      userId: caller.userId,
      opening: input.opening,
      leftBefore,
      reason: isSame ? null : input.reason || null,
      at: context.clock.now(),
    })
    if (!opened) throw new Refusal('forbidden', 'Your account was deleted. No shift was opened.')
    await recordAct(tx, call, {
      action: 'opened a shift',
      ...onSession(opened.id, opened.opened_at, caller.name),
      after: {
        opening: formatGmd(opened.opening),
        ...(!isSame && {
          'last shift ended with': formatGmd(leftBefore),
          reason: opened.opening_reason ?? '',
        }),
      },
    })
    return opened
  })
  return showSession(context, caller, session.id)
}

/** Cash that is not there any more is not forgotten: it asks, and above the limit it wants to know why. */
function askAboutOpening(
  { config }: Context,
  leftBefore: Bututs,
  { opening, reason, isSure }: Call<Calls['open']>['input'],
): void {
  const ended = `Your last shift ended with ${formatGmd(leftBefore)} in the drawer.`
  if (isLarge(config, opening - leftBefore) && !reason)
    throw wrongField('reason', `${ended} Say why it is ${formatGmd(opening)} now. No shift was opened.`)
  if (isSure !== true && !reason)
    throw wrongField('isSure', `${ended} Open with ${formatGmd(opening)}? No shift was opened yet.`)
}

const openAlready = ({ opened_at: at, opening }: TillSession): Refusal =>
  new Refusal(
    'conflict',
    `Your shift is open already since ${formatDay(at)}, ${formatTime(at)}, with ${formatGmd(opening)}. Nothing was changed.`,
  )

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
    const { isSure, ...wanted } = input
    const moved = await moveCash(tx, { ...wanted, userId: caller.userId, at, key })
    if (!moved) return (await findRepeated(tx, call, key)).session_id
    const mayAsk = isSure !== true && moved.kind !== 'in' && mayExpect(context.config, caller)
    if (mayAsk) await refuseTooMuch(tx, moved)
    await recordMovement(tx, call, moved)
    return moved.session_id
  })
  return showSession(context, caller, sessionId)
}

/**
 * What was written goes with the refusal. Who counts blind is not asked: trying amounts until one is recorded would tell
 * what should be in the drawer, and leave no trace (decision 47).
 */
async function refuseTooMuch(tx: Tx, { user_id: userId }: TillMovement): Promise<void> {
  const [session] = await readOpenTills(tx, userId)
  if (session && session.expected < 0)
    throw wrongField(
      'isSure',
      'This is more than the drawer can have. Nothing was recorded yet. Record it anyway?',
    )
}

/** The same key again is the same movement, whichever session is open now; without one, no session took it. */
async function findRepeated(tx: Tx, { input, caller }: Call<Calls['move']>, key: string) {
  const earlier = await tx
    .selectFrom('till_movement')
    .selectAll()
    .where('user_id', '=', caller.userId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!earlier) {
    await requireTaking(tx, caller.userId)
    throw new Refusal('conflict', 'Your shift was opened at this moment. Nothing was recorded; try again.')
  }
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
      // The cashier who took the money may be away or deleted, and the customer waits.
      paysForAll: caller.type === 'Admin',
      reason: 'Sale voided after the shift was counted',
      at,
    })
    if (!paid) {
      await requireTaking(tx, caller.userId)
      throw await explainNoRefund(tx, input.sale, caller)
    }
    await recordMovement(tx, call, paid)
    return paid.session_id
  })
  return showSession(context, caller, sessionId)
}

async function explainNoRefund(tx: Tx, saleId: number, { userId, type }: Caller): Promise<Refusal> {
  const paid = await tx
    .selectFrom('till_movement')
    .innerJoin('vend', 'vend.id', 'vend_id')
    .select('at')
    .where('vend_id', '=', saleId)
    .$if(type !== 'Admin', (query) => query.where('vend.user_id', '=', userId))
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
    ...onSession(session.id, session.opened_at, call.caller.name),
    after: { amount: formatGmd(bututs(moved.amount)), reason: moved.reason },
  })
}
