import { api, bututs, toDay } from '@flexpower/contract'
import { demoMeters, postpaidAccounts } from '@flexpower/simulator'
import { expect, test } from 'vitest'
import { after, DAY_MS } from '../runtime/clock.ts'
import { auditBooks } from '../ledger/audit.ts'
import { readFigures } from '../ledger/till-figures.ts'
import { createWorld } from '../testing/world.ts'
import { billPayers, customers, DAYS_OF_SALES } from './invent.ts'
import { demoAccounts, seedDemo } from './seed.ts'

const world = await createWorld()
const { db, clock } = world
const surroundings = {
  utility: world.utility.access,
  airtime: world.airtime.access,
  airtimeDiscount: world.config.airtimeDiscount,
}

const countSales = async (product: 'electricity' | 'airtime' | 'postpaid') =>
  (await db.selectFrom('sale').select('id').where('product', '=', product).execute()).length

test('D-02 the demo seeds its accounts, floats and sales once, however many processes start together, with clean books', async () => {
  const vendor = world.utility.control.balance()
  await Promise.all([1, 2, 3].map(() => seedDemo(db, clock, surroundings)))
  await seedDemo(db, clock, surroundings)
  for (const { email, password, name } of demoAccounts)
    expect((await world.visitor.call(api.session.login, { email, password })).user.name).toBe(name)
  const floats = await db.selectFrom('float_balance').select('balance').orderBy('balance').execute()
  expect(floats.map(({ balance }) => balance)).toEqual([bututs(50_000), bututs(500_000), bututs(2_500_000)])
  const { count } = await db
    .selectFrom('sale')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('day', '=', toDay(clock.now()))
    .executeTakeFirstOrThrow()
  expect(count).toBeGreaterThan(5)
  expect(await auditBooks(db, clock.now())).toEqual([])
  expect(world.utility.control.balance()).toBe(vendor)
})

test('what was sold in the past is in the books of the simulators too: to the token, the receipt and the butut', async () => {
  expect(await countSales('electricity')).toBeGreaterThan(2000)
  expect(await countSales('airtime')).toBeGreaterThan(300)
  expect(await countSales('postpaid')).toBeGreaterThan(30)
  await world.expectCleanBooks()
  const { token = '', meter = '' } = await readNewest()
  expect(await world.utility.control.keyIn(meter, token)).toMatchObject({ kind: 'accepted' })
})

async function readNewest() {
  const admin = await world.signIn({ type: 'Admin' })
  const { rows } = await admin.call(api.electricity.list.window, { limit: 1 })
  return { token: rows[0]?.creditToken, meter: rows[0]?.meter }
}

test('the last month has shifts: with drops and differences, clean slips, and one that is still open', async () => {
  const admin = await world.signIn({ type: 'Admin' })
  const sessions = await admin.call(api.till.list, {})
  const closed = sessions.filter(({ state }) => state === 'closed')
  expect(closed.length).toBeGreaterThan(50)
  expect(sessions.filter(({ state }) => state === 'open').map(({ cashierName }) => cashierName)).toContain(
    'Lamin Jobe',
  )
  expect(closed.filter(({ difference }) => (difference ?? 0) !== 0).length).toBeGreaterThan(4)
  expect(closed.filter(({ difference }) => difference === 0).length).toBeGreaterThan(30)
  expect(closed.some(({ counted }) => counted === null)).toBe(true)
  const { count: drops } = await db
    .selectFrom('till_movement')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', 'drop')
    .executeTakeFirstOrThrow()
  expect(drops).toBeGreaterThan(30)
  // A slip has what its floats had, as their statements say.
  const slip = await admin.call(api.till.one, { id: closed[9]?.id ?? 0 })
  const { figures } = await readFigures(db, slip.id)
  expect(slip.figures).toMatchObject({ products: figures.products, moved: figures.moved })
  const { closing } = await admin.call(api.floats.sums, {
    userId: slip.cashier,
    kind: 'electricity',
    to: toDay(slip.openedAt),
  })
  expect(slip.figures?.floatsAfter.electricity).toBe(closing)
  const { cashiers } = await admin.call(api.till.wall, {})
  expect(cashiers.some(({ attention }) => attention.includes('short_often'))).toBe(true)
})

test('comparing any past day finds the same sales on both sides', async () => {
  const admin = await world.signIn({ type: 'Admin' })
  for (const ago of [1, 2, 13, DAYS_OF_SALES]) {
    const day = toDay(after(clock.now(), -ago * DAY_MS))
    const sides = await admin.call(api.enquiries.compare, { day })
    expect(sides.map(({ otherSide }) => otherSide)).toEqual(['utility', 'airtime'])
    for (const { ours, theirs, differences } of sides) {
      expect({ theirs, differences }, day).toEqual({ theirs: ours, differences: 0 })
      expect(ours).toBeGreaterThan(3)
    }
  }
})

test('the customers of the past are customers of the simulated utility, so that they can be sold to again', () => {
  const known = demoMeters.map(({ meter, name, address }) => [meter, name, address])
  for (const customer of customers) expect(known).toContainEqual([...customer])
  const accounts = postpaidAccounts.map(({ account, name, address }) => [account, name, address])
  for (const [account, name, address] of billPayers) expect(accounts).toContainEqual([account, name, address])
})

test('no bill of the past was paid beyond what was due', async () => {
  const payments = world.utility.control.sales().filter(({ meter }) => meter === '')
  for (const { account, owed } of payments) expect(owed, account).toBeGreaterThanOrEqual(0)
})

test('a lost database gets another past, and so do the simulators that kept theirs', async () => {
  const other = await createWorld()
  await seedDemo(other.db, other.clock, surroundings)
  expect(await auditBooks(other.db, other.clock.now())).toEqual([])
  const references = await other.db
    .selectFrom('sale')
    .select('transaction_id')
    .where('product', '<>', 'airtime')
    .execute()
  expect(
    world.utility.control
      .sales()
      .map(({ requestId }) => requestId)
      .toSorted(),
  ).toEqual(references.map((row) => row.transaction_id).toSorted())
})

test.each([
  ['nobody listens there', 'http://127.0.0.1:9'],
  ['it is on another machine', 'https://utility.example'],
  ['it is something else', new URL('/somewhere/', world.address).href],
])('without a simulator the demo starts, with people and floats and no past: %s', async (_why, url) => {
  const bare = await createWorld()
  await seedDemo(bare.db, bare.clock, { ...surroundings, utility: { url }, airtime: null })
  expect(await bare.db.selectFrom('users').select('id').execute()).toHaveLength(demoAccounts.length)
  expect(await bare.db.selectFrom('sale').select('id').execute()).toEqual([])
  expect(await auditBooks(bare.db, bare.clock.now())).toEqual([])
})
