// Writes the demo's past sales in bulk: each with all that the book would have written for it.
import { toDay, toHour } from '@flexpower/contract'
import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'
import { accounts, floatAccount } from '../ledger/accounts.ts'
import { createReceiptCode } from '../sales/reference.ts'
import { type PastSale, pastProducts } from './past.ts'

export interface WrittenSale extends PastSale {
  userId: number
  /** Its till session. */
  session: number | null
  cashierName: string
  location: string
  chargeId: number | null
}

export async function writeSales(tx: Tx, sales: readonly WrittenSale[]): Promise<void> {
  const given = sales.map((sale) => ({
    reference: sale.reference,
    receiptCode: createReceiptCode(),
    product: sale.product,
    kind: pastProducts[sale.product].floatKind,
    float: floatAccount(pastProducts[sale.product].floatKind, sale.userId),
    payee: pastProducts[sale.product].payee,
    userId: sale.userId,
    session: sale.session,
    cashierName: sale.cashierName,
    location: sale.location,
    at: sale.at,
    day: toDay(sale.at),
    hour: toHour(sale.at),
    subject: sale.subject,
    phone: sale.phone,
    customerName: sale.customerName,
    tendered: sale.tendered,
    fee: sale.fee,
    commission: sale.commission,
    chargeId: sale.chargeId,
    tokens: sale.tokens,
    details: sale.details,
  }))
  await sql`create temporary table past on commit drop as
    select nextval('entry_id') as id, g.* from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (reference text, "receiptCode" text,
      product text, kind text, float text, payee text, "userId" bigint, session bigint, "cashierName" text, location text, at timestamptz,
      day date, hour int, subject text, phone text, "customerName" text, tendered bigint, fee bigint, commission bigint, "chargeId" bigint,
      tokens text[], details jsonb)`.execute(tx)
  await sql`insert into vend (id, reference, user_id, key, key_is_ours, product, subject, phone, tendered, fee, commission, charge_id,
      float_kind, quote, state, created_at, ask_at, settled_at, till_session_id, receipt_code)
    select id, reference, "userId", 'demo-' || id, true, product, subject, phone, tendered, fee, commission, "chargeId", kind,
      '{}', 'confirmed', at, at, at, session, "receiptCode" from past order by id`.execute(tx)
  await sql`insert into vend_event (vend_id, at, state, user_id)
    select id, at, state, case state when 'sent' then "userId" end from past, (values ('sent'), ('confirmed')) as s (state)`.execute(
    tx,
  )
  await sql`insert into transfer (entry_id, leg, source, destination, amount)
    select id, leg, source, destination, amount from past p, lateral (values
      (1, p.float, ${accounts.held}, p.tendered), (2, ${accounts.held}, p.payee, p.tendered - p.fee),
      (3, ${accounts.held}, ${accounts.fees}, p.fee), (4, ${accounts.fees}, p.float, p.commission)
    ) as legs (leg, source, destination, amount) where amount > 0`.execute(tx)
  await sql`insert into sale (id, product, user_id, at, day, subject, phone, customer_name, tendered, vended, fee, commission,
      tokens, cashier_name, location, transaction_id, details, receipt_code)
    select id, product, "userId", at, day, subject, phone, "customerName", tendered, tendered - fee, fee, commission,
      tokens, "cashierName", location, reference, details, "receiptCode" from past order by id`.execute(tx)
  await writeSums(tx)
}

async function writeSums(tx: Tx): Promise<void> {
  await sql`insert into sale_day (product, day, user_id, location, sales, tendered, fees, commissions, hours)
    select product, day, "userId", location, sum(sales), sum(tendered), sum(fees), sum(commissions), array_agg(tendered order by hour)
      from (
        select d.product, d.day, d."userId", d.location, h.hour, count(p.id) as sales, coalesce(sum(p.tendered), 0) as tendered,
            coalesce(sum(p.fee), 0) as fees, coalesce(sum(p.commission), 0) as commissions
          from (select distinct product, day, "userId", location from past) d cross join generate_series(0, 23) as h (hour)
            left join past p using (product, day, "userId", location, hour)
          group by 1, 2, 3, 4, 5) hours
      group by product, day, "userId", location`.execute(tx)
  await sql`update float_balance f set balance = balance - spent
    from (select "userId", kind, sum(tendered - commission) as spent from past group by "userId", kind) s
    where f.user_id = s."userId" and f.kind = s.kind`.execute(tx)
}
