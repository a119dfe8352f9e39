import { api, API_BASE, bututs, type Day, endpoints, isList } from '@flexpower/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { DAY_MS } from '../runtime/clock.ts'
import { createWorld } from '../testing/world.ts'

const world = await createWorld()
const { clock } = world
const admin = await world.signIn({ type: 'Admin', name: 'Binta Saidy', remember: true })
const agent = await world.signIn({ name: 'Fatou Ceesay' })

test('T-04 users, loads, charges and messages have windows like sales', async () => {
  for (let load = 1; load <= 5; load += 1) {
    await admin.call(api.credits.load, {
      agent: agent.user.id,
      kind: 'electricity',
      amount: bututs(125_000),
      slipReference: `slip ${load}`,
    })
    clock.pass(DAY_MS)
  }
  const whole = await admin.call(api.credits.list, {})
  const first = await admin.call(api.credits.list.window, { limit: 2 })
  expect(first).toMatchObject({ total: 5, isTotalExact: true, searchedBackTo: null })
  const second = await admin.call(api.credits.list.window, { limit: 3, cursor: first.next ?? 0 })
  expect(second.next).toBeNull()
  expect([...first.rows, ...second.rows]).toEqual(whole)
  const oldest = await admin.call(api.credits.list.window, { order: 'oldest', limit: 1 })
  expect(oldest.rows).toEqual(whole.slice(-1))
})

test.each([
  ['slip 3', 1],
  ['GMD 1,250.00', 5],
  ['2,500.00', 1],
  ['1250', 5],
  ['1250.0', 5],
  ['6250.0', 1],
  ['16 nov 2026', 1],
  ['16 Nov 2026, 14:20', 1],
  ['2026-11-16', 1],
  ['16/11/2026', 1],
  ['6 nov 2026', 0],
  ['november 2026', 5],
  ['NAWEC', 5],
  ['fatou', 5],
  ['saidy', 5],
  ['100%', 0],
])('T-03 a search for %j in the loads finds %i', async (search, found) => {
  expect(await admin.call(api.credits.list.window, { search })).toMatchObject({ total: found })
})

test('T-04 a window of days includes both of them', async () => {
  const days = { from: '2026-11-15' as Day, to: '2026-11-16' as Day }
  expect(await admin.call(api.credits.list.window, days)).toMatchObject({ total: 2 })
})

test('T-03 users are found by what their list shows', async () => {
  const found = async (search: string) =>
    (await admin.call(api.users.list.window, { search })).rows.map(({ name }) => name)
  expect(await found('house account')).toEqual(['Binta Saidy'])
  expect(await found('6,250.00')).toEqual(['Fatou Ceesay'])
})

test('bare lists answer a window in an envelope, and a bare array without one', async () => {
  for (const path of ['register', 'charges/list']) {
    expect((await admin.send('GET', API_BASE + path)).body).toBeInstanceOf(Array)
    expect((await admin.send('GET', `${API_BASE}${path}?limit=1`)).body).toEqual({
      data: expect.any(Array),
      next_cursor: path === 'register' ? expect.any(Number) : null,
      total: path === 'register' ? 2 : 0,
    })
  }
})

test('T-03 a day in September is found as it is shown', async () => {
  await sql`insert into contact_message (name, email, message, created_at, address)
    values ('Isatou Jallow', 'isatou@example.gm', 'Lamin', '2026-09-04T09:10:00Z', '')`.execute(world.db)
  for (const search of ['4 Sept 2026', '4 Sept 2026, 09:10', '4 sep 2026', '2026-09-04', 'sept 2026'])
    expect(await admin.call(api.contact.messages.window, { search }), search).toMatchObject({ total: 1 })
  expect(await admin.call(api.contact.messages.window, { search: '14 Sept 2026' })).toMatchObject({
    total: 0,
  })
})

const lists = endpoints.flatMap(([name, call]) => (isList(call) ? [[name, call] as const] : []))

test('T-04 these are the lists', () => {
  expect(lists.map(([name]) => name)).toEqual([
    'contact.messages',
    'contact.unsent',
    'contact.outbox',
    'sales.open',
    'electricity.list',
    'electricity.listOf',
    'airtime.list',
    'postpaid.list',
    'users.list',
    'users.agents',
    'users.cashiers',
    'users.applications',
    'charges.list',
    'credits.list',
    'credits.waiting',
    'floats.statement',
    'floats.waiting',
    'floats.requests',
    'revenue.schedules',
    'backups.list',
    'cleanup.list',
    'acts.list',
    'till.list',
    'till.statement',
    'notices.list',
  ])
})

test.each(lists)('T-04 %s answers windows', async (_, { path, envelope }) => {
  const boss = await world.signIn({ type: 'Admin', mayTakePostpaid: true })
  const address = API_BASE + path.replace(/\{\w+\}/, String(boss.user.id))
  const whole = await boss.send('GET', address)
  expect(whole.status).toBe(200)
  const rows = (
    envelope === null ? whole.body : (whole.body as Record<string, unknown>)[envelope]
  ) as unknown[]
  const exactly = { data: expect.any(Array), next_cursor: null, total: rows.length }
  expect((await boss.send('GET', `${address}?limit=1000`)).body).toEqual(exactly)
  expect((await boss.send('GET', `${address}?limit=1000&details=1`)).body).toMatchObject({
    ...exactly,
    total_is_exact: true,
    searched_back_to: null,
  })
  const none = { data: [], next_cursor: null, total: 0 }
  for (const query of [
    'search=no+such+words',
    'from=2020-01-01&to=2020-01-02',
    'search=7&from=2020-01-01&to=2020-01-02',
  ])
    expect(await boss.send('GET', `${address}?${query}`), query).toMatchObject({ status: 200, body: none })
  expect(await boss.send('GET', `${address}?from=2026-01-02&to=2026-01-01`)).toMatchObject({ status: 422 })
})

/** Lists whose rows belong to a cashier. */
const byCashier = new Set([
  'sales.open',
  'electricity.list',
  'electricity.listOf',
  'airtime.list',
  'postpaid.list',
  'floats.requests',
  'till.list',
])

test.each(lists)(
  '%s has the rows of one cashier, or refuses to be filtered by one',
  async (name, { path }) => {
    const boss = await world.signIn({ type: 'Admin', mayTakePostpaid: true })
    const address = API_BASE + path.replace(/\{\w+\}/, String(boss.user.id))
    const { status, body } = await boss.send('GET', `${address}?cashier=${boss.user.id}`)
    if (byCashier.has(name))
      expect({ status, body }).toMatchObject({ status: 200, body: { data: [], total: 0 } })
    else expect(status).toBe(422)
    expect((await boss.send('GET', `${address}?cashier=x`)).status).toBe(422)
  },
)
