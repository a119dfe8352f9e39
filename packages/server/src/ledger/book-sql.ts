// The four statements of the book. Each takes a batch as arrays, one element for each sale, at most one sale for each
// user: so an UPDATE … FROM and an ON CONFLICT below never see the same row twice. Open sales are described by what
// they are not, so that they are found by their id and not through an index of the open ones, in which every sale
// leaves an entry.

import { PRODUCTS, TIME_ZONE } from '@flexpower/contract'

/** In a till session, or none is needed. */
const SEATED = `(v.till <> 'required' or v.till_session_id is not null)`
const ALLOWED = `(not v.is_known and v.pause is null and ${SEATED} and v.has_room)`

/**
 * Phase 1: finds the verification if no terms are given, takes the money from the float only if it is there, writes
 * the intent and the hold. A sale without a verification, a till session that it needs, room in the day's limit, or
 * enough float, or of a product that is paused, writes nothing and says which. So does one whose key its seller has
 * used: a violation of the unique index would fail the whole batch, and after a failover many sales are repeated at
 * once. What the other side has sold already (till 'none') is booked although it is paused. The session's row stays
 * locked until the sale is written: a count of the drawer waits for it, or it waits for the count and finds the session
 * counted. Whether it is sold on the house's account or from a float is decided and stored here: a verification may have
 * been made in another role, and on the house's account there is no commission. A key is looked up by `(select true …)`:
 * for `exists`, a plan made in a new installation reads all keys there are into a hash table.
 */
export const openSql = `
with asked as (
  select a.*, not a.key_is_ours and (select true from vend k where k.user_id = a.user_id and k.key = a.key) is true as is_known
    from unnest($1::bigint[], $2::text[], $3::boolean[], $4::text[], $5::text[], $6::text[], $7::bigint[],
      $8::text[], $9::timestamptz[], $10::timestamptz[], $11::timestamptz[], $13::jsonb[], $14::text[], $15::text[], $16::bigint[], $17::text[])
    with ordinality as a (user_id, key, key_is_ours, product, subject, phone, tendered, float_kind, at, since, ask_at, terms, reference, till,
      day_most, receipt_code, place)
), verified as (
  select a.*, q.quote, p.sentence as pause, (select t.id from till_session t
        where t.user_id = a.user_id and t.closed_at is null and t.counted_at is null and a.till <> 'none'
        for share) as till_session_id,
      a.day_most is null or has_room_today(a.user_id, (a.at at time zone '${TIME_ZONE}')::date, a.day_most, a.tendered,
        '{${PRODUCTS.join()}}') as has_room,
      (q.quote ->> 'fee')::bigint as fee, (q.quote ->> 'chargeId')::bigint as charge_id,
      case when a.float_kind is null then 0 else (q.quote ->> 'commission')::bigint end as commission
    from asked a
      left join verification v on a.terms is null and v.user_id = a.user_id and v.product = a.product
        and v.subject = a.subject and v.tendered = a.tendered and v.verified_at >= a.since
      left join selling_pause p on p.product = a.product and a.till <> 'none',
      lateral (select coalesce(a.terms, v.quote) as quote) q
    where q.quote is not null
), debited as (
  update float_balance f set balance = f.balance - v.tendered
    from verified v
    where f.user_id = v.user_id and f.kind = v.float_kind and f.balance >= v.tendered and ${ALLOWED}
    returning f.user_id
), opened as (
  insert into vend (reference, user_id, key, key_is_ours, product, subject, phone, tendered, fee, commission, charge_id,
      float_kind, quote, sender, state, created_at, ask_at, repeatable_at, till_session_id, receipt_code)
    select reference, user_id, key, key_is_ours, product, subject, phone, tendered, fee, commission, charge_id, float_kind,
        quote, $12, 'sent', at, ask_at, case when key_is_ours then at + interval '1 minute' end, till_session_id, receipt_code
      from verified v
      where ${ALLOWED} and (float_kind is null or user_id in (select user_id from debited))
    returning id, user_id, tendered, float_kind, created_at
), held as (
  insert into transfer (entry_id, leg, source, destination, amount)
    select id, 1, case when float_kind is null then 'house' else 'float/' || float_kind || '/' || user_id end, 'held', tendered
      from opened
), noted as (
  insert into vend_event (vend_id, at, state, user_id) select id, created_at, 'sent', user_id from opened
)
select a.place::int, a.is_known, v.user_id is not null as verified, v.pause, ${SEATED} as seated, v.has_room, o.id, v.fee, v.commission, v.quote
  from asked a left join verified v using (place) left join opened o on o.user_id = a.user_id`

/** An end that a person decided also gets an audit entry. */
const decided = (action: string, why: string) => `decided as (
  insert into act (at, user_id, user_name, deed, record, title, address, after)
    select w.at, u.id, u.name, '${action}', 'sale/' || w.id,
        w.subject_name || ' ' || w.subject, w.settled_from,
        jsonb_build_object('amount', 'GMD ' || to_char(w.tendered / 100.0, 'FM9,999,999,990.00'), 'reason', w.${why})
      from won w join users u on u.id = w.settled_by
)`

