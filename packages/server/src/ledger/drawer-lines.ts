// Every movement of the cash in a drawer, read from the sessions, their sales and their movements. A session begins with
// its opening and ends with what was counted, so between two sessions the drawer's balance is zero.
import { bututs, type Day, TIME_ZONE } from '@flexpower/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import { startOfDay } from '../runtime/clock.ts'
import type { Line, Period, Source } from './statement.ts'
import { IS_RETURNED } from './till-figures.ts'
import { slipNumber } from './till.ts'

export interface Drawer {
  userId: number
  /** Without a session that is not reckoned yet: its lines would add up to the cash that is expected in it. */
  isBlind: boolean
}

/** Those that ended at or after this instant, and the open one: each part by an index. */
const selectSessions = ({ userId, isBlind }: Drawer, since: Date | null) => sql`
  select * from till_session
    where user_id = ${userId} and closed_at >= coalesce(${since}::timestamptz, '-infinity')
  union all
  select * from till_session
    where user_id = ${userId} and closed_at is null and (expected is not null or not ${isBlind}::boolean)`

/** A drawer as a source of statements. */
export const readDrawer = (db: Db | Tx, drawer: Drawer): Source => ({
  lines: (period) => drawerLines(drawer, period),
  readFirstDay: async () => {
    const { rows } = await sql<{ day: Day | null }>`
      select (min(opened_at) at time zone ${sql.lit(TIME_ZONE)})::date as day
        from (${selectSessions(drawer, null)}) t`.execute(db)
    return rows[0]?.day ?? null
  },
  // Nothing is in a drawer when a session begins; where one is open, it is read from its beginning.
  readStart: async (day) => {
    const start = startOfDay(day)
    const { rows } = await sql<{ at: Date }>`
      select coalesce(min(opened_at), ${start}::timestamptz) as at from (${selectSessions(drawer, start)}) t
        where opened_at < ${start}`.execute(db)
    return { at: rows[0]?.at ?? start, balance: bututs(0) }
  },
  // A day is never closed: a sale may end days after its session.
  readClosings: async () => [],
})

/** After everything else of its instant. */
const LAST = 9_000_000_000_000_000

/**
 * Sessions do not overlap, but clocks of several processes may: whatever belongs to a session is shown between its
 * opening and its close. A sale that was voided after the count stays in its session, because its cash was counted; it
 * is paid back in a later one.
 */
const drawerLines = (drawer: Drawer, { from, to }: Period): RawBuilder<Line> => sql<Line>`
  with period as (select coalesce(${from}::timestamptz, '-infinity') as since, coalesce(${to}::timestamptz, 'infinity') as until),
  till as (select t.* from (${selectSessions(drawer, from)}) t, period where opened_at >= since and opened_at < until),
  moved as (
    select t.id, -1 as leg, t.opened_at as at, 'opening' as what, null as product, '' as reference, '' as about, t.opening as amount
      from till t
    union all
    select t.id, v.id * 4, v.created_at, 'sale', v.product, v.reference, v.subject, v.tendered
      from till t join vend v on v.till_session_id = t.id
    union all
    select t.id, v.id * 4 + 1, v.settled_at, 'returned', v.product, v.reference, v.subject, -v.tendered
      from till t join vend v on v.till_session_id = t.id where ${sql.raw(IS_RETURNED)}
    union all
    select t.id, m.id * 4 + 2, m.at, case m.kind when 'in' then 'cash in' when 'out' then 'cash out' else m.kind end,
        v.product, coalesce(v.reference, ''), m.reason, case m.kind when 'in' then m.amount else -m.amount end
      from till t join till_movement m on m.session_id = t.id left join vend v on v.id = m.vend_id
    union all
    select t.id, ${LAST}::bigint, t.closed_at, 'difference', null, 'Z slip ' || ${slipNumber('t')}, coalesce(t.reason, ''), t.difference
      from till t where t.closed_at is not null and t.difference <> 0
    union all
    select t.id, ${LAST}::bigint + 1, t.closed_at, 'closing', null, 'Z slip ' || ${slipNumber('t')},
        case when t.counted is null then 'Not counted' else 'Counted' end, -coalesce(t.counted, t.expected)
      from till t where t.closed_at is not null
  )
  select line.* from (
      select m.id as entry_id, m.leg, greatest(t.opened_at, least(m.at, t.closed_at)) as at, m.what, m.product, m.reference, m.about,
          m.amount
        from moved m join till t on t.id = m.id) line, period
    where line.at < until`
