// The demo's people, fee bands, floats, past sales and shifts, written once into an empty database, in one transaction: a start
// that is killed half way leaves either nothing or all of it, and the next one has the simulators begin a new past.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Bututs, bututs } from '@flexpower/contract'
import { after, type Clock, DAY_MS } from '../runtime/clock.ts'
import { alone } from '../db/alone.ts'
import { type Db, inTransaction, type Tx } from '../db/db.ts'
import type { FloatKind } from '../db/schema.ts'
import { hashPassword } from '../identity/passwords.ts'
import { loadCredit } from '../ledger/credits.ts'
import { readEpoch } from '../sales/epoch.ts'
import { createReference } from '../sales/reference.ts'
import { DAYS_OF_SALES, DEMO_COMMISSION, demoBands, inventOrders } from './invent.ts'
import { inventShifts } from './invent-shifts.ts'
import { type PastSale, pastProducts, sellPast, type Simulators } from './past.ts'
import { writeSales } from './write-sales.ts'
import { writeShifts } from './write-shifts.ts'

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
    airtimeADay: 12,
    billsADay: 1,
    isForgetful: false,
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
    airtimeADay: 0,
    billsADay: 0,
    isForgetful: true,
  },
] as const

const cashierAccounts = demoAccounts.filter((account) => account.type === 'Cashier')
const WAIT_MS = 100

/** `airtimeDiscount`: our discount from the operators, in hundredths of a percent. */
export interface DemoSurroundings extends Simulators {
  airtimeDiscount: number
}

/** Of several processes that start on the same empty database, one does it and the others wait for it. */
export async function seedDemo(db: Db, clock: Clock, surroundings: DemoSurroundings): Promise<void> {
  while (!(await hasUsers(db))) {
    const done = await alone(db, 'demo', async () => {
      if (!(await hasUsers(db))) await seed(db, clock.now(), surroundings)
      return true
    })
    if (done === null) await sleep(WAIT_MS)
  }
}

const hasUsers = async (db: Pick<Db, 'selectFrom'>) =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined

async function seed(db: Db, now: Date, surroundings: DemoSurroundings): Promise<void> {
  const epoch = (await readEpoch(db))?.number ?? 1
  const [people, sales] = await Promise.all([hashPasswords(), sellInventedPast(epoch, now, surroundings)])
  const opened = after(now, -(DAYS_OF_SALES + 1) * DAY_MS)
  await inTransaction(db, async (tx) => {
    const users = await writeUsers(tx, people, opened)
    const chargeIds = await writeBands(tx, opened)
    const findId = (email: string) => users.find((user) => user.email === email)?.id ?? 0
    const admin = users.find(({ type }) => type === 'Admin')?.id ?? 0
    const loads = new Map(
      cashierAccounts.map((account) => [findId(account.email), sumLoads(account, sales)] as const),
    )
    for (const [userId, floats] of loads)
      for (const [kind, amount] of Object.entries(floats) as [FloatKind, Bututs][])
        await loadCredit(tx, {
          userId,
          kind,
          amount,
          loadedBy: admin,
          at: opened,
          slipReference: `DEMO ${userId}`,
        })
    const shifts = inventShifts(sales, now)
    const sessions = await writeShifts(
      tx,
      shifts.map((shift) => ({ ...shift, userId: findId(shift.counter.email) })),
      { epoch, admin, loads, sales: sales.map((sale) => ({ ...sale, userId: findId(sale.counter.email) })) },
    )
    await writeSales(
      tx,
      sales.map((sale) => ({
        ...sale,
        userId: findId(sale.counter.email),
        session: sessions.get(sale.reference) ?? null,
        cashierName: sale.counter.name,
        location: sale.counter.location,
        chargeId: sale.band === null ? null : (chargeIds[sale.band - 1] ?? null),
      })),
    )
  })
}

/** What was spent in the past, and what is left now. */
function sumLoads(
  { email, float, airtimeFloat }: (typeof cashierAccounts)[number],
  sales: readonly PastSale[],
): Partial<Record<FloatKind, Bututs>> {
  const spent = (kind: FloatKind) =>
    sales
      .filter((sale) => sale.counter.email === email && pastProducts[sale.product].floatKind === kind)
      .reduce((sum, { tendered, commission }) => sum + tendered - commission, 0)
  return {
    electricity: bututs(spent('electricity') + float),
    ...(airtimeFloat !== null && { airtime: bututs(spent('airtime') + airtimeFloat) }),
  }
}

async function sellInventedPast(epoch: number, now: Date, surroundings: DemoSurroundings) {
  const orders = inventOrders(cashierAccounts, surroundings.airtimeDiscount, now)
  const named = orders.map((order) => ({ ...order, reference: createReference(epoch, order.at) }))
  return sellPast(named, surroundings)
}

const hashPasswords = () =>
  Promise.all(
    demoAccounts.map(async ({ email, password, name, type, location, address, may_take_postpaid }) => ({
      email,
      name,
      type,
      location,
      address,
      may_take_postpaid,
      password_hash: await hashPassword(password),
      commission_percent: type === 'Cashier' ? DEMO_COMMISSION : 0,
    })),
  )

const writeUsers = (tx: Tx, people: Awaited<ReturnType<typeof hashPasswords>>, opened: Date) =>
  tx
    .insertInto('users')
    .values(people.map((person) => ({ ...person, created_at: opened })))
    .returning(['id', 'email', 'type'])
    .execute()

async function writeBands(tx: Tx, opened: Date): Promise<number[]> {
  const rows = await tx
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
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
