// Float moves with keys: however often and in whatever order calls are repeated, each key moves float once.
import { API_BASE, api } from '@flexpower/contract'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { loadFloat } from '../../testing/make.ts'
import { sized } from '../../testing/size.ts'
import { createWorld } from '../../testing/world.ts'

const world = await createWorld({ env: { FLEXPOWER_CREDIT_CONFIRM_ABOVE: '6000' } })
const { db, clock } = world
const admin = await world.signIn({ type: 'Admin', name: 'Awa Sanneh' })
const second = await world.signIn({ type: 'Admin', name: 'Ebrima Camara' })

afterEach(world.expectCleanBooks)

const readFloat = async ({ user: { id } }: { user: { id: number } }) =>
  (await admin.call(api.users.overview, { id })).user.electricityFloat

async function hire() {
  const cashier = await world.signIn()
  await loadFloat(db, clock, cashier.user.id, 500_000)
  const { id: loadId } = await db
    .selectFrom('credit')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { ...cashier, loadId }
}
type Hired = Awaited<ReturnType<typeof hire>>

const paths = { takeBack: 'back', transfer: 'transfers', correct: 'corrections' }
type What = keyof typeof paths

const send = (what: What, key: string, body: object, by = admin) =>
  by.send('POST', `${API_BASE}floats/${paths[what]}`, { body, headers: { 'idempotency-key': key } })

/** The calls are about the first cashier; a transfer reaches the second. */
const bodies = (one: Hired, other: Hired, dalasi: number): Record<What, object> => ({
  takeBack: { user_id: one.user.id, type: 0, amount: dalasi, reason: 'leaves us' },
  transfer: {
    user_id: one.user.id,
    target_user_id: other.user.id,
    type: 0,
    amount: dalasi,
    reason: 'busy corner',
  },
  // A load of 5,000 that should have been a little more.
  correct: { credit_id: one.loadId, amount: 5000 + dalasi, reason: 'misread' },
})

let keys = 0

test('each key moves float once, whatever is repeated when and how often at once', async () => {
  const step = fc.record({
    what: fc.constantFrom<What>('takeBack', 'transfer', 'correct'),
    key: fc.nat({ max: 3 }),
    dalasi: fc.constantFrom(10, 20),
    times: fc.integer({ min: 1, max: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      const [one, other] = [await hire(), await hire()]
      keys += 1
      const used = new Map<number, string>()
      const floats = { one: 500_000, other: 500_000, load: 500_000 }
      for (const { what, key, dalasi, times } of steps) {
        const asked = `${what} ${dalasi}`
        const isNew = !used.has(key)
        // A load that is right already is not corrected, and its key stays free.
        const isRefused = isNew
          ? what === 'correct' && floats.load === 500_000 + dalasi * 100
          : used.get(key) !== asked
        const answers = await Promise.all(
          Array.from({ length: times }, () =>
            send(what, `float-key-${keys}-${key}`, bodies(one, other, dalasi)[what]),
          ),
        )
        for (const answer of answers) expect(answer.status).toBe(isRefused ? 422 : 200)
        expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
        if (!isNew || isRefused) continue
        used.set(key, asked)
        if (what === 'correct') {
          floats.one += 500_000 + dalasi * 100 - floats.load
          floats.load = 500_000 + dalasi * 100
        } else floats.one -= dalasi * 100
        if (what === 'transfer') floats.other += dalasi * 100
      }
      expect([await readFloat(one), await readFloat(other)]).toEqual([floats.one, floats.other])
      await world.expectCleanBooks()
    }),
    { numRuns: sized(8, 100) },
  )
})

test('a move that waited is told as it stands: waiting, done or declined', async () => {
  const [one, other] = [await hire(), await hire()]
  await loadFloat(db, clock, one.user.id, 1_000_000)
  const ask = (key: string) => send('takeBack', key, bodies(one, other, 6_500).takeBack)
  const decide = async (what: 'confirm' | 'decline') => {
    const [asked] = await second.call(api.floats.waiting, {})
    await second.call(api.floats[what], { id: asked?.id ?? 0 })
  }
  for (let n = 0; n < 2; n += 1)
    expect(await ask('waiting-key-1')).toMatchObject({ status: 200, body: { state: 'waiting' } })
  expect(await second.call(api.floats.waiting, {})).toHaveLength(1)
  await decide('confirm')
  expect(await ask('waiting-key-1')).toMatchObject({
    status: 200,
    body: { state: 'done', message: expect.stringContaining('GMD 6,500.00 was taken back from') },
  })
  expect(await readFloat(one)).toBe(850_000)
  await ask('waiting-key-2')
  await decide('decline')
  expect(await ask('waiting-key-2')).toMatchObject({
    status: 409,
    body: { message: 'GMD 6,500.00 was declined. Nothing has moved.' },
  })
  expect(await readFloat(one)).toBe(850_000)
})

test('a key belongs to its Admin, and a move without one is a new move each time', async () => {
  const [one, other] = [await hire(), await hire()]
  const body = bodies(one, other, 10).takeBack
  expect((await send('takeBack', 'shared-key', body)).status).toBe(200)
  expect((await send('takeBack', 'shared-key', body, second)).status).toBe(200)
  for (let n = 0; n < 2; n += 1) await admin.send('POST', `${API_BASE}floats/back`, { body })
  expect(await readFloat(one)).toBe(500_000 - 4_000)
})
