// An Admin takes float back, moves it to another cashier, or corrects a load. Nothing goes below zero; above the limit
// it waits for a second Admin.
import { type Api, type Bututs, bututs, floatNames, formatGmd } from '@flexpower/contract'
import { type Selectable, sql } from 'kysely'
import { inTransaction, type Tx } from '../../db/db.ts'
import type { FloatKind, Schema } from '../../db/schema.ts'
import type { Call, Handlers } from '../../http/handle.ts'
import { needsSecondAdmin } from '../../identity/second-admin.ts'
import { onUser, recordAct } from '../../ledger/acts.ts'
import { repeatAfterDeadlock } from '../../ledger/book.ts'
import { readBalance } from '../../ledger/float-lines.ts'
import { moveFloat, weighMove, writeMove } from '../../ledger/float-moves.ts'
import { shownGmd, shownInstant, shownLines } from '../../lists/shown-text.ts'
import { tableList } from '../../lists/table-list.ts'
import { Refusal, wrongField } from '../../refusal.ts'
import { correctedLoad, refuseUnusual } from './ever-got.ts'
import { type AskedMove, findEarlierMove, keyColumns } from './repeated-move.ts'
import { confirmWaiting, declineWaiting, showSecondStep } from './second-step.ts'
import type { Deeded } from './slips.ts'

type Calls = Api['floats']
type MoveRow = Selectable<Schema['float_move']>

export const moveCalls = { takeBack, transfer, correct, waiting, confirm, decline } satisfies Partial<
  Handlers['floats']
>

interface Wish {
  kind: FloatKind
  sourceId: number | null
  targetId: number | null
  amount: Bututs
  creditId: number | null
  reason: string
  /** What the corrected load is then. */
  loadTotal?: Bututs
  /** The Admin was asked about an unusual amount. */
  isSure?: boolean | undefined
}

async function takeBack(call: Call<Calls['takeBack']>) {
  const { userId: sourceId, ...input } = call.input
  const wish = { ...input, sourceId, targetId: null, creditId: null }
  return moveOnce(call, { call: 'takeBack', ...call.input }, async () => wish)
}

async function transfer(call: Call<Calls['transfer']>) {
  const { isSure, ...asked } = call.input
  const { userId: sourceId, target: targetId, ...input } = asked
  if (sourceId === targetId)
    throw wrongField('target', 'Float cannot be moved to the same cashier. Nothing was moved.')
  const wish = { ...input, sourceId, targetId, creditId: null, isSure }
  return moveOnce(call, { call: 'transfer', ...asked }, async () => wish)
}

async function correct(call: Call<Calls['correct']>) {
  const { isSure, ...asked } = call.input
  const { creditId, amount: right, reason } = asked
  return moveOnce(call, { call: 'correct', ...asked }, async (tx) => {
    const { userId, kind, amount: present } = await lockLoad(tx, creditId)
    if (right === present)
      throw wrongField('amount', `This load is ${formatGmd(right)} already. Nothing was changed.`)
    const isLess = right < present
    return {
      kind,
      sourceId: isLess ? userId : null,
      targetId: isLess ? null : userId,
      amount: bututs(Math.abs(right - present)),
      creditId,
      reason,
      loadTotal: right,
      isSure,
    }
  })
}

const moveOnce = (call: Deeded, asked: AskedMove, plan: (tx: Tx) => Promise<Wish>) =>
  inOneGo(call, async (tx) => {
    const earlier = await findEarlierMove(tx, call, asked)
    return earlier ? tellEarlier(tx, earlier) : move(tx, call, await plan(tx), asked)
  })

/** As it stands now: what waited may be done since. */
async function tellEarlier(tx: Tx, row: MoveRow) {
  const wish = readWish(row)
  if (row.state === 'declined')
    throw new Refusal('conflict', `${formatGmd(row.amount)} was declined. Nothing has moved.`)
  if (row.state === 'waiting') return tellWaiting(wish)
  return { message: describeDone(wish, await readPeople(tx, wish)), state: 'done' as const }
}

