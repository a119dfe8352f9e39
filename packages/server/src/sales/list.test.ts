import {
  API_BASE,
  api,
  bututs,
  type Day,
  type ElectricitySale,
  formatReceiptCode,
  type WindowAsked,
} from '@flexpower/contract'
import { fleetMeter } from '@flexpower/simulator'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { after, MINUTE_MS } from '../runtime/clock.ts'
import { loadFloat, makeSales } from '../testing/make.ts'
import { createWorld, type TestCaller } from '../testing/world.ts'

const world = await createWorld()
const { db, clock } = world
const admin = await world.signIn({ type: 'Admin' })
const transactions = `${API_BASE}transactions`

let meters = 0
async function sell(cashier: TestCaller, meter = fleetMeter((meters += 1))): Promise<ElectricitySale> {
  const input = { meter, amount: bututs(10_000), phone: '7712345' }
  await cashier.call(api.electricity.verify, input)
  const { sale } = await cashier.call(api.electricity.sell, input)
  if (!sale) throw new Error('not sold')
  return sale
}

async function signInSeller() {
  const cashier = await world.signIn()
  await loadFloat(db, clock, cashier.user.id, 100_000_000)
  return cashier
}

const readWindow = (caller: TestCaller & { user: { id: number } }, asked: object = {}) =>
  caller.call(api.electricity.listOf.window, { userId: caller.user.id, limit: 10, ...asked })

describe('a row', () => {
  test('is the same in the list, in a window of it and in the answer to the sale', async () => {
    const cashier = await signInSeller()
    const storied = ['37201148261', '07188420314', '37119026450', '14550177308', '14092266130', '07553209185']
    // Arrears, a key change, no token at all, free units, and settings behind the credit.
    for (const meter of storied) {
      const sold = await sell(cashier, meter)
      const [listed] = await cashier.call(api.electricity.listOf, { userId: cashier.user.id })
      expect(listed).toEqual(sold)
      expect((await readWindow(cashier)).rows[0]).toEqual(sold)
    }
  })

  test('keeps what only careful JSON encoding keeps', async () => {
    const cashier = await world.signIn()
    const name = 'Say "hi" \\ \n\t\u2028 élève 😀 </script>'
    await makeSales(db, clock, { userId: cashier.user.id, count: 1, customerName: name })
    expect((await readWindow(cashier)).rows).toMatchObject([{ customerName: name }])
  })
})

