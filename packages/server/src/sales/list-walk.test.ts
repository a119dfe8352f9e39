import { api, bututs } from '@flexpower/contract'
import { fleetMeter } from '@flexpower/simulator'
import { expect, test } from 'vitest'
import { loadFloat, makeSales } from '../testing/make.ts'
import { createWorld } from '../testing/world.ts'

const EARLIER = 3000
const MADE_MEANWHILE = 1000
const SELLERS = 8

const world = await createWorld()
const { db, clock } = world
const admin = await world.signIn({ type: 'Admin' })

async function openCounter() {
  const cashier = await world.signIn()
  await loadFloat(db, clock, cashier.user.id, 100_000_000)
  return cashier
}

async function walk(): Promise<number[]> {
  const seen: number[] = []
  let cursor: number | undefined
  for (;;) {
    const { rows, next } = await admin.call(api.electricity.list.window, { limit: 200, cursor })
    seen.push(...rows.map(({ id }) => id))
    if (next === null) return seen
    cursor = next
  }
}

test('T-04 reading by cursor while a thousand sales are made returns every earlier row exactly once', async () => {
  await makeSales(db, clock, { userId: admin.user.id, count: EARLIER })
  const earlier = await walk()
  expect(earlier).toHaveLength(EARLIER)
  let sold = 0
  const state = { isSelling: true }
  const selling = Promise.all(
    (await Promise.all(Array.from({ length: SELLERS }, openCounter))).map(async (cashier) => {
      while (sold < MADE_MEANWHILE) {
        sold += 1
        await cashier.call(api.electricity.sell, {
          meter: fleetMeter(sold),
          amount: bututs(10_000),
          phone: '7712345',
        })
      }
    }),
  ).finally(() => {
    state.isSelling = false
  })
  let walks = 0
  while (state.isSelling) {
    const seen = await walk()
    const times = new Map<number, number>()
    for (const id of seen) times.set(id, (times.get(id) ?? 0) + 1)
    expect(earlier.filter((id) => times.get(id) !== 1)).toEqual([])
    expect(times.size).toBe(seen.length)
    walks += 1
  }
  await selling
  expect(walks).toBeGreaterThan(1)
  expect(await walk()).toHaveLength(EARLIER + MADE_MEANWHILE)
}, 180_000)