const tellWaiting = ({ amount }: Wish) => ({
  message: `A second Admin must confirm ${formatGmd(amount)}. Nothing has moved yet.`,
  state: 'waiting' as const,
})

/** A sale of one of the two cashiers at the same moment may deadlock with it. */
const inOneGo = <Result>({ context: { db } }: Deeded, work: (tx: Tx) => Promise<Result>) =>
  repeatAfterDeadlock(() => inTransaction(db, work))

async function move(tx: Tx, call: Deeded, wish: Wish, asked: AskedMove) {
  const { context, caller } = call
  const people = await lockPeople(tx, wish)
  const { kind, targetId: userId, amount, loadTotal = amount } = wish
  if (userId !== null && wish.isSure !== true)
    await refuseUnusual(tx, { userId, kind, amount: loadTotal }, 'Nothing was moved')
  const now = context.clock.now()
  const needsTwo = needsSecondAdmin(context.config, {
    amount: await weighMove(tx, wish, { by: caller.userId, now }),
  })
  const id = await writeMove(tx, {
    ...wish,
    by: caller.userId,
    at: now,
    needsTwo,
    key: keyColumns(call, asked),
  })
  if (needsTwo) {
    await requireFloat(tx, wish, people)
    await note(tx, call, `asked to ${actions(wish).plan}`, people, describeWish(wish, people))
    return tellWaiting(wish)
  }
  await moveNow(tx, call, id, wish, people)
  return { message: describeDone(wish, people), state: 'done' as const }
}

async function moveNow(tx: Tx, call: Deeded, id: number, wish: Wish, people: People): Promise<void> {
  const isMoved = await moveFloat(tx, { ...wish, id })
  if (!isMoved) {
    await requireFloat(tx, wish, people)
    throw new Refusal('conflict', 'The float changed at this moment. Nothing was moved; try again.')
  }
  await note(tx, call, actions(wish).done, people, describeWish(wish, people))
}

async function requireFloat(tx: Tx, { kind, amount, sourceId }: Wish, { source }: People): Promise<void> {
  if (sourceId === null || !source) return
  const balance = await readBalance(tx, { userId: sourceId, kind })
  if (balance < amount)
    throw wrongField(
      'amount',
      `The ${floatNames[kind]} of ${source.name} is ${formatGmd(balance)}, less than ${formatGmd(amount)}. Nothing was moved.`,
    )
}

interface Person {
  id: number
  name: string
}

interface People {
  source: Person | null
  target: Person | null
}

/** Whoever they are now. */
async function readPeople(tx: Tx, { sourceId, targetId }: Wish): Promise<People> {
  const ids = [sourceId, targetId].filter((id) => id !== null)
  const rows = await tx.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute()
  const find = (id: number | null) => rows.find((row) => row.id === id) ?? null
  return { source: find(sourceId), target: find(targetId) }
}

/** In the order of their ids, so that two moves never wait for each other. A deleted user neither gives nor gets. */
async function lockPeople(tx: Tx, { sourceId, targetId }: Wish): Promise<People> {
  const ids = [sourceId, targetId].filter((id) => id !== null)
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'name', 'type'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const find = (id: number | null, field: string) => {
    if (id === null) return null
    const person = rows.find((row) => row.id === id)
    if (!person) throw wrongField(field, 'There is no such cashier. Nothing was moved.')
    if (person.type !== 'Cashier')
      throw wrongField(
        field,
        `${person.name} sells on the house's account and has no float. Nothing was moved.`,
      )
    return person
  }
  return { source: find(sourceId, 'userId'), target: find(targetId, 'target') }
}

/**
 * A load with what was corrected since; locked, so that two corrections are made one after the other. None is made while
 * another waits: that one was counted without it.
 */