describe('T-04 a window', () => {
  test('is followed by the next until every row appeared once, newest first', async () => {
    const cashier = await world.signIn()
    await makeSales(db, clock, { userId: cashier.user.id, count: 25 })
    const whole = await cashier.call(api.electricity.listOf, { userId: cashier.user.id })
    const seen: ElectricitySale[] = []
    let cursor: number | null | undefined
    do {
      const { rows, ...facts } = await readWindow(cashier, cursor ? { cursor } : {})
      expect(facts).toMatchObject({ total: 25, isTotalExact: true, tendered: 250_000, fees: 12_500 })
      seen.push(...rows)
      cursor = facts.next
    } while (cursor !== null)
    expect(seen).toEqual(whole)
    expect(seen.map(({ id }) => id)).toEqual(seen.map(({ id }) => id).toSorted((a, b) => b - a))
  })

  test('of one cashier has exactly their rows, also beside another of the same name', async () => {
    const [one, other] = [
      await world.signIn({ name: 'Awa Jallow' }),
      await world.signIn({ name: 'Awa Jallow' }),
    ]
    await makeSales(db, clock, { userId: one.user.id, count: 3 })
    await makeSales(db, clock, { userId: other.user.id, count: 2 })
    const read = (asked: WindowAsked) => admin.call(api.electricity.list.window, { ...asked })
    const own = await one.call(api.electricity.listOf, { userId: one.user.id })
    const { rows, ...facts } = await read({ cashier: one.user.id })
    expect(rows).toEqual(own)
    expect(facts).toMatchObject({ total: 3, tendered: 30_000, next: null })
    const first = await read({ cashier: other.user.id, limit: 1 })
    expect(first).toMatchObject({ total: 2, tendered: 20_000 })
    expect(await read({ cashier: other.user.id, limit: 1, cursor: first.next ?? 0 })).toMatchObject({
      next: null,
    })
    // A search looks at the rows of this cashier only.
    const searched = await read({ cashier: one.user.id, search: own[0]?.transactionId })
    expect(searched.rows).toEqual(own.slice(0, 1))
    expect(await read({ cashier: other.user.id, search: own[0]?.transactionId })).toMatchObject({ total: 0 })
    // For a cashier there are no rows of another.
    expect(await readWindow(one, { cashier: other.user.id })).toMatchObject({ rows: [], total: 0 })
    expect(await readWindow(one, { cashier: one.user.id })).toMatchObject({ total: 3 })
  })

  test('can start at the oldest', async () => {
    const cashier = await world.signIn()
    await makeSales(db, clock, { userId: cashier.user.id, count: 3 })
    const whole = await cashier.call(api.electricity.listOf, { userId: cashier.user.id })
    const first = await readWindow(cashier, { order: 'oldest', limit: 2 })
    const second = await readWindow(cashier, { order: 'oldest', limit: 2, cursor: first.next })
    expect([...first.rows, ...second.rows]).toEqual(whole.toReversed())
    expect(second.next).toBeNull()
  })

  test('of days includes both of them, and no other', async () => {
    const cashier = await world.signIn()
    await makeSales(db, clock, { userId: cashier.user.id, count: 3000 })
    const ofDays = (from: string, to: string) =>
      readWindow(cashier, { from: from as Day, to: to as Day, limit: 1000 })
    const two = await ofDays('2026-11-13', '2026-11-14')
    expect(two.total).toBe(1440 + 861)
    expect(new Set(two.rows.map(({ at }) => at.toISOString().slice(0, 10)))).toEqual(
      new Set(['2026-11-13', '2026-11-14']),
    )
    const one = await ofDays('2026-11-13', '2026-11-13')
    expect(one).toMatchObject({ total: 1440, rows: { length: 1000 } })
    expect(new Set(one.rows.map(({ at }) => at.toISOString().slice(0, 10)))).toEqual(new Set(['2026-11-13']))
    expect(await ofDays('2020-01-01', '2020-12-31')).toMatchObject({ total: 0, rows: [], next: null })
    expect(await ofDays('1900-01-01', '9999-12-31')).toMatchObject({ total: 3000 })
  })

  test('has no row of another product, and one of a user has no row of another user', async () => {
    const [one, other] = [await world.signIn(), await world.signIn()]
    await makeSales(db, clock, { userId: one.user.id, count: 2 })
    await makeSales(db, clock, { userId: one.user.id, count: 5, product: 'airtime' })
    await makeSales(db, clock, { userId: other.user.id, count: 3 })
    expect(await readWindow(one)).toMatchObject({ total: 2, rows: { length: 2 } })
  })

  test.each([
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=5.5', 'limit'],
    ['limit=', 'limit'],
    ['cursor=x', 'cursor'],
    ['cursor=-1', 'cursor'],
    ['cursor=99999999999999999999', 'cursor'],
    ['from=14.11.2026', 'from'],
    ['to=2026-02-30', 'to'],
    ['from=2026-11-15&to=2026-11-14', 'from'],
    ['order=sideways', 'order'],
    ['search=a&search=b', 'search'],
    [`search=${'x'.repeat(201)}`, 'search'],
  ])('that is invalid (%s) is refused at its field', async (query, field) => {
    const { status, body } = await admin.send('GET', `${transactions}?${query}`)
    expect(status).toBe(422)
    expect(body).toMatchObject({ status: 'Error', errors: { [field]: [expect.any(String)] } })
  })

  test('past the end is empty', async () => {
    expect(await admin.call(api.electricity.list.window, { cursor: 1 })).toMatchObject({
      rows: [],
      next: null,
    })
  })
})

describe('T-03 CP-12 a search', async () => {
  const cashier = await signInSeller()
  const sold = await sell(cashier, '37119026450')
  await sell(cashier, '07514196810')
  const found = async (search: string) => (await readWindow(cashier, { search })).rows.map(({ id }) => id)

  test.each([
    '14 nov',
    '14 Nov 2026',
    '2026-11-14',
    '14:20',
    sold.customerName.toUpperCase(),
    sold.customerName.slice(2, 7),
    sold.meter,
    sold.meter.slice(2, 8),
    'GMD 100.00',
    '100.0',
    sold.tokens[0] ?? '',
    (sold.tokens[0] ?? '').replaceAll(/(.{4})/g, '$1 ').trim(),
    (sold.tokens[0] ?? '').slice(8, 18),
    cashier.user.name,
    'banjul',
    sold.transactionId,
    sold.transactionId.slice(4),
    sold.transactionId.slice(-2),
  ])('for %j finds the sale', async (term) => {
    expect(await found(` ${term} `)).toContain(sold.id)
  })

  test('for a whole receipt code, however it is typed, finds the sale and no other', async () => {
    const code = sold.receiptCode ?? ''
    const typed = [
      code,
      code.toLowerCase(),
      formatReceiptCode(code),
      formatReceiptCode(code).replaceAll('-', ' '),
    ]
    for (const search of typed) {
      expect(await found(search)).toEqual([sold.id])
      const all = await admin.call(api.electricity.list.window, { search })
      expect(all).toMatchObject({ rows: [{ id: sold.id }], total: 1, searchedBackTo: null })
      expect(await admin.call(api.airtime.list.window, { search })).toMatchObject({ rows: [] })
    }
    expect(await found(code.slice(1))).toEqual([])
  })

  test('finds nothing else', async () => {
    expect(await found(sold.meter)).toEqual([sold.id])
    expect(await found('no such customer')).toEqual([])
    expect(await found('%')).toEqual([])
    expect(await found('13 Nov 2026')).toEqual([])
    // Shown nowhere in the list.
    expect(await found(sold.account)).toEqual([])
  })

  test.each(['14 Nov 2026, 14:20', '14 nov 2026,', '14 Nov 2026 14:20'])(
    'for the time as a card shows it, %j, finds the sale',
    async (moment) => {
      expect(await found(moment)).toContain(sold.id)
    },
  )

  test('counts and sums what it found', async () => {
    expect(await readWindow(cashier, { search: sold.customerName })).toMatchObject({
      total: 1,
      isTotalExact: true,
      tendered: sold.tendered,
      fees: sold.fee,
      searchedBackTo: null,
      next: null,
    })
  })

  test('finds nothing of another user', async () => {
    const stranger = await world.signIn()
    for (const search of [sold.customerName, sold.receiptCode ?? ''])
      expect((await readWindow(stranger, { search })).rows).toEqual([])
    await expect(
      stranger.call(api.electricity.listOf.window, { userId: cashier.user.id, search: sold.meter }),
    ).rejects.toMatchObject({ status: 404 })
  })
})

