// The invariants of the books, checked in the database itself: each query returns the rows that break one, so an audit
// without rows is clean. It runs after every money test, in production in the server itself, and by hand with `npm run
// audit`.
import { TIME_ZONE } from '@flexpower/contract'
import { CompiledQuery } from 'kysely'
import { alone } from '../db/alone.ts'
import type { Db } from '../db/db.ts'
import { repeat } from '../runtime/repeat.ts'
import { tillInvariants } from './till-invariants.ts'

export interface Violation {
  invariant: string
  /** The first few rows that break it, for the log. */
  examples: unknown[]
}

const invariants: Record<string, string> = {
  'I1 what is held is exactly what the open sales were tendered': `
    select h.held, o.open from
      (select coalesce(sum(case when destination = 'held' then amount else 0 end), 0)
            - coalesce(sum(case when source = 'held' then amount else 0 end), 0) as held from transfer) h,
      (select coalesce(sum(tendered), 0) as open from vend where state in ('sent', 'unknown', 'manual')) o
      where h.held <> o.open`,
  'I1 every sale has the transfers of its state, and no others': `
    select v.id, v.state, t.legs from vend v
      left join (select entry_id, array_agg(leg order by leg) as legs,
          sum(amount) filter (where destination = 'held') as into_held,
          sum(amount) filter (where source = 'held') as out_of_held from transfer group by entry_id) t on t.entry_id = v.id
      where t.legs is distinct from (case v.state
          when 'confirmed' then array[1, 2]::smallint[]
            || case when v.fee > 0 then array[3]::smallint[] else '{}' end
            || case when v.commission > 0 then array[4]::smallint[] else '{}' end
          when 'voided' then array[1, 5]::smallint[]
          else array[1]::smallint[] end)
        or t.into_held is distinct from v.tendered
        or (v.settled_at is not null and t.out_of_held is distinct from v.tendered)`,
  'I1 every transfer belongs to a sale, a load or a move of float': `
    select t.entry_id from transfer t
      where not exists (select from vend v where v.id = t.entry_id)
        and not exists (select from credit c where c.id = t.entry_id and t.leg = 0 and t.amount = c.amount
          and t.source = 'bank' and t.destination = 'float/' || c.kind || '/' || c.user_id)
        and not exists (select from float_move m where m.id = t.entry_id and t.leg = 6 and t.amount = m.amount and m.state = 'done'
          and t.source = coalesce('float/' || m.kind || '/' || m.source_user_id, 'bank')
          and t.destination = coalesce('float/' || m.kind || '/' || m.target_user_id, 'bank'))`,
  'I2 a float is the sum of its transfers, never below zero': `
    select coalesce(b.account, t.account) as account, b.balance, t.total from
      (select 'float/' || kind || '/' || user_id as account, balance from float_balance) b
      full join (select account, sum(amount) as total from (
          select destination as account, amount from transfer where destination like 'float/%'
          union all select source, -amount from transfer where source like 'float/%') moves group by account) t
        using (account)
      where coalesce(b.balance, 0) <> coalesce(t.total, 0) or b.balance < 0`,
  // Credit tokens, class 0 in bits 28 and 27. Key-change tokens are repeated until the meter has taken them.
  'I3 no credit was sold twice': `
    select token, array_agg(id) as sales from any_sale, unnest(tokens) as token
      where mod(div(token::numeric, 134217728), 4) = 0
      group by token having count(*) > 1`,
  'I4 a confirmed sale is shown, and only a confirmed one': `
    select coalesce(v.id, s.id) as id, v.state from (select * from vend where state = 'confirmed') v
      full join any_sale s on s.id = v.id where v.id is null or s.id is null`,
  'I4 an ended sale has exactly one end in its history, the one of its state': `
    select v.id, v.state, e.ends from vend v
      left join (select vend_id, array_agg(state) as ends from vend_event where state in ('confirmed', 'voided')
        group by vend_id) e on e.vend_id = v.id
      where e.ends is distinct from case when v.settled_at is null then null else array[v.state] end`,
  'I6 no open sale is forgotten': `
    select id, state, ask_at, created_at from vend
      where state in ('sent', 'unknown') and ask_at < $1::timestamptz - interval '15 minutes'`,
  // After a day recovery gives a sale to an Admin, whatever keeps it open.
  'I6 no sale is open for more than a day without an Admin who decides it': `
    select id, state, ask_at, created_at from vend
      where state in ('sent', 'unknown') and created_at < $1::timestamptz - interval '25 hours'`,
  'I8 a sale is shown under its own reference and code, and no receipt number is used twice': `
    select s.id, s.transaction_id, s.receipt_number from any_sale s join vend v using (id)
      where s.transaction_id <> v.reference or s.receipt_code is distinct from v.receipt_code
    union all select min(id), null, receipt_number from any_sale where receipt_number is not null
      group by receipt_number having count(*) > 1`,
  'I10 what was tendered is what was vended and the fee': `
    select s.id from any_sale s join vend v using (id)
      where s.tendered <> s.vended + s.fee or s.tendered <> v.tendered or s.fee <> v.fee or s.commission <> v.commission`,
  'the sums of a day are the sums of its sales': `
    select product, day, user_id, location from sale_day d
      full join (select product, day, user_id, location, count(*) as sales, sum(tendered) as tendered, sum(fee) as fees,
          sum(commission) as commissions from any_sale group by product, day, user_id, location) s
        using (product, day, user_id, location)
      where (d.sales, d.tendered, d.fees, d.commissions) is distinct from (s.sales, s.tendered, s.fees, s.commissions)`,
  'the hours of a day are its sum': `
    select product, day, user_id, location from sale_day
      where tendered <> (select sum(hour) from unnest(hours) as hour)`,
  'a large load that was confirmed is loaded, once': `
    select r.id from credit_request r
      where r.state = 'confirmed' and not exists (
        select from credit c where c.kind = r.kind and c.slip_reference = r.slip_reference and c.user_id = r.user_id and c.amount = r.amount)`,
  'a move of float that was decided has moved, and no other': `
    select m.id, m.state from float_move m left join transfer t on t.entry_id = m.id
      where (m.state = 'done') <> (t.entry_id is not null)`,
  'a load is never corrected to less than nothing': `
    select c.id from credit c join float_move m on m.credit_id = c.id and m.state = 'done'
      group by c.id having c.amount + sum(case when m.source_user_id is null then m.amount else -m.amount end) < 0`,
  'a correction goes to the float that was loaded': `
    select m.id from float_move m join credit c on c.id = m.credit_id
      where c.kind <> m.kind or c.user_id <> coalesce(m.source_user_id, m.target_user_id)`,
  'a request for float that was accepted is loaded, or waits for a second Admin': `
    select r.id from float_request r left join credit_request w on w.id = r.credit_request_id
      where r.state = 'accepted' and w.state is distinct from 'waiting' and w.state is distinct from 'declined'
        and not exists (select from credit c where c.kind = r.kind and c.user_id = r.user_id and c.amount = r.amount
          and c.slip_reference = r.slip_reference)`,
  'the closing of a day is everything that moved the float on it and until then': `
    with line (user_id, kind, what, at, amount) as (
      select v.user_id, v.float_kind, case t.leg when 1 then 'sale' when 4 then 'commission' else 'returned' end,
          case when t.leg = 1 and b.id is null then v.created_at else v.settled_at end, case t.leg when 1 then -t.amount else t.amount end
        from transfer t join vend v on v.id = t.entry_id left join booking b on b.sale_id = v.id
        where t.leg in (1, 4, 5) and v.float_kind is not null
      union all select user_id, kind, 'load', created_at, amount from credit where amount > 0
      union all select source_user_id, kind, case when credit_id is not null then 'correction' when target_user_id is null then 'taken back' else 'sent' end,
          decided_at, -amount from float_move where state = 'done' and source_user_id is not null
      union all select target_user_id, kind, case when credit_id is null then 'received' else 'correction' end, decided_at, amount
        from float_move where state = 'done' and target_user_id is not null)
    select c.user_id, c.kind, c.day, c.balance, d.balance as moved from float_closing c
      left join (select user_id, kind, day, sum(sum(amount)) over (partition by user_id, kind order by day) as balance,
          jsonb_object_agg(what, jsonb_build_object('lines', lines, 'amount', amount)) as moved
        from (select user_id, kind, what, (at at time zone '${TIME_ZONE}')::date as day, count(*) as lines, sum(amount)::bigint as amount
          from line group by 1, 2, 3, 4) kinds
        group by user_id, kind, day) d using (user_id, kind, day)
      where (c.balance, c.moved) is distinct from (d.balance, d.moved)`,
  'a booking that was made has its sale, and settles its difference': `
    select b.id from booking b join difference d on d.id = b.difference_id left join any_sale s on s.id = b.sale_id
      where b.state = 'booked' and (s.id is null or s.tendered <> b.tendered or d.settled_at is null)`,
  'the audit log is complete: no entry is missing or altered': `
    select a.id from act a left join act p on p.id = a.id - 1
      where a.hash <> act_hash(a)
        or a.previous <> coalesce(p.hash, case when a.id = 1 then decode(repeat('00', 32), 'hex') end, ''::bytea)`,
  ...tillInvariants,
}

