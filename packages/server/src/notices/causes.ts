// Finds the causes of notices in the database, and who has to be told of each: those without a notice get one, and notices
// without a cause are over. Every cause is read by a partial index of the few rows that count.
import { type NoticeKind, PRODUCTS, type ProductName, toDay } from '@flexpower/contract'
import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'
import type { FloatKind } from '../db/schema.ts'
import { after, DAY_MS } from '../runtime/clock.ts'
import { FLOAT_DAYS, PACE_DAYS } from '../runway.ts'

/** The float that the sales of each product are paid from. */
export type FloatOf = Partial<Record<ProductName, FloatKind>>

export interface Missing {
  user_id: number
  kind: NoticeKind
  record: string
  facts: unknown
}

/**
 * Of these kinds. A low float is one that lasts less than a day at its pace; its notice is over when it lasts three again, or
 * a day of few sales would end it.
 */
const buildCauses = (wanted: readonly NoticeKind[], floatOf: FloatOf, now: Date) => {
  const of = (kind: NoticeKind) => sql`${kind} = any(${wanted}::text[])`
  const products = PRODUCTS.filter((product) => floatOf[product])
  return sql`
    select 'sale undecided' as kind, 'sale/' || reference as record, null::bigint as user_id, null::bigint as asked_by,
        jsonb_build_object('amount', tendered, 'reference', reference, 'cashier', name) as facts
      from vend join users on users.id = vend.user_id where state = 'manual' and ${of('sale undecided')}
    union all select 'backup failed', 'backup/' || min(id), null, null, jsonb_build_object(
          'file', (array_agg(file order by id))[1], 'failure', (array_agg(failure order by id))[1],
          'hasFile', (array_agg(bytes is not null order by id))[1])
      from backup where state = 'failed' and id > coalesce((select max(id) from backup where state = 'verified'), 0)
        and ${of('backup failed')} having count(*) > 0
    union all select 'difference found', 'difference/' || other_side || '/' || day, null, null,
        jsonb_build_object('side', other_side, 'day', day, 'count', count(*))
      from difference where settled_at is null and ${of('difference found')} group by other_side, day
    union all select 'message', 'message/' || id, null, null, jsonb_build_object('name', name)
      from contact_message where state = 'new' and ${of('message')}
    union all select 'application', 'application/' || id, null, null, jsonb_build_object('name', name, 'location', location)
      from application where state = 'waiting' and ${of('application')}
    union all select 'credit waiting', waits.record, null, waits.asked_by, jsonb_build_object('what', what, 'amount', amount,
        'name', (select name from users where users.id = waits.user_id))
      from (
        select 'credit/' || id as record, 'load' as what, amount, user_id, asked_by from credit_request where state = 'waiting'
        union all select 'request/' || id, 'request', amount, user_id, null from float_request where state = 'waiting'
        union all select 'move/' || id, 'move', amount, target_user_id, asked_by from float_move where state = 'waiting'
        union all select 'booking/' || difference_id, 'booking', tendered, cashier_id, asked_by
          from booking where state = 'waiting') waits where ${of('credit waiting')}
    union all select case subject when 'sms account' then 'sms stopped' when 'backup copy' then 'backup failed' else 'balance low' end,
        'alert/' || subject || '/' || extract(epoch from raised_at), null, null,
        jsonb_build_object('title', title, 'text', text)
      from alert where ${of('balance low')} or ${of('sms stopped')} or ${of('backup failed')}
    union all select 'float low', 'float/' || kind, user_id, null,
        jsonb_build_object('kind', kind, 'balance', balance, 'days', greatest(balance, 0) / used)
      from float_balance join (
        select user_id, float_kind as kind, sum(tendered - commissions)::float8 / ${PACE_DAYS} as used
          from sale_day join unnest(${products}::text[], ${products.map((product) => floatOf[product])}::text[])
            as sold (product, float_kind) using (product)
          where day >= ${toDay(after(now, -PACE_DAYS * DAY_MS))} and day < ${toDay(now)} and ${of('float low')}
          group by user_id, float_kind) pace using (user_id, kind)
      where used > 0 and ${of('float low')} and (balance < used * ${FLOAT_DAYS.veryLow}
        or (balance < used * ${FLOAT_DAYS.low} and exists (select from notice where notice.user_id = float_balance.user_id
          and notice.kind = 'float low' and record = 'float/' || float_balance.kind and over_at is null)))`
}

/** Whom to tell of what: each cause once for each user, of a cause without a user every Admin but the one who asked. */
const buildWanted = (kinds: readonly NoticeKind[], floatOf: FloatOf, now: Date) => sql`
  select users.id as user_id, cause.kind, cause.record, cause.facts
    from (${buildCauses(kinds, floatOf, now)}) cause join users on users.deleted_at is null and case
      when cause.user_id is not null then users.id = cause.user_id and users.type = 'Cashier'
      else users.type = 'Admin' and users.id is distinct from cause.asked_by end
    where cause.kind = any(${kinds}::text[])`

export async function findMissing(
  tx: Tx,
  kinds: readonly NoticeKind[],
  floatOf: FloatOf,
  now: Date,
): Promise<Missing[]> {
  const { rows } = await sql<Missing>`
    select * from (${buildWanted(kinds, floatOf, now)}) wanted
      where not exists (select from notice n where n.user_id = wanted.user_id and n.kind = wanted.kind
        and n.record = wanted.record and n.over_at is null) order by record, user_id`.execute(tx)
  return rows
}

/** Returns how many notices are over. */
export async function endOver(
  tx: Tx,
  kinds: readonly NoticeKind[],
  floatOf: FloatOf,
  now: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    with wanted as materialized (${buildWanted(kinds, floatOf, now)})
    update notice n set over_at = ${now} where n.over_at is null and n.kind = any(${kinds}::text[])
      and not exists (select from wanted w where w.user_id = n.user_id and w.kind = n.kind and w.record = n.record)`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}
