// The invariants of the drawers, a part of the audit: each query returns the rows that break one.

/** Processes may read their clocks a little before they write, and a clock may be set. */
const SLACK = `interval '15 minutes'`

export const tillInvariants: Record<string, string> = {
  'T1 a sale is in a till session of its own cashier that was open when it was opened': `
    select v.id, v.till_session_id from vend v left join till_session t on t.id = v.till_session_id
      where v.till_session_id is not null and (t.id is null or t.user_id <> v.user_id
        or v.created_at < t.opened_at - ${SLACK} or v.created_at > t.closed_at + ${SLACK})`,
  'T2 the till sessions of a cashier do not overlap': `
    select a.id, b.id as other from till_session a join till_session b on b.user_id = a.user_id and b.id > a.id
      where tstzrange(a.opened_at, a.closed_at) && tstzrange(b.opened_at, b.closed_at)`,
  // A sale that was voided after the count was in the drawer when it was counted.
  'T3 the cash expected at a count is the opening, the sales and the movements of the session': `
    select t.id, t.expected from till_session t
      where t.expected <> t.opening
        + coalesce((select sum(v.tendered) from vend v where v.till_session_id = t.id
            and (v.state <> 'voided' or exists (select from till_doubt d where d.vend_id = v.id))), 0)
        + coalesce((select sum(case m.kind when 'in' then m.amount else -m.amount end)
            from till_movement m where m.session_id = t.id), 0)`,
  'T4 the sales in doubt at a count are remembered, with their amounts': `
    select v.id from vend v join till_session t on t.id = v.till_session_id
      where t.expected is not null and v.state in ('sent', 'unknown', 'manual')
        and not exists (select from till_doubt d where d.vend_id = v.id)
    union all select d.vend_id from till_doubt d left join vend v on v.id = d.vend_id
      where (v.till_session_id, v.tendered) is distinct from (d.session_id, d.tendered)`,
  // By the cashier of the sale or by an Admin; who was an Admin at that time is not in the books.
  'T5 a refund is the whole amount of a sale that was voided after its count, paid by the owner of the drawer': `
    select m.id from till_movement m join till_session t on t.id = m.session_id
        left join till_doubt d on d.vend_id = m.vend_id left join vend v on v.id = d.vend_id
      where m.kind = 'refund' and (v.state is distinct from 'voided' or m.amount <> d.tendered or m.user_id <> t.user_id)`,
  'T6 what a till session counted is the sum of its notes and coins': `
    select t.id from till_session t
      where t.counted <> (select coalesce(sum((p ->> 'value')::bigint * (p ->> 'pieces')::bigint), 0)
        from jsonb_array_elements(t.pieces) as p)`,
  'T7 the numbers of Z slips have no gap within an epoch': `
    select epoch, count(*) as slips, max(number) as last from till_session
      where number is not null group by epoch having max(number) <> count(*)`,
  // Whether a session was required of a sale is not in the books; that one was there is. Sales before a cashier's first
  // session are many, and left out at once. A sale that the other side had was in no drawer here.
  'T8 a sale that was opened while a till session of its cashier took sales is in it': `
    with begun as materialized (select user_id, min(opened_at) as since from till_session group by user_id),
    outside as materialized (
      select v.id, v.user_id, v.created_at from vend v join begun on begun.user_id = v.user_id and v.created_at > since
        where v.till_session_id is null and not exists (select from booking b where b.sale_id = v.id))
    select o.id, t.id as session from outside o join till_session t on t.user_id = o.user_id
      where o.created_at > t.opened_at + ${SLACK} and o.created_at < coalesce(t.counted_at, 'infinity') - ${SLACK}`,
}
