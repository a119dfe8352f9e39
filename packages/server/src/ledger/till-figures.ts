// What should be in a drawer, and the figures of its session: read from the sales and movements themselves, which are
// the only record of them.
import type { Bututs, ProductName } from '@flexpower/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import type { VendState } from '../db/schema.ts'
import type { TillFigures } from '../db/till-tables.ts'

/** Its end was not known when the drawer was counted, or is not known now: sums may be read some time after the count. */
const IN_DOUBT = `(v.state in ('sent', 'unknown', 'manual') or (v.state = 'voided' and v.settled_at >= t.counted_at))`

/**
 * Expected cash: what was in the drawer, what customers paid for sales that are sold or in doubt, and what was put in or
 * taken out. A sale that was voided before the count was given back at once.
 */
const EXPECTED = `t.opening
  + coalesce((select sum(v.tendered) from vend v
      where v.till_session_id = t.id and (v.state = 'confirmed' or ${IN_DOUBT})), 0)
  + coalesce((select sum(case m.kind when 'in' then m.amount else -m.amount end)
      from till_movement m where m.session_id = t.id), 0)`

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
}

/** Every session that is not closed, or that of one user, with the cash that should be in its drawer now. */
export async function readOpenTills(db: Db | Tx, userId: number | null = null): Promise<OpenTill[]> {
  const { rows } = await sql<OpenTill>`
    select t.id as session_id, t.user_id, t.opened_at, t.counted_at,
        coalesce(t.expected, ${sql.raw(EXPECTED)})::bigint as expected
      from till_session t
      where t.closed_at is null and (${userId}::bigint is null or t.user_id = ${userId})
      order by t.id`.execute(db)
  return rows
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
