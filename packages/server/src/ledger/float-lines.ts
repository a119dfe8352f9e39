// Every movement of a float in a period, read from the transfers and from the entries that caused them, and the balances
// at the end of a day, so that a statement does not have to begin at the first load.
import { type Bututs, bututs, type Day, PRODUCTS, TIME_ZONE, toDay } from '@flexpower/contract'
import { type RawBuilder, sql } from 'kysely'
import { alone } from '../db/alone.ts'
import type { Db, Tx } from '../db/db.ts'
import type { FloatKind } from '../db/schema.ts'
import { after, type Clock, endOfDay, HOUR_MS, startOfDay } from '../runtime/clock.ts'
import { repeat } from '../runtime/repeat.ts'
import { floatAccount } from './accounts.ts'
import { type Line, type Period, type Source, startAfter } from './statement.ts'

export interface Float {
  userId: number
  kind: FloatKind
}

/** A float as a source of statements. */
export const readFloat = (db: Db | Tx, float: Float): Source => ({
  lines: (period) => floatLines(float, period),
  // Money has to come in before it goes out.
  readFirstDay: async () => {
    const { rows } = await sql<{ day: Day | null }>`
      select (min(at) at time zone ${sql.lit(TIME_ZONE)})::date as day from (
        select min(created_at) as at from credit where user_id = ${float.userId} and kind = ${float.kind}
        union all
        select min(decided_at) from float_move
          where target_user_id = ${float.userId} and kind = ${float.kind} and state = 'done') came`.execute(
      db,
    )
    return rows[0]?.day ?? null
  },
  readStart: async (day) => {
    const closing = await readClosing(db, float, day)
    return closing && startAfter(closing)
  },
  readClosings: ({ from, to }) =>
    selectClosings(db, float)
      .select(cameIn.as('in'))
      .$if(from !== undefined, (query) =>
        query.where('day', '>=', ({ fn, selectFrom }) =>
          fn.coalesce(
            selectFrom('float_closing as before')
              .select(({ fn: of }) => of.max('before.day').as('day'))
              .where('before.user_id', '=', float.userId)
              .where('before.kind', '=', float.kind)
              .where('before.day', '<', from ?? ('' as Day)),
            sql<Day>`${from}::date`,
          ),
        ),
      )
      .$if(to !== undefined, (query) => query.where('day', '<=', to ?? ('' as Day)))
      .orderBy('day')
      .execute(),
})

/** Every kind goes one way only, except a correction: those of the day are read one by one. */
const cameIn = sql<Bututs>`(
  select coalesce(sum(case each.key when 'correction' then (
      select sum(m.amount) from float_move m
        where m.target_user_id = float_closing.user_id and m.kind = float_closing.kind and m.state = 'done'
          and m.credit_id is not null and (m.decided_at at time zone ${sql.lit(TIME_ZONE)})::date = float_closing.day)
      else greatest((each.value ->> 'amount')::bigint, 0) end), 0)::bigint
    from jsonb_each(float_closing.moved) each)`

