// What should be in a drawer, and the figures of its session: read from the sales and movements themselves, which are
// the only record of them.
import type { Bututs, ProductName } from '@flexpower/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import type { VendState } from '../db/schema.ts'
import type { TillFigures } from '../db/till-tables.ts'

/** Its end was not known when the drawer was counted, or is not known now: sums may be read some time after the count. */
const IN_DOUBT = `(v.state in ('sent', 'unknown', 'manual') or (v.state = 'voided' and coalesce(v.settled_at >= t.counted_at, false)))`

/** Voided while its session took sales: the cash was given back at once. */
export const IS_RETURNED = `v.state = 'voided'
  and case when t.expected is null then not ${IN_DOUBT} else not exists (select from till_doubt d where d.vend_id = v.id) end`

/**
 * Expected cash: what was in the drawer, what customers paid for sales that are sold or in doubt, and what was put in or
 * taken out. A sale that was voided before the count was given back at once.
 */
const EXPECTED = `t.opening
  + coalesce((select sum(v.tendered) from vend v
      where v.till_session_id = t.id and (v.state = 'confirmed' or ${IN_DOUBT})), 0)
  + coalesce((select sum(case m.kind when 'in' then m.amount else -m.amount end)
      from till_movement m where m.session_id = t.id), 0)`

/**
 * Everything that loads and moves ever brought to a user's floats and took from them, by kind of movement. Two of these
 * sums, each read with the floats themselves, tell what moved between them, whatever the clocks say.
 */
