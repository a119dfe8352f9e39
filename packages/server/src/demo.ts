// Invented people and sales for the demo, written once into an empty database, in one transaction: a start that is
// killed half way leaves either nothing or all of it. Figures come from a fixed seed, so every demo looks alike.
import { bututs, dayOf } from '@flexpower/contract'
import { type Insertable, sql } from 'kysely'
import { after, type Clock, DAY_MS } from './clock.ts'
import { type Db, inTransaction } from './db/db.ts'
import type { Schema } from './db/schema.ts'
import { hashPassword } from './features/session.ts'

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
  },
  {
    email: 'kiosk@flexpower.gm',
    password: 'demo-kiosk',
    name: 'Lamin Jobe',
    type: 'Cashier',
    location: 'Brikama',
    address: 'Car park, Brikama Ba',
    may_take_postpaid: false,
  },
] as const

const DAYS_OF_SALES = 75
/** Hundredths of a percent. */
const DEMO_COMMISSION = 3000

export async function seedDemo(db: Db, clock: Clock): Promise<void> {
  if (await hasUsers(db)) return
  const now = clock.now()
  const opened = after(now, -DAYS_OF_SALES * DAY_MS)
  const rows = await Promise.all(
    demoAccounts.map(async ({ password, ...account }) => ({
      ...account,
      password_hash: await hashPassword(password),
      commission_percent: account.type === 'Cashier' ? DEMO_COMMISSION : 0,
      created_at: opened,
    })),
  )
  await inTransaction(db, async (tx) => {
    // Two processes may start on the same empty database: the second waits here and then finds the users.
    await sql`lock table users in exclusive mode`.execute(tx)
    if (await hasUsers(tx)) return
    const users = await tx.insertInto('users').values(rows).returning(['id', 'type']).execute()
    const cashiers = users.filter(({ type }) => type === 'Cashier').map(({ id }) => id)
    await tx.insertInto('sale_day').values(inventSales(cashiers, now)).execute()
  })
}

const hasUsers = async (db: Pick<Db, 'selectFrom'>) =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined

/** A busy counter and a small kiosk, quieter on Sundays; today's share grows with the hour of the start. */
function inventSales(cashiers: number[], now: Date): Insertable<Schema['sale_day']>[] {
  const random = seededRandom(2026)
  return Array.from({ length: DAYS_OF_SALES }, (_, daysAgo) =>
    cashiers.map((userId, kiosk) => {
      const at = after(now, -daysAgo * DAY_MS)
      const shareOfDay = daysAgo === 0 ? Math.max(0.2, now.getUTCHours() / 24) : 1
      const usual = (kiosk === 0 ? 90 : 35) * (at.getUTCDay() === 0 ? 0.5 : 1) * shareOfDay
      const sales = Math.max(1, Math.round(usual * (0.8 + 0.4 * random())))
      const tendered = sales * 5000 * (4 + Math.floor(random() * 9))
      const fees = Math.round(tendered * 0.015)
      return {
        product: 'electricity' as const,
        day: dayOf(at),
        user_id: userId,
        sales,
        tendered: bututs(tendered),
        fees: bututs(fees),
        commissions: bututs(Math.round((fees * DEMO_COMMISSION) / 10_000)),
      }
    }),
  ).flat()
}

/** mulberry32: small, and the same on every machine. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
