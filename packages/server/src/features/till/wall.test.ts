// The wall at moments that a test makes: who is on it, what changes with time, and what it says on the wire. That its
// figures equal sessions and statements is in random-days.test.ts.
import { api, API_BASE, type WallRow } from '@flexpower/contract'
import { afterEach, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../runtime/clock.ts'
import { changeFor, note, openTillDesk } from './testing/till-desk.ts'

const desk = await openTillDesk()
const { world, open, close, sell } = desk
const { clock } = world
let { admin } = desk
type Person = typeof admin

afterEach(() => world.expectCleanBooks())

const readWall = () => admin.call(api.till.wall, {})
async function readRow(who: Person): Promise<WallRow> {
  const row = (await readWall()).cashiers.find(({ cashier }) => cashier === who.user.id)
  if (!row) throw new Error(`${who.user.name} is not on the wall`)
  return row
}

test('a cashier who has done nothing is there with nothing', async () => {
  const cashier = await desk.hire('Jainaba Sowe')
  expect(await readRow(cashier)).toEqual({
    cashier: cashier.user.id,
    cashierName: 'Jainaba Sowe',
    location: 'Banjul',
    attention: [],
    isSelling: false,
    session: null,
    floats: [
      { kind: 'electricity', balance: 100_000_000, lastsDays: null, state: 'enough' },
      { kind: 'airtime', balance: 100_000_000, lastsDays: null, state: 'enough' },
    ],
    lastSale: null,
    today: [],
    closed: 0,
    short: { count: 0, amount: 0 },
    over: { count: 0, amount: 0 },
    missingBetween: { count: 0, amount: 0 },
    notCounted: null,
    outside: 0,
    refunds: { count: 0, amount: 0, session: null },
    inDoubt: { count: 0, amount: 0 },
  })
})

test('who sells is selling for five minutes, and has a last sale and a day', async () => {
  const cashier = await desk.hire()
  const { id } = await open(cashier, 5_000)
  await sell(cashier, 'electricity', 100)
  clock.pass(MINUTE_MS)
  const last = await sell(cashier, 'airtime', 25)
  expect(await readRow(cashier)).toMatchObject({
    isSelling: true,
    session: { id, state: 'open', expected: 17_500 },
    lastSale: { reference: last.reference, product: 'airtime', at: clock.now() },
    today: [
      { product: 'airtime', sales: 1, tendered: 2_500 },
      { product: 'electricity', sales: 1, tendered: 10_000 },
    ],
  })
  clock.pass(5 * MINUTE_MS + 1)
  expect(await readRow(cashier)).toMatchObject({ isSelling: false })
  clock.pass(DAY_MS)
  expect(await readRow(cashier)).toMatchObject({ today: [], attention: ['open_long'] })
  await close(cashier, id, changeFor(17_500))
})

test('a float lasts as long as the last seven whole days say, of all products that are sold from it', async () => {
  const cashier = await desk.hire()
  await sell(cashier, 'electricity', 700)
  await sell(cashier, 'postpaid', 700)
  const before = (await readRow(cashier)).floats
  expect(before[0]?.lastsDays).toBeNull()
  clock.pass(DAY_MS)
  const [electricity, airtime] = (await readRow(cashier)).floats
  // What was sold less the commission that came back, on one of seven days.
  const used = 100_000_000 - (electricity?.balance ?? 0)
  expect(electricity?.lastsDays).toBeCloseTo((electricity?.balance ?? 0) / (used / 7))
  expect(airtime?.lastsDays).toBeNull()
  // The cashier reads the same at the counter, whatever is sold today.
  const readCounter = async () => (await cashier.call(api.electricity.counter, {})).floatLastsDays
  expect(await readCounter()).toBe(electricity?.lastsDays)
  await sell(cashier, 'electricity', 300)
  await sell(cashier, 'airtime', 25)
  const [after] = (await readRow(cashier)).floats
  expect(after?.lastsDays).toBeLessThan(electricity?.lastsDays ?? 0)
  expect(await readCounter()).toBe(after?.lastsDays)
  clock.pass(8 * DAY_MS)
  expect((await readRow(cashier)).floats[0]?.lastsDays).toBeNull()
  expect(await readCounter()).toBeNull()
})

test('a sale on its way is selling and not in doubt; a minute later it is in doubt', async () => {
  const cashier = await desk.hire()
  const { reference } = await desk.sellUnheard(cashier)
  const setSent = (at: Date) =>
    world.db
      .updateTable('vend')
      .set({ state: 'sent', created_at: at })
      .where('reference', '=', reference)
      .execute()
  await setSent(clock.now())
  expect(await readRow(cashier)).toMatchObject({ isSelling: true, inDoubt: { count: 0 }, attention: [] })
  clock.pass(MINUTE_MS + 1)
  expect(await readRow(cashier)).toMatchObject({
    inDoubt: { count: 1, amount: 10_000 },
    attention: ['in_doubt'],
  })
  await world.recover()
  expect(await readRow(cashier)).toMatchObject({ inDoubt: { count: 0 }, lastSale: { reference } })
})

test('a counted drawer comes first, and differences count for 30 days after the close', async () => {
  const cashier = await desk.hire()
  for (const pieces of [[note(50, 1)], [note(100, 1)], [note(200, 1)]])
    await close(cashier, (await open(cashier, 10_000)).id, pieces, 'As counted')
  expect(await readRow(cashier)).toMatchObject({
    closed: 3,
    short: { count: 1, amount: 5_000 },
    over: { count: 1, amount: 10_000 },
    attention: [],
  })
  for (const _ of [1, 2]) await close(cashier, (await open(cashier, 10_000)).id, [], 'Robbed')
  expect(await readRow(cashier)).toMatchObject({ short: { count: 3 }, attention: ['short_often'] })
  const waiting = await open(cashier, 100_000)
  await close(cashier, waiting.id, [])
  const { cashiers } = await readWall()
  expect(cashiers[0]).toMatchObject({
    cashier: cashier.user.id,
    session: { id: waiting.id, state: 'counted', expected: 100_000 },
    attention: ['counted', 'opened_off', 'short_often'],
  })
  await close(cashier, waiting.id, [], 'Robbed again')
  clock.pass(31 * DAY_MS)
  // By then everybody is signed out.
  admin = await world.signIn({ type: 'Admin' })
  expect(await readRow(cashier)).toMatchObject({ closed: 0, short: { count: 0 }, over: { count: 0 } })
})

test('every count of differences leads to exactly its shifts, from the day on from which they count', async () => {
  const cashier = await desk.hire()
  const other = await desk.hire()
  const shift = async (who: Person, opening: number, counted: number) => {
    const { id } = await open(who, opening)
    await close(who, id, changeFor(counted), 'As counted')
    return id
  }
  await shift(cashier, 10_000, 5_000)
  // Opened before the first day, closed on it.
  clock.pass(DAY_MS)
  const { id: late } = await open(cashier, 10_000)
  clock.pass(DAY_MS)
  await close(cashier, late, changeFor(5_000), 'As counted')
  const exact = await shift(cashier, 5_000, 5_000)
  const over = await shift(cashier, 1_000, 2_000)
  const short = await shift(cashier, 2_000, 1_000)
  await shift(other, 2_000, 1_000)
  clock.pass(30 * DAY_MS)
  admin = await world.signIn({ type: 'Admin' })
  const { differencesFrom: closedFrom } = await readWall()
  const find = async (asked: object) => {
    const list = await admin.call(api.till.list.window, { closedFrom, cashier: cashier.user.id, ...asked })
    expect(list.total).toBe(list.rows.length)
    return list.rows.map(({ id }) => id)
  }
  const row = await readRow(cashier)
  expect(row).toMatchObject({
    closed: 4,
    short: { count: 2 },
    over: { count: 1 },
    missingBetween: { count: 1 },
  })
  expect(await find({})).toEqual([short, over, exact, late])
  expect(await find({ differing: 'short' })).toEqual([short, late])
  expect(await find({ differing: 'over' })).toEqual([over])
  expect(await find({ differing: 'opened_less' })).toEqual([over])
  const wrong = await admin.send('GET', `${API_BASE}till/sessions?differing=late`)
  expect(wrong).toMatchObject({ status: 422 })
})

test('money owed to a customer leads to the shift in which it was taken', async () => {
  const cashier = await desk.hire()
  const { id } = await open(cashier)
  await desk.sellLost(cashier)
  await close(cashier, id, changeFor(10_000))
  await world.recover()
  expect(await readRow(cashier)).toMatchObject({
    refunds: { count: 1, amount: 10_000, session: id },
    attention: ['refund_owed'],
  })
})

test('Admins are there while they have a drawer open, deleted cashiers are not', async () => {
  const isThere = async ({ user }: Person) =>
    (await readWall()).cashiers.some(({ cashier }) => cashier === user.id)
  expect(await isThere(admin)).toBe(false)
  const { id } = await open(admin)
  expect(await readRow(admin)).toMatchObject({ session: { id }, floats: [] })
  await close(admin, id, [])
  expect(await isThere(admin)).toBe(false)
  const plain = await world.signIn()
  expect(await isThere(plain)).toBe(true)
  await admin.call(api.users.remove, { id: plain.user.id })
  expect(await isThere(plain)).toBe(false)
})

test('on the wire it has names as the other calls write them', async () => {
  const { body } = await admin.send('GET', `${API_BASE}till/wall`)
  expect(body).toMatchObject({
    data: {
      differences_from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      as_of: expect.any(String),
      cashiers: expect.arrayContaining([
        expect.objectContaining({ refunds_owed: expect.any(Object), in_doubt: expect.any(Object) }),
      ]),
    },
  })
})
