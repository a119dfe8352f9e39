// The statement of a drawer: its lines with words, days that cut a shift in two, what stays hidden while a drawer is
// counted blind, and clocks that differ.
import { api, API_BASE, type Day, toDay } from '@flexpower/contract'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { inTransaction } from '../../db/db.ts'
import { readDrawer } from '../../ledger/drawer-lines.ts'
import { DAY_MS, HOUR_MS } from '../../runtime/clock.ts'
import { readPdf } from '../../pdf/testing/read-pdf.ts'
import { alter } from '../../testing/tamper.ts'
import { changeFor, note, openTillDesk } from './testing/till-desk.ts'

const desk = await openTillDesk()
const { world, admin, hire, open, move, close, sell, sellLost } = desk
const { clock, db } = world

afterEach(world.expectCleanBooks)

const read = (who: { call: typeof admin.call }, userId: number, days: { from?: Day; to?: Day } = {}) =>
  who.call(api.till.statement.window, { userId, order: 'oldest', limit: 100, ...days })

test('a shift is read line by line, from its opening to what was counted', async () => {
  const fatou = await hire()
  const userId = fatou.user.id
  const session = await open(fatou, 50_000)
  clock.pass(1_000)
  const { reference } = await sell(fatou, 'airtime', 25)
  clock.pass(1_000)
  const lost = await sellLost(fatou, 100)
  clock.pass(1_000)
  await world.recover()
  clock.pass(1_000)
  await move(fatou, 'drop', 20_000, 'Binta took it')
  clock.pass(1_000)
  const { number } = await close(fatou, session.id, changeFor(32_000), 'Too much change given')
  const slip = `Z slip ${number}`
  const lines = [
    { what: 'opening', amount: 50_000, balance: 50_000 },
    { what: 'sale', product: 'airtime', reference, amount: 2_500, balance: 52_500 },
    { what: 'sale', product: 'electricity', reference: lost.reference, amount: 10_000, balance: 62_500 },
    { what: 'returned', reference: lost.reference, amount: -10_000, balance: 52_500 },
    { what: 'drop', about: 'Binta took it', amount: -20_000, balance: 32_500 },
    { what: 'difference', reference: slip, about: 'Too much change given', amount: -500, balance: 32_000 },
    { what: 'closing', reference: slip, about: 'Counted', amount: -32_000, balance: 0 },
  ]
  const { rows, total } = await read(fatou, userId)
  expect(rows).toMatchObject(lines)
  expect(total).toBe(lines.length)
  expect(await fatou.call(api.till.statement, { userId })).toEqual(rows.toReversed())
  expect(await fatou.call(api.till.statement.window, { userId, search: 'binta took' })).toMatchObject({
    total: 1,
    rows: [{ balance: 32_500 }],
  })
  expect(await fatou.call(api.till.statement.window, { userId, search: slip })).toMatchObject({ total: 2 })
  const { body } = await admin.send('GET', `${API_BASE}till/${userId}/sums?from=${toDay(clock.now())}`)
  expect(body).toMatchObject({ data: { name: 'Fatou Ceesay', opening: 0, closing: 0, open_hidden: false } })
  expect(
    (await fatou.send('GET', `${API_BASE}till/${userId}/sums?from=2026-11-02&to=2026-11-01`)).status,
  ).toBe(422)
})

test('a shift over midnight continues from what was in the drawer at midnight', async () => {
  const fatou = await hire()
  const userId = fatou.user.id
  const session = await open(fatou, 10_000)
  const first = toDay(clock.now())
  await sell(fatou, 'electricity', 100)
  clock.pass(DAY_MS)
  await sell(fatou, 'electricity', 50)
  const second = toDay(clock.now())
  await close(fatou, session.id, changeFor(25_000))
  expect(await fatou.call(api.till.sums, { userId, to: first })).toMatchObject({
    opening: 0,
    closing: 20_000,
  })
  expect(await fatou.call(api.till.sums, { userId, from: second })).toMatchObject({
    opening: 20_000,
    closing: 0,
  })
  expect((await read(fatou, userId, { from: second })).rows).toMatchObject([
    { balance: 25_000 },
    { balance: 0 },
  ])
})

test('one that nobody counted ends with what was expected', async () => {
  const fatou = await hire()
  const session = await open(fatou, 10_000)
  await admin.call(api.till.closeFor, { id: session.id, reason: 'Went home' })
  expect((await read(fatou, fatou.user.id)).rows).toMatchObject([
    { what: 'opening' },
    { what: 'closing', about: 'Not counted', amount: -10_000, balance: 0 },
  ])
})

