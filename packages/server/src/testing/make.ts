// Creates a test's starting data directly in the database; what a test is about goes through the contract.
import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { bututs, type ProductName, TIME_ZONE, type UserType } from '@flexpower/contract'
import { sql } from 'kysely'
import type { Clock } from '../runtime/clock.ts'
import { type Db, inTransaction } from '../db/db.ts'
import type { FloatKind } from '../db/schema.ts'
import { loadCredit } from '../ledger/credits.ts'

export interface UserTraits {
  type?: UserType
  name?: string
  email?: string
  location?: string
  mayTakePostpaid?: boolean
}

export interface MadeUser {
  id: number
  email: string
  password: string
  name: string
  type: UserType
}

/** A hash says how it was made, so checking one like this is quick too; tests sign in thousands of times. */
const QUICK = { memoryCost: 64, timeCost: 1 }

export async function makeUser(db: Db, clock: Clock, traits: UserTraits = {}): Promise<MadeUser> {
  const type = traits.type ?? 'Cashier'
  const email = traits.email ?? `${randomBytes(6).toString('hex')}@example.gm`
  const password = `secret-${randomBytes(4).toString('hex')}`
  const name = traits.name ?? `${type} ${email.slice(0, 4)}`
  const { id } = await db
    .insertInto('users')
    .values({
      name,
      email,
      type,
      password_hash: await hash(password, QUICK),
      address: '1 Test Street',
      location: traits.location ?? 'Banjul',
      commission_percent: 0,
      may_take_postpaid: traits.mayTakePostpaid ?? false,
      created_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, email, password, name, type }
}

/** Pays in at the bank, under a new slip. */
export async function loadFloat(
  db: Db,
  clock: Clock,
  userId: number,
  amount: number,
  kind: FloatKind = 'electricity',
): Promise<void> {
  const slipReference = `slip ${randomBytes(8).toString('hex')}`
  await inTransaction(db, (tx) =>
    loadCredit(tx, {
      userId,
      kind,
      amount: bututs(amount),
      slipReference,
      loadedBy: userId,
      at: clock.now(),
    }),
  )
}

/** This many confirmed sales of a user, directly into the list and its sums, a minute apart, the last one now. */
export async function makeSales(
  db: Db,
  clock: Clock,
  traits: { userId: number; count: number; customerName?: string; location?: string; product?: ProductName },
): Promise<void> {
  const { userId, count, customerName = 'Mariama Bah', product = 'electricity' } = traits
  const { location = 'Serekunda' } = traits
  const details = JSON.stringify({
    account: '200418837',
    serviceAddress: '12 Sayerr Jobe Avenue',
    tariff: 'Domestic prepaid',
    units: 24.24,
    unitPrice: 14.06,
    priceLines: [],
    debtPaid: 0,
    debtPercent: 0,
    accountBalance: 0,
    paymentMethod: 'Cash',
    paidAt: clock.now(),
    ...(product === 'airtime' && { operator: 'QCell' }),
  })
  await sql`
    with made as (
      insert into sale (id, product, user_id, at, day, subject, phone, customer_name, tendered, vended, fee, commission, tokens,
          cashier_name, location, transaction_id, details)
        select nextval('entry_id'), ${product}, ${userId}, at, (at at time zone ${TIME_ZONE})::date, '9' || lpad(n::text, 10, '0'), '7712345',
            ${customerName}, 10000, 9500, 500, 0, array[lpad(n::text, 20, '4')], 'Fatou Ceesay', ${location},
            to_char(at, 'YYMMDD') || '-' || lpad(n::text, 5, '0'), ${details}::jsonb
          from generate_series(1, ${count}::int) n,
            lateral (select ${clock.now()}::timestamptz - (${count}::int - n) * interval '1 minute' as at) t
        returning *
    )
    insert into sale_day (product, day, user_id, location, sales, tendered, fees, commissions, hours)
      select product, day, user_id, location, count(*), sum(tendered), sum(fee), 0, array[sum(tendered)] || array_fill(0::bigint, array[23])
        from made group by product, day, user_id, location
      on conflict (product, day, user_id, location) do update set sales = sale_day.sales + excluded.sales,
        tendered = sale_day.tendered + excluded.tendered, fees = sale_day.fees + excluded.fees`.execute(db)
}