/** The newest closed day, or the newest before this one. */
async function readClosing(db: Db | Tx, float: Float, before?: Day) {
  const row = await selectClosings(db, float)
    .$if(before !== undefined, (query) => query.where('day', '<', before ?? ('' as Day)))
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

const selectClosings = (db: Db | Tx, { userId, kind }: Float) =>
  db
    .selectFrom('float_closing')
    .select(['day', 'balance', 'moved'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)

/**
 * A sale is found by its time in the list of sales, an hour more on both sides, because that is when it was confirmed;
 * what took longer, was voided or was booked afterwards is in `vend_apart`, and open ones are few. Money left the float
 * when the sale was opened, except for a booked one, which has the time at which the other side sold it.
 */
const floatLines = ({ userId, kind }: Float, { from, to }: Period): RawBuilder<Line> => sql<Line>`
  with period as (select coalesce(${from}::timestamptz, '-infinity') as since, coalesce(${to}::timestamptz, 'infinity') as until),
  lived as (
    select s.id from period, any_sale s
      where s.user_id = ${userId} and s.product = any(${[...PRODUCTS]}::text[])
        and s.at >= since - interval '1 hour' and s.at < until + interval '1 hour'
    union
    select v.id from period, vend v
      where v.user_id = ${userId} and v.settled_at is not null
        and (v.state = 'voided' or v.settled_at - v.created_at not between interval '0' and interval '1 hour')
        and tstzrange(least(v.created_at, v.settled_at), greatest(v.created_at, v.settled_at), '[]') && tstzrange(since, until)
    union
    select v.id from vend v where v.user_id = ${userId} and v.state in ('sent', 'unknown', 'manual')
    -- Neighbours in the tables are read one after the other.
    order by id
  ), moved as (
    select t.entry_id, t.leg, case when t.leg = 1 and b.id is null then v.created_at else v.settled_at end as at,
        case t.leg when 1 then 'sale' when 4 then 'commission' else 'returned' end as what, v.product, v.reference,
        v.subject as about, t.source, t.amount
      from lived join vend v on v.id = lived.id left join booking b on b.sale_id = v.id
        join transfer t on t.entry_id = v.id and t.leg in (1, 4, 5)
      where v.float_kind = ${kind}
    union all
    select t.entry_id, t.leg, c.created_at, 'load', null, c.slip_reference, 'loaded by ' || u.name, t.source, t.amount
      from period, credit c join users u on u.id = c.loaded_by join transfer t on t.entry_id = c.id and t.leg = 0
      where c.user_id = ${userId} and c.kind = ${kind} and c.created_at >= since and c.created_at < until
    union all
    select t.entry_id, t.leg, m.decided_at,
        case when m.credit_id is not null then 'correction' when m.target_user_id is null then 'taken back'
          when m.source_user_id = ${userId} then 'sent' else 'received' end,
        null, coalesce(c.slip_reference, ''), concat_ws(': ', other.name, m.reason), t.source, t.amount
      from period, float_move m join transfer t on t.entry_id = m.id and t.leg = 6
        left join credit c on c.id = m.credit_id
        left join users other on other.id = case m.source_user_id when ${userId} then m.target_user_id else m.source_user_id end
      where (m.source_user_id = ${userId} or m.target_user_id = ${userId}) and m.kind = ${kind} and m.state = 'done'
        and m.decided_at >= since and m.decided_at < until
  )
  select entry_id, leg, at, what, product, reference, about,
      case source when ${floatAccount(kind, userId)} then -amount else amount end as amount
    from moved, period where at >= since and at < until`

/** A movement is written at most this long after its time. */
const WRITTEN_WITHIN_MS = HOUR_MS

/**
 * Writes the balances at the end of every day that is over, and what moved on it, of all floats. Safe to repeat; a float without new lines
 * costs a look into the indexes.
 */
export async function closeDays({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const today = toDay(after(clock.now(), -WRITTEN_WITHIN_MS))
  const floats = await db.selectFrom('float_balance').select(['user_id as userId', 'kind']).execute()
  for (const float of floats) {
    const last = await readClosing(db, float)
    const period = { from: last && endOfDay(last.day), to: startOfDay(today) }
    await sql`
      insert into float_closing (user_id, kind, day, balance, moved)
        select ${float.userId}, ${float.kind}, day, ${last?.balance ?? 0}::bigint + sum(sum(amount)) over (order by day),
            jsonb_object_agg(what, jsonb_build_object('lines', lines, 'amount', amount))
          from (select (at at time zone ${sql.lit(TIME_ZONE)})::date as day, what, count(*) as lines, sum(amount)::bigint as amount
            from (${floatLines(float, period)}) line group by 1, 2) kinds
          group by day
        on conflict do nothing`.execute(db)
  }
}

const LOOK_EVERY_MS = HOUR_MS

/** Every hour: most hours there is nothing to write. */
export const startClosing = (
  parts: { db: Db; clock: Clock; log: { warn(detail: object, text: string): void } },
  everyMs = LOOK_EVERY_MS,
): (() => Promise<void>) =>
  repeat({
    pauseMs: () => everyMs,
    run: () => alone(parts.db, 'closing of the floats', () => closeDays(parts)),
    onFailure: (error) => parts.log.warn({ err: error }, 'the floats could not be closed for the day'),
  })

/** What a float has now. */
export async function readBalance(db: Db | Tx, { userId, kind }: Float): Promise<Bututs> {
  const row = await db
    .selectFrom('float_balance')
    .select('balance')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row?.balance ?? bututs(0)
}