test('where drawers are counted blind, no answer to a cashier has the open shift until it is counted', async () => {
  const fatou = await hire()
  const userId = fatou.user.id
  const earlier = await open(fatou, 10_000)
  await close(fatou, earlier.id, changeFor(10_000))
  clock.pass(HOUR_MS)
  const session = await open(fatou, 70_000)
  await sell(fatou, 'electricity', 123)
  await move(fatou, 'in', 4_500)
  const today = toDay(clock.now())
  const ask = async (query = '') =>
    JSON.stringify([
      (await fatou.send('GET', `${API_BASE}till/${userId}/statement${query}`)).body,
      (await fatou.send('GET', `${API_BASE}till/${userId}/sums${query}`)).body,
    ])
  for (const query of [
    '',
    '?limit=50&details=1',
    `?from=${today}`,
    `?to=${today}`,
    '?search=123',
    '?order=oldest',
  ]) {
    const told = await ask(query)
    // The opening, the sale, the movement, and what they add up to.
    for (const amount of ['700', '123', '45', '868'])
      expect(told, query).not.toMatch(new RegExp(`[:-]${amount}[,}]`))
    expect(told).toContain('"open_hidden":true')
  }
  const paper = async (who: typeof admin) => {
    const answer = await fetch(`${world.address}${API_BASE}till/${userId}/statement/pdf`, {
      headers: { 'client-access-token': world.config.clientAccessToken, 'x-auth-token': who.token ?? '' },
    })
    return readPdf(Buffer.from(await answer.arrayBuffer()))
      .pages.map(({ text }) => text)
      .join('|')
  }
  expect(await paper(fatou)).toContain('|Closing|0.00|The open shift is not in it yet')
  expect(await paper(fatou)).not.toMatch(/700\.00|123\.00|868\.00/)
  expect(await paper(admin)).toContain('|Closing|868.00|5 movements.')
  // An Admin sees it at once; the cashier once the drawer is counted, also if a reason is still missing.
  expect(await admin.call(api.till.sums, { userId })).toMatchObject({ closing: 86_800, isOpenHidden: false })
  expect(await close(fatou, session.id, [note(200, 1)])).toMatchObject({ state: 'counted', expected: 86_800 })
  expect(await fatou.call(api.till.sums, { userId })).toMatchObject({ closing: 86_800, isOpenHidden: false })
  await close(fatou, session.id, [note(200, 1)], 'Lost')
  expect(await fatou.call(api.till.sums, { userId })).toMatchObject({ closing: 0 })
})

test('where they are not, a cashier has the same statement as an Admin', async () => {
  const seeing = await openTillDesk({ env: { FLEXPOWER_TILL_SHOW_EXPECTED: 'on' } })
  const fatou = await seeing.hire()
  await seeing.open(fatou, 70_000)
  const asked = { userId: fatou.user.id }
  const own = await fatou.call(api.till.sums, asked)
  expect(own).toMatchObject({ closing: 70_000, isOpenHidden: false })
  expect(await seeing.admin.call(api.till.sums, asked)).toEqual(own)
})

test('a clock that was set back moves no line out of its shift', async () => {
  const fatou = await hire()
  const userId = fatou.user.id
  const first = await open(fatou, 10_000)
  const { reference } = await sell(fatou)
  await close(fatou, first.id, changeFor(20_000))
  // Opened in the very instant in which the first one was closed.
  const second = await open(fatou, 5_000)
  await sell(fatou)
  await close(fatou, second.id, changeFor(15_000))
  const moveSale = (minutes: number) =>
    alter(
      db,
      `update vend set created_at = created_at + interval '${minutes} minutes' where reference = '${reference}'`,
    )
  const expected = ['opening', 'sale', 'closing', 'opening', 'sale', 'closing']
  for (const minutes of [10, -10]) {
    await moveSale(minutes)
    const { rows } = await read(fatou, userId)
    await moveSale(-minutes)
    expect(rows.map(({ what }) => what)).toEqual(expected)
    expect(rows.map(({ balance }) => balance)).toEqual([10_000, 20_000, 0, 5_000, 15_000, 0])
  }
})

test('the sessions of a cashier are found by an index, however many others there are', async () => {
  const drawer = readDrawer(db, { userId: admin.user.id, isBlind: true })
  const plan = await inTransaction(db, async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql<Record<'QUERY PLAN', string>>`
      explain ${drawer.lines({ from: clock.now(), to: null })}`.execute(tx)
    return rows.map((line) => line['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('till_session_closed')
  expect(plan).toContain('till_session_open')
  expect(plan).not.toContain('Seq Scan on till_session')
})
