// A till session as the contract shows it, and who may see what should be in its drawer.
import {
  type Api,
  bututs,
  formatDay,
  formatTime,
  type Answer,
  type TillFigures,
  type TillSession as ShownSession,
  type TillSessionRow,
} from '@flexpower/contract'
import type { Caller, Context } from '../../runtime/context.ts'
import type { Db } from '../../db/db.ts'
import { findOpenSession, slipNumber, type TillSession } from '../../ledger/till.ts'
import { type DoubtfulSale, readDoubtful, readFigures } from '../../ledger/till-figures.ts'

export interface Names {
  cashier_name: string
  location: string
  closer_name: string | null
  slip: string | null
}

export const sessionsWithNames = (db: Db) =>
  db
    .selectFrom('till_session')
    .innerJoin('users as cashier', 'cashier.id', 'till_session.user_id')
    .leftJoin('users as closer', 'closer.id', 'till_session.closed_by')
    .selectAll('till_session')
    .select(['cashier.name as cashier_name', 'cashier.location', 'closer.name as closer_name'])
    .select(slipNumber('till_session').as('slip'))

export const showRow = (row: TillSession & Names): TillSessionRow => ({
  id: row.id,
  cashier: row.user_id,
  // A slip keeps the names under which it was printed.
  cashierName: row.figures?.cashierName ?? row.cashier_name,
  location: row.figures?.location ?? row.location,
  state: row.closed_at !== null ? 'closed' : row.counted_at === null ? 'open' : 'counted',
  openedAt: row.opened_at,
  opening: row.opening,
  leftBefore: row.left_before,
  openingReason: row.opening_reason,
  countedAt: row.counted_at,
  counted: row.counted,
  expected: row.expected,
  difference: row.difference,
  reason: row.reason,
  closedAt: row.closed_at,
  closedBy: row.closed_by_name ?? row.closer_name,
  isClosedByOther: row.closed_by !== null && row.closed_by !== row.user_id,
  number: row.slip,
})

/** What the audit calls a session: whose, and since when. */
export const onSession = (id: number, openedAt: Date, cashierName: string) => ({
  record: `till/${id}`,
  title: `${cashierName}, ${formatDay(openedAt)} ${formatTime(openedAt)}`,
})

/** The whole session, for somebody who may see it. */
export async function showSession(
  { db, config }: Pick<Context, 'db' | 'config'>,
  caller: Pick<Caller, 'type'>,
  id: number,
): Promise<ShownSession> {
  const row = await sessionsWithNames(db).where('till_session.id', '=', id).executeTakeFirstOrThrow()
  const movements = await db
    .selectFrom('till_movement')
    .innerJoin('users', 'users.id', 'till_movement.user_id')
    .leftJoin('vend', 'vend.id', 'till_movement.vend_id')
    .selectAll('till_movement')
    .select(['users.name', 'vend.reference'])
    .where('session_id', '=', id)
    .orderBy('till_movement.id')
    .execute()
  return {
    ...showRow(row),
    movements: movements.map((each) => ({
      id: each.id,
      kind: each.kind,
      amount: each.amount,
      reason: each.reason,
      at: each.at,
      by: each.name,
      reference: each.reference,
    })),
    inDoubt: (await readDoubtful(db, id)).map(showDoubtful),
    pieces: row.pieces,
    figures: await showFigures(db, row, mayExpect(config, caller)),
    needsReason: row.closed_at === null && needsReason(config, row),
  }
}

/** Before the count, only an Admin, or a cashier of an installation that does not count blind. */
export const mayExpect = ({ till }: Context['config'], { type }: Pick<Caller, 'type'>): boolean =>
  type === 'Admin' || till.showsExpected

/** They have a drawer to count, and may not know what should be in it. */
export async function isCountingBlind(
  { db, config }: Pick<Context, 'db' | 'config'>,
  caller: Pick<Caller, 'type'>,
  userId: number,
): Promise<boolean> {
  if (mayExpect(config, caller)) return false
  const open = await findOpenSession(db, userId)
  return open !== null && open.expected === null
}

/** Above this, a difference needs a reason. */
export const isLarge = ({ till }: Context['config'], difference: number): boolean =>
  till.reasonAbove !== null && Math.abs(difference) > till.reasonAbove

export const needsReason = (config: Context['config'], { difference }: TillSession): boolean =>
  isLarge(config, difference ?? 0)

async function showFigures(db: Db, row: TillSession, isAllowed: boolean): Promise<TillFigures | null> {
  const { expected, figures } = row
  const read =
    expected !== null && figures !== null
      ? { expected, figures }
      : isAllowed
        ? await readFigures(db, row.id)
        : null
  return (
    read && {
      expected: read.expected,
      products: read.figures.products,
      moved: read.figures.moved,
      floatsBefore: fillFloats(row.floats_before),
      floatsAfter: fillFloats(read.figures.floatsAfter),
      floatsMoved: read.figures.floatsMoved ?? null,
      firstReference: read.figures.firstReference,
      lastReference: read.figures.lastReference,
      copies: read.figures.copies,
    }
  )
}

const fillFloats = (stored: TillSession['floats_before']) => ({
  electricity: bututs(0),
  airtime: bututs(0),
  ...stored,
})

export const showDoubtful = (sale: DoubtfulSale): Answer<Api['till']['current']>['refunds'][number] => ({
  id: sale.id,
  reference: sale.reference,
  product: sale.product,
  subject: sale.subject,
  tendered: sale.tendered,
  at: sale.created_at,
  state: sale.state,
  refundedAt: sale.refunded_at,
})
