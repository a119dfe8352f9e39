// Till sessions, for those who may see them: an Admin all, a Cashier their own.
import type { Api, Differing } from '@flexpower/contract'
import { sql } from 'kysely'
import type { Call } from '../../http/handle.ts'
import { findSession, slipNumber } from '../../ledger/till.ts'
import { shownGmd, shownInstant, shownLines } from '../../lists/shown-text.ts'
import { tableList } from '../../lists/table-list.ts'
import { Refusal } from '../../refusal.ts'
import { startOfDay } from '../../runtime/clock.ts'
import { sessionsWithNames, showRow, showSession } from './show-session.ts'

type Calls = Api['till']

/** As the wall counts them. */
const IS_DIFFERING = {
  short: sql<boolean>`difference < 0`,
  over: sql<boolean>`difference > 0`,
  opened_less: sql<boolean>`opening_difference < 0`,
} satisfies Record<Differing, unknown>

export async function list({
  context: { db },
  input: { differing, closedFrom },
  caller,
}: Call<Calls['list']>) {
  return tableList({
    query: sessionsWithNames(db)
      .$if(caller.type !== 'Admin', (query) => query.where('till_session.user_id', '=', caller.userId))
      .$if(differing !== undefined, (query) => query.where(IS_DIFFERING[differing ?? 'short']))
      .$if(closedFrom !== undefined, (query) =>
        query.where(sql<boolean>`closed_at >= ${closedFrom && startOfDay(closedFrom)}`),
      ),
    place: sql`till_session.id`,
    at: sql`till_session.opened_at`,
    text: shownLines(
      sql`cashier.name`,
      sql`cashier.location`,
      shownInstant(sql`opened_at`),
      shownInstant(sql`closed_at`),
      shownGmd(sql`opening`),
      shownGmd(sql`counted`),
      shownGmd(sql`expected`),
      shownGmd(sql`difference`),
      sql`reason`,
      sql`coalesce(closed_by_name, closer.name)`,
      slipNumber('till_session'),
    ),
    cashier: sql`till_session.user_id`,
    show: showRow,
  })
}

export async function one({
  context,
  input,
  caller,
}: Pick<Call<Calls['one']>, 'context' | 'input' | 'caller'>) {
  const session = await findSession(context.db, input.id)
  if (!session || (caller.type !== 'Admin' && session.user_id !== caller.userId)) throw noSuchSession()
  return showSession(context, caller, session.id)
}

export const noSuchSession = () => new Refusal('not_found', 'There is no such shift.')