export const sumFloatMoves = (userId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select jsonb_object_agg(each.kind, (select jsonb_build_object(
      'load', (select coalesce(sum(amount), 0) from credit c where c.user_id = ${userId} and c.kind = each.kind),
      'correction', coalesce(sum(case when target_user_id is null then -amount else amount end)
        filter (where credit_id is not null), 0),
      'received', coalesce(sum(amount) filter (where credit_id is null and target_user_id = ${userId}), 0),
      'sent', coalesce(-sum(amount)
        filter (where credit_id is null and source_user_id = ${userId} and target_user_id is not null), 0),
      'back', coalesce(-sum(amount) filter (where credit_id is null and target_user_id is null), 0))
    from float_move m where m.state = 'done' and m.kind = each.kind and ${userId} in (m.source_user_id, m.target_user_id)))
  from unnest(array['electricity', 'airtime']) each (kind))`

/** `expected` and `figures` of one session, at one moment. */
export const selectFigures = (id: number): RawBuilder<{ expected: Bututs; figures: TillFigures }> => sql`
  select (${sql.raw(EXPECTED)})::bigint as expected, jsonb_build_object(
      'cashierName', u.name,
      'location', u.location,
      'products', (select coalesce(jsonb_agg(to_jsonb(p) order by p.product), '[]') from (
          select v.product, count(*) filter (where state = 'confirmed') as sales,
              coalesce(sum(tendered) filter (where state = 'confirmed'), 0) as tendered,
              coalesce(sum(fee) filter (where state = 'confirmed'), 0) as fees,
              coalesce(sum(commission) filter (where state = 'confirmed'), 0) as commission,
              count(*) filter (where ${sql.raw(IN_DOUBT)}) as "inDoubt",
              coalesce(sum(tendered) filter (where ${sql.raw(IN_DOUBT)}), 0) as "inDoubtAmount",
              count(*) filter (where state = 'voided' and not ${sql.raw(IN_DOUBT)}) as voided,
              coalesce(sum(tendered) filter (where state = 'voided' and not ${sql.raw(IN_DOUBT)}), 0) as "voidedAmount"
            from vend v where v.till_session_id = t.id group by v.product) p),
      'moved', (select jsonb_build_object(
            'in', coalesce(sum(amount) filter (where kind = 'in'), 0),
            'out', coalesce(sum(amount) filter (where kind = 'out'), 0),
            'drop', coalesce(sum(amount) filter (where kind = 'drop'), 0),
            'refund', coalesce(sum(amount) filter (where kind = 'refund'), 0))
          from till_movement m where m.session_id = t.id),
      'floatsAfter', (select coalesce(jsonb_object_agg(kind, balance), '{}') from float_balance f where f.user_id = t.user_id),
      'floatsMoved', case when t.moved_before is not null then (
          select jsonb_object_agg(float.key, (
              select jsonb_object_agg(now.key, now.value::bigint - (t.moved_before -> float.key ->> now.key)::bigint)
                from jsonb_each_text(float.value) now))
            from jsonb_each(${sumFloatMoves(sql`t.user_id`)}) float) end,
      'inDoubt', (select coalesce(jsonb_agg(v.id order by v.id), '[]') from vend v
          where v.till_session_id = t.id and ${sql.raw(IN_DOUBT)}),
      'firstReference', (select (array_agg(v.reference order by v.id))[1] from vend v
          where v.till_session_id = t.id and v.state <> 'voided'),
      'lastReference', (select (array_agg(v.reference order by v.id desc))[1] from vend v
          where v.till_session_id = t.id and v.state <> 'voided'),
      'copies', (select coalesce(sum(r.prints - 1), 0) from receipt_print r join vend v on v.id = r.sale_id
          where v.till_session_id = t.id)
    ) as figures
    from till_session t join users u on u.id = t.user_id where t.id = ${id}`

/** The figures so far: an X report. */
export async function readFigures(
  db: Db | Tx,
  id: number,
): Promise<{ expected: Bututs; figures: TillFigures }> {
  const { rows } = await selectFigures(id).execute(db)
  const [row] = rows
  if (!row) throw new Error(`there is no till session ${id}`)
  return row
}

export interface OpenTill {
  session_id: number
  user_id: number
  opened_at: Date
  counted_at: Date | null
  expected: Bututs
  opening_difference: Bututs | null
}

/** Every session that is not closed, or that of one user, with the cash that should be in its drawer now. */
export async function readOpenTills(db: Db | Tx, userId: number | null = null): Promise<OpenTill[]> {
  const { rows } = await sql<OpenTill>`
    select t.id as session_id, t.user_id, t.opened_at, t.counted_at, t.opening_difference,
        coalesce(t.expected, ${sql.raw(EXPECTED)})::bigint as expected
      from till_session t
      where t.closed_at is null and (${userId}::bigint is null or t.user_id = ${userId})
      order by t.id`.execute(db)
  return rows
}

/** What each of these users sold in sessions since a moment; one that was in doubt may be of a session from before it. */
export async function sumInSessions(db: Db, ids: number[], since: Date): Promise<Map<number, Bututs>> {
  const { rows } = await sql<{ user_id: number; sold: Bututs }>`
    with taken as (
      select t.user_id, v.id
        from unnest(${ids}::bigint[]) as each (user_id) cross join lateral (
            select o.id, o.user_id from till_session o where o.user_id = each.user_id and o.closed_at is null
            union all
            select c.id, c.user_id from till_session c where c.user_id = each.user_id and c.closed_at >= ${since}) t
          join vend v on v.till_session_id = t.id
      union
      select t.user_id, d.vend_id from till_doubt d join till_session t on t.id = d.session_id)
    select taken.user_id, sum(s.tendered)::bigint as sold
      from taken join sale s on s.id = taken.id where s.at >= ${since} group by taken.user_id`.execute(db)
  return new Map(rows.map(({ user_id, sold }) => [user_id, sold]))
}

export interface DoubtfulSale {
  id: number
  reference: string
  product: ProductName
  subject: string
  tendered: Bututs
  state: VendState
  created_at: Date
  /** When it was paid back, if it was. */
  refunded_at: Date | null
}

/** Sales of a session whose end was not known at its count, or is not known now if it was not counted yet. */
export async function readDoubtful(db: Db | Tx, id: number): Promise<DoubtfulSale[]> {
  const { rows } = await sql<DoubtfulSale>`
    select v.id, v.reference, v.product, v.subject, v.tendered, v.state, v.created_at, m.at as refunded_at
      from till_session t join vend v on v.till_session_id = t.id
        left join till_doubt d on d.vend_id = v.id
        left join till_movement m on m.vend_id = v.id
      where t.id = ${id}
        and case when t.expected is null then ${sql.raw(IN_DOUBT)} else d.vend_id is not null end
      order by v.id`.execute(db)
  return rows
}

/** Sales that were voided after their session was counted, and not paid back yet. */
const OWED = `till_session t join till_doubt d on d.session_id = t.id join vend v on v.id = d.vend_id
  where v.state = 'voided' and not exists (select from till_movement m where m.vend_id = v.id)`

/** What a cashier owes customers. */
export async function readOwedRefunds(db: Db | Tx, userId: number): Promise<DoubtfulSale[]> {
  const { rows } = await sql<DoubtfulSale>`
    select v.id, v.reference, v.product, v.subject, v.tendered, v.state, v.created_at, null::timestamptz as refunded_at
      from ${sql.raw(OWED)} and t.user_id = ${userId}
      order by v.id`.execute(db)
  return rows
}

export interface OwedRefunds {
  user_id: number
  count: number
  amount: Bututs
  /** The oldest session with one. */
  session_id: number
}

/** What each cashier owes customers; those who owe nothing are not in it. */
export async function sumOwedRefunds(db: Db): Promise<OwedRefunds[]> {
  const { rows } = await sql<OwedRefunds>`
    select t.user_id, count(*) as count, sum(v.tendered) as amount, min(t.id) as session_id
      from ${sql.raw(OWED)} group by t.user_id`.execute(db)
  return rows
}
