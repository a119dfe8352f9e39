import { api, buildRequest } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { loadFloat, makeSales } from '../testing/make.ts'
import { openOtherSide, openSeller } from '../testing/scripted-product.ts'
import { createWorld } from '../testing/world.ts'

const EARLIER = 1000
const MADE_MEANWHILE = 1000
const SELLERS = 8

const world = await createWorld()
const { db, clock, context } = world
const admin = await world.signIn({ type: 'Admin' })
const side = openOtherSide()

async function openCounter() {
  const seller = await openSeller(world, side)
  await loadFloat(db, clock, seller.user.id, 1_000_000)
  return seller
}

/** The ids of all windows, read as bytes: the test would spend most of its time on decoding the other fields. */
async function walk(onPage = () => {}): Promise<number[]> {
  const seen: number[] = []
  let cursor: number | undefined
  for (;;) {
    onPage()
    const { url } = buildRequest(api.electricity.list.window, { limit: 50, cursor })
    const { status, body } = await admin.send('GET', url)
    expect(status).toBe(200)
    const { data, next_cursor: next } = body as { data: { id: number }[]; next_cursor: number | null }
    seen.push(...data.map(({ id }) => id))
    if (next === null) return seen
    cursor = next
  }
}

test('T-04 reading by cursor while a thousand sales are made returns every earlier row exactly once', async () => {
  await makeSales(db, clock, { userId: admin.user.id, count: EARLIER })
  const earlier = await walk()
  expect(earlier).toHaveLength(EARLIER)
  const counters = await Promise.all(Array.from({ length: SELLERS }, openCounter))
  const sales: Promise<unknown>[] = []
  // Each counter begins one while a page is read, and goes on over the next pages.
  const sellSome = () => {
    if (sales.length < MADE_MEANWHILE)
      for (const { requestOf } of counters) sales.push(context.vending.sell(requestOf()))
  }
  let walks = 0
  while (sales.length < MADE_MEANWHILE) {
    const seen = await walk(sellSome)
    const times = new Map<number, number>()
    for (const id of seen) times.set(id, (times.get(id) ?? 0) + 1)
    expect(earlier.filter((id) => times.get(id) !== 1)).toEqual([])
    expect(times.size).toBe(seen.length)
    walks += 1
  }
  for (const end of await Promise.all(sales)) expect(end).toMatchObject({ kind: 'confirmed' })
  expect(walks).toBeGreaterThan(1)
  expect(await walk()).toHaveLength(EARLIER + MADE_MEANWHILE)
})
