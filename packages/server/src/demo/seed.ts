// The demo's people, fee bands, floats and past sales, written once into an empty database, in one transaction: a start
// that is killed half way leaves either nothing or all of it.
import { bututs, hourOf } from '@flexpower/contract'
import { sql } from 'kysely'
import { after, type Clock, DAY_MS } from '../clock.ts'
import { type Db, inTransaction, type Tx } from '../db/db.ts'
import { hashPassword } from '../passwords.ts'
import { loadCredit } from '../ledger/credits.ts'
import { createReference } from '../sales/reference.ts'
import { DAYS_OF_SALES, DEMO_COMMISSION, demoBands, type InventedSale, inventSales, netOf } from './invent.ts'

export const demoAccounts = [
  {
    email: 'admin@flexpower.gm',
    password: 'demo-admin',
    name: 'Binta Saidy',
    type: 'Admin',
    location: 'Serekunda',
    address: '14 Kairaba Avenue',
    may_take_postpaid: true,
  },
  {
    email: 'cashier@flexpower.gm',
    password: 'demo-cashier',
    name: 'Fatou Ceesay',
    type: 'Cashier',
    location: 'Serekunda',
    address: '3 Sayerr Jobe Avenue',
    may_take_postpaid: true,
    float: bututs(2_500_000),
    airtimeFloat: bututs(500_000),
    salesADay: 45,
  },
  {
    email: 'kiosk@flexpower.gm',
    password: 'demo-kiosk',
    name: 'Lamin Jobe',
    type: 'Cashier',
    location: 'Brikama',
    address: 'Car park, Brikama Ba',
    may_take_postpaid: false,
    float: bututs(50_000),
    airtimeFloat: null,
    salesADay: 15,
  },
] as const

const cashierAccounts = demoAccounts.filter((account) => account.type === 'Cashier')

export async function seedDemo(db: Db, clock: Clock): Promise<void> {
  if (await hasUsers(db)) return
  const now = clock.now()
  const opened = after(now, -(DAYS_OF_SALES + 1) * DAY_MS)
  const rows = await Promise.all(
    demoAccounts.map(async ({ email, password, name, type, location, address, may_take_postpaid }) => ({
      email,
      name,
      type,
      location,
      address,
      may_take_postpaid,
      password_hash: await hashPassword(password),
      commission_percent: type === 'Cashier' ? DEMO_COMMISSION : 0,
      created_at: opened,
    })),
  )
  await inTransaction(db, async (tx) => {
    // Two processes may start on the same empty database: the second waits here and then finds the users.
    await sql`lock table users in exclusive mode`.execute(tx)
    if (await hasUsers(tx)) return
    const users = await tx.insertInto('users').values(rows).returning(['id', 'email', 'type']).execute()
    const admin = users.find(({ type }) => type === 'Admin')?.id ?? 0
    const idOf = (email: string) => users.find((user) => user.email === email)?.id ?? 0
    const bands = await tx
      .insertInto('charge')
      .values(
        demoBands.map(({ start, end, kind, fee }) => ({
          start_amount: start,
          end_amount: end,
          kind,
          fee,
          active: true,
          created_at: opened,
        })),
      )
      .returning(['id', 'start_amount as start', 'end_amount as end', 'kind', 'fee'])
      .execute()
    const counters = cashierAccounts.map((account) => ({ ...account, userId: idOf(account.email) }))
    const sales = inventSales(counters, bands, now)
    for (const { userId, float, airtimeFloat } of counters) {
      const sold = sales.filter((sale) => sale.userId === userId).reduce((sum, sale) => sum + netOf(sale), 0)
      const load = { userId, loadedBy: admin, at: opened, slipReference: `DEMO ${userId}` }
      await loadCredit(tx, { ...load, kind: 'electricity', amount: bututs(sold + float) })
      if (airtimeFloat !== null) await loadCredit(tx, { ...load, kind: 'airtime', amount: airtimeFloat })
    }
    await writeSales(tx, sales)
  })
}

const hasUsers = async (db: Pick<Db, 'selectFrom'>) =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined

/** Confirmed sales with all that the book would have written of them, in bulk. */
async function writeSales(tx: Tx, sales: InventedSale[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select nextval('entry_id') as id from generate_series(1, ${sales.length}::int)`.execute(tx)
  const given = JSON.stringify(
    sales.map((sale, index) => {
      const id = rows[index]?.id ?? 0
      return { ...sale, id, reference: createReference(1, sale.at), phone: '7712345', hour: hourOf(sale.at) }
    }),
  )
  await sql`create temporary table invented on commit drop as
    select * from jsonb_to_recordset(${given}::jsonb) as g (id bigint, "userId" bigint, "cashierName" text, location text, at timestamptz,
      day date, subject text, "customerName" text, tendered bigint, fee bigint, commission bigint, "chargeId" bigint, token text,
      details jsonb, reference text, phone text, hour int)`.execute(tx)
  await sql`insert into vend (id, reference, user_id, key, key_is_ours, product, subject, phone, tendered, fee, commission, charge_id,
      float_kind, quote, state, created_at, ask_at, settled_at)
    select id, reference, "userId", 'demo-' || id, true, 'electricity', subject, phone, tendered, fee, commission, "chargeId", 'electricity',
      '{}', 'confirmed', at, at, at from invented`.execute(tx)
  await sql`insert into vend_event (vend_id, at, state, user_id)
    select id, at, state, case state when 'sent' then "userId" end from invented, (values ('sent'), ('confirmed')) as s (state)`.execute(
    tx,
  )
  await sql`insert into transfer (entry_id, leg, source, destination, amount)
    select id, leg, source, destination, amount from invented i, lateral (values
      (1, 'float/electricity/' || i."userId", 'held', i.tendered), (2, 'held', 'utility', i.tendered - i.fee),
      (3, 'held', 'fees', i.fee), (4, 'fees', 'float/electricity/' || i."userId", i.commission)
    ) as legs (leg, source, destination, amount) where amount > 0`.execute(tx)
  await sql`insert into sale (id, product, user_id, at, day, subject, phone, customer_name, tendered, vended, fee, commission,
      tokens, cashier_name, location, transaction_id, details)
    select id, 'electricity', "userId", at, day, subject, phone, "customerName", tendered, tendered - fee, fee, commission,
      array[token], "cashierName", location, reference, details from invented order by id`.execute(tx)
  await sql`insert into sale_day (product, day, user_id, sales, tendered, fees, commissions, hours)
    select 'electricity', day, "userId", sum(sales), sum(tendered), sum(fees), sum(commissions), array_agg(tendered order by hour)
      from (
        select d.day, d."userId", h.hour, count(i.id) as sales, coalesce(sum(i.tendered), 0) as tendered,
            coalesce(sum(i.fee), 0) as fees, coalesce(sum(i.commission), 0) as commissions
          from (select distinct day, "userId" from invented) d cross join generate_series(0, 23) as h (hour)
            left join invented i using (day, "userId", hour)
          group by 1, 2, 3) hours
      group by day, "userId"`.execute(tx)
  await sql`update float_balance f set balance = balance - spent
    from (select "userId", sum(tendered - commission) as spent from invented group by "userId") s
    where f.user_id = s."userId" and f.kind = 'electricity'`.execute(tx)
}