/**
 * Phase 2: the end that has tokens. Utility, fee and commission are posted, the sale is listed, the day's sums change,
 * the SMS is queued.
 */
export const confirmSql = `
with given as (
  select * from unnest($1::bigint[], $2::timestamptz[], $3::date[], $4::text[], $5::text[], $6::text[], $7::text[],
      $8::jsonb[], $9::text[], $10::bigint[], $11::text[], $12::int[], $13::text[], $14::text[], $15::timestamptz[], $16::text[])
    as g (id, at, day, customer_name, tokens, cashier_name, location, details, payee, settled_by, note, hour, settled_from, sms,
      sold_at, subject_name)
), won as (
  update vend v set state = 'confirmed', settled_at = g.at, reason = null
    from given g
    where v.id = g.id and v.state not in ('confirmed', 'voided')
    returning v.id, v.reference, v.receipt_code, v.user_id, v.product, v.subject, v.phone, v.tendered, v.fee, v.commission, v.float_kind, g.at,
      g.day, g.customer_name, g.tokens, g.cashier_name, g.location, g.details, g.payee, g.settled_by, g.note, g.hour,
      g.settled_from, g.sms, g.sold_at, g.subject_name
), posted as (
  insert into transfer (entry_id, leg, source, destination, amount)
    select w.id, leg, source, destination, amount
      from won w, lateral (values
        (2::smallint, 'held', w.payee, w.tendered - w.fee),
        (3::smallint, 'held', 'fees', w.fee),
        (4::smallint, 'fees', 'float/' || w.float_kind || '/' || w.user_id, w.commission)
      ) as legs (leg, source, destination, amount)
      where amount > 0
), paid as (
  update float_balance f set balance = f.balance + w.commission
    from won w where f.user_id = w.user_id and f.kind = w.float_kind and w.commission > 0
), shown as (
  insert into sale (id, product, user_id, at, day, subject, phone, customer_name, tendered, vended, fee, commission, tokens,
      cashier_name, location, transaction_id, details, receipt_code)
    select id, product, user_id, sold_at, day, subject, phone, customer_name, tendered, tendered - fee, fee, commission,
        string_to_array(tokens, ','), cashier_name, location, reference, details, receipt_code
      from won
    returning id
), summed as (
  insert into sale_day (product, day, user_id, location, sales, tendered, fees, commissions, hours)
    select product, day, user_id, location, 1, tendered, fee, commission,
        array_fill(0::bigint, array[hour]) || tendered || array_fill(0::bigint, array[23 - hour])
      from won
    on conflict (product, day, user_id, location) do update set sales = sale_day.sales + 1,
      tendered = sale_day.tendered + excluded.tendered, fees = sale_day.fees + excluded.fees,
      commissions = sale_day.commissions + excluded.commissions,
      hours[array_position(excluded.hours, excluded.tendered)] =
        sale_day.hours[array_position(excluded.hours, excluded.tendered)] + excluded.tendered
), noted as (
  insert into vend_event (vend_id, at, state, user_id, note) select id, at, 'confirmed', settled_by, note from won
), told as (
  insert into outbox (channel, recipient, subject, body, created_at, send_at, sale_id)
    select 'sms', phone, '', sms, at, at, id from won where sms is not null
), ${decided('confirmed a sale by hand', 'note')}
select id from shown`

/** The end without tokens: the hold goes back to where it came from. */
export const voidSql = `
with given as (
  select * from unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::bigint[], $5::text[], $6::text[])
    as g (id, at, reason, settled_by, settled_from, subject_name)
), won as (
  update vend v set state = 'voided', settled_at = g.at, reason = g.reason
    from given g
    where v.id = g.id and v.state not in ('confirmed', 'voided')
    returning v.id, v.user_id, v.tendered, v.float_kind, g.at, g.reason, g.settled_by, g.settled_from,
      g.subject_name, v.subject
), released as (
  insert into transfer (entry_id, leg, source, destination, amount)
    select id, 5, 'held', case when float_kind is null then 'house' else 'float/' || float_kind || '/' || user_id end, tendered
      from won
), returned as (
  update float_balance f set balance = f.balance + w.tendered
    from won w where f.user_id = w.user_id and f.kind = w.float_kind
), noted as (
  insert into vend_event (vend_id, at, state, user_id, note) select id, at, 'voided', settled_by, reason from won
), ${decided('released a sale by hand', 'reason')}
select id from won`

/** The outcome is unknown. Money stays held; a sale that has ended meanwhile stays as it is. */
export const doubtSql = `
with doubted as (
  update vend set state = 'unknown', ask_at = $3, reason = $4
    where id = $1 and state = 'sent'
    returning id
), noted as (
  insert into vend_event (vend_id, at, state, note) select id, $2, 'unknown', $4 from doubted
)
select id from doubted`