async function lockLoad(tx: Tx, id: number) {
  const load = await tx
    .selectFrom('credit')
    .select(['user_id as userId', 'kind'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!load) throw wrongField('creditId', 'There is no such load. Nothing was changed.')
  const { amount, isWaiting } = await tx
    .selectFrom('credit')
    .select([
      correctedLoad('credit').as('amount'),
      sql<boolean>`exists (select from float_move m where m.credit_id = credit.id and m.state = 'waiting')`.as(
        'isWaiting',
      ),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (isWaiting)
    throw new Refusal(
      'conflict',
      'A correction of this load waits for a second Admin already. Nothing was changed; decide that one first.',
    )
  return { ...load, amount }
}

/** What the audit calls it. */
function actions({ creditId, targetId }: Wish) {
  if (creditId !== null)
    return { plan: 'correct a load', done: 'corrected a load', no: 'a correction of a load' }
  if (targetId !== null) return { plan: 'move float', done: 'moved float', no: 'a move of float' }
  return { plan: 'take float back', done: 'took float back', no: 'taking float back' }
}

function describeDone(wish: Wish, { source, target }: People): string {
  const amount = formatGmd(wish.amount)
  if (wish.creditId !== null)
    return source
      ? `The load is corrected: ${amount} was taken from the float of ${source.name}.`
      : `The load is corrected: ${target?.name ?? ''} got ${amount} more.`
  return target
    ? `${amount} moved from ${source?.name ?? ''} to ${target.name}.`
    : `${amount} was taken back from ${source?.name ?? ''}.`
}

/** In the history of both cashiers. */
async function note(
  tx: Tx,
  call: Deeded,
  action: string,
  { source, target }: People,
  after: Record<string, unknown>,
): Promise<void> {
  for (const person of [source, target])
    if (person) await recordAct(tx, call, { action, ...onUser(person), after })
}

const describeWish = (wish: Wish, { source, target }: People) => ({
  amount: formatGmd(wish.amount),
  type: wish.kind,
  ...(source && { from: source.name }),
  ...(target && { to: target.name }),
  ...(wish.creditId !== null && { load: wish.creditId }),
  reason: wish.reason,
})

async function waiting(call: Call<Calls['waiting']>) {
  const showStep = showSecondStep(call)
  return tableList({
    query: call.context.db
      .selectFrom('float_move')
      .leftJoin('users as source', 'source.id', 'source_user_id')
      .leftJoin('users as target', 'target.id', 'target_user_id')
      .leftJoin('credit', 'credit.id', 'credit_id')
      .innerJoin('users as asker', 'asker.id', 'asked_by')
      .selectAll('float_move')
      .select([
        'source.name as source_name',
        'target.name as target_name',
        'asker.name as asker_name',
        'credit.slip_reference',
      ])
      .where('float_move.state', '=', 'waiting'),
    place: sql`float_move.id`,
    at: sql`float_move.created_at`,
    text: shownLines(
      shownInstant(sql`float_move.created_at`),
      sql`source.name`,
      sql`target.name`,
      shownGmd(sql`float_move.amount`),
      sql`float_move.reason`,
      sql`slip_reference`,
      sql`asker.name`,
    ),
    amount: sql`float_move.amount`,
    show: async (row) => ({
      id: row.id,
      at: row.created_at,
      kind: row.kind,
      sourceName: row.source_name,
      targetName: row.target_name,
      corrects: row.slip_reference,
      amount: row.amount,
      reason: row.reason,
      ...(await showStep(row)),
    }),
  })
}

async function confirm(call: Call<Calls['confirm']>) {
  return inOneGo(call, async (tx) => {
    const row = await confirmWaiting(tx, call, 'float_move')
    const wish = readWish(row)
    const people = await lockPeople(tx, wish)
    await moveNow(tx, call, row.id, wish, people)
    return { message: describeDone(wish, people) }
  })
}

async function decline(call: Call<Calls['decline']>) {
  const { context, input } = call
  return inTransaction(context.db, async (tx) => {
    const wish = readWish(await declineWaiting(tx, call, 'float_move'))
    const after = { amount: formatGmd(wish.amount), reason: input.reason ?? '' }
    await note(tx, call, `declined ${actions(wish).no}`, await readPeople(tx, wish), after)
    return { message: `${formatGmd(wish.amount)} was declined. Nothing has moved.` }
  })
}

const readWish = (row: MoveRow): Wish => ({
  kind: row.kind,
  sourceId: row.source_user_id,
  targetId: row.target_user_id,
  amount: row.amount,
  creditId: row.credit_id,
  reason: row.reason,
})