describe('T-03 what is not shown is not searched', async () => {
  const cashier = await world.signIn()
  // References have neither I nor U, so that no random one contains the two letters of this place.
  const made = { userId: cashier.user.id, count: 2, customerName: 'Yassin Drammeh-Xu', location: 'Iuela' }
  await makeSales(db, clock, made)
  await makeSales(db, clock, { ...made, product: 'airtime' })
  const ofAll = (search: string) => admin.call(api.electricity.list.window, { search })
  const topUps = (search: string) => admin.call(api.airtime.list.window, { search })

  test('CP-10 an Admin’s list of cash power has no location, and finds nothing by it', async () => {
    expect(await ofAll('iuela')).toMatchObject({ rows: [], total: 0, isTotalExact: true })
    expect(await ofAll('iu')).toMatchObject({ rows: [], total: 0 })
    expect(await ofAll('yassin drammeh-xu')).toMatchObject({ rows: { length: 2 }, total: 2 })
  })

  test('CP-13 a cashier’s has one', async () => {
    expect(await readWindow(cashier, { search: 'iuela' })).toMatchObject({ total: 2 })
    expect(await readWindow(cashier, { search: 'iu' })).toMatchObject({ total: 2 })
  })

  test('AP-04 airtime has a location, but neither fee nor transaction id', async () => {
    const { rows, total } = await topUps('iuela')
    expect(total).toBe(2)
    expect(await topUps('GMD 5.00')).toMatchObject({ rows: [] })
    const reference = rows[0]?.transactionId ?? ''
    expect(await topUps(reference.slice(0, -1))).toMatchObject({ rows: [] })
    // A user with a whole reference has read it on a receipt or in a message of ours.
    expect((await topUps(reference)).rows).toContainEqual(rows[0])
  })
})

describe('T-04 a search in a long list', async () => {
  const cashier = await world.signIn()
  const before = { now: () => after(clock.now(), -25_000 * MINUTE_MS) }
  await makeSales(db, clock, { userId: cashier.user.id, count: 25_000 })
  // Sold before all others and written after them: the time decides.
  await makeSales(db, before, { userId: cashier.user.id, count: 3, customerName: 'Xo Early' })

  test('counts up to a thousand and says that there are more', async () => {
    const { rows, ...facts } = await readWindow(cashier, { search: 'mariama' })
    expect(rows).toHaveLength(10)
    expect(facts).toMatchObject({ total: 1000, isTotalExact: false, searchedBackTo: null })
  })

  test('for two letters searches the newest rows, says how far, and continues from there', async () => {
    const first = await readWindow(cashier, { search: 'xo' })
    expect(first).toMatchObject({ rows: [], isTotalExact: false, searchedBackTo: expect.any(Date) })
    const second = await readWindow(cashier, { search: 'xo', cursor: first.next ?? 0 })
    expect(second).toMatchObject({ rows: { length: 3 }, searchedBackTo: null, next: null })
  })

  test('for two letters that are everywhere has pages like any other', async () => {
    const first = await readWindow(cashier, { search: 'ma' })
    expect(first).toMatchObject({ rows: { length: 10 }, searchedBackTo: null })
    const second = await readWindow(cashier, { search: 'ma', cursor: first.next ?? 0 })
    expect(second.rows[0]?.at.getTime()).toBeLessThan(first.rows.at(-1)?.at.getTime() ?? 0)
  })
})

test('T-04 the complete list is streamed in batches, newest first', async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from sale where product = 'electricity'`.execute(db)
  const all = await admin.call(api.electricity.list, {})
  expect(all).toHaveLength(rows[0]?.count ?? 0)
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  const times = all.map(({ at }) => at.getTime())
  expect(times).toEqual(times.toSorted((a, b) => b - a))
})
