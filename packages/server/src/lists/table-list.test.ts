import { api, API_BASE, bututs, type Day } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { DAY_MS } from '../clock.ts'
import { createWorld } from '../testing/world.ts'

const world = await createWorld()
const { clock } = world
const admin = await world.signIn({ type: 'Admin', name: 'Binta Saidy', remember: true })
const agent = await world.signIn({ name: 'Fatou Ceesay' })

test('T-04 people, loads, charges and messages answer windows like sales do', async () => {
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
  ['16 nov 2026', 1],
  ['NAWEC', 5],
  ['fatou', 5],
  ['saidy', 5],
  ['100%', 0],
])('T-03 a search for %j in the loads finds %i', async (search, found) => {
  expect(await admin.call(api.credits.list.window, { search })).toMatchObject({ total: found })
})

test('T-04 a window of days has both of them', async () => {
  const days = { from: '2026-11-15' as Day, to: '2026-11-16' as Day }
  expect(await admin.call(api.credits.list.window, days)).toMatchObject({ total: 2 })
})

test('T-03 people are found by what their list shows', async () => {
  const found = async (search: string) =>
    (await admin.call(api.users.list.window, { search })).rows.map(({ name }) => name)
  expect(await found('house account')).toEqual(['Binta Saidy'])
  expect(await found('6,250.00')).toEqual(['Fatou Ceesay'])
})

test('bare lists answer a window in an envelope, and themselves without one', async () => {
  for (const path of ['register', 'charges/list']) {
    expect((await admin.send('GET', API_BASE + path)).body).toBeInstanceOf(Array)
    expect((await admin.send('GET', `${API_BASE}${path}?limit=1`)).body).toMatchObject({
      data: expect.any(Array),
      next_cursor: path === 'register' ? expect.any(Number) : null,
      total: path === 'register' ? 2 : 0,
    })
  }
})