export const INVARIANTS = Object.keys(invariants).length
const EXAMPLES = 5

/** Each invariant in one statement, so that it sees the books at one moment however busy they are. */
export const auditBooks = (db: Db, now: Date) => audit(db, now, () => true)

/** Only the sums that the figures are read from. */
export const auditSums = (db: Db, now: Date) =>
  audit(db, now, (invariant) => /^the (sums|hours) of a day/.test(invariant))

async function audit(db: Db, now: Date, isWanted: (invariant: string) => boolean): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const [invariant, query] of Object.entries(invariants)) {
    if (!isWanted(invariant)) continue
    const parameters = query.includes('$1') ? [now] : []
    const { rows } = await db.executeQuery(CompiledQuery.raw(`${query} limit ${EXAMPLES}`, parameters))
    if (rows.length > 0) violations.push({ invariant, examples: rows })
  }
  return violations
}

const LOOK_EVERY_MS = 60_000
const REST_PER_LOOK = 9

export interface Auditing {
  /** A separate connection without a statement time limit: an audit never waits for a sale, nor a sale for an audit. */
  db: Db
  clock: { now(): Date }
  log: { error(detail: object, text: string): void; warn(detail: object, text: string): void }
}

/**
 * One audit, unless another process is running one. A person has to look at what it finds: nothing is repaired by
 * itself.
 */
export const lookAtBooks = ({ db, clock, log }: Auditing): Promise<void | null> =>
  alone(db, 'audit', async () => {
    const violations = await auditBooks(db, clock.now())
    for (const violation of violations)
      log.error({ violation }, 'the books are broken: stop selling and look at this')
    const result = { at: clock.now(), broken: violations.length }
    await db
      .insertInto('last_audit')
      .values(result)
      .onConflict((conflict) => conflict.column('is_the_only_one').doUpdateSet(result))
      .execute()
  })

/** However large the books are, the audit takes at most a tenth of one processor. */
export const restAfterLook = (tookMs: number): number => Math.max(LOOK_EVERY_MS, tookMs * REST_PER_LOOK)

/** The server's own audit, every minute. */
export const startAuditing = (auditing: Auditing): (() => Promise<void>) =>
  repeat({
    pauseMs: restAfterLook,
    run: () => lookAtBooks(auditing),
    onFailure: (error) => auditing.log.warn({ err: error }, 'the books could not be audited'),
  })
